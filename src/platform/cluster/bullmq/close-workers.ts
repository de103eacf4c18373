import type { Worker } from 'bullmq';

/** How long Redis may take to be told how the last jobs ended. If it is not, another node begins them again. */
const TELL_WITHIN_MS = 2_000;

/**
 * No worker takes another job; resolves when those that run have ended and Redis knows, or could not be told. A worker's own `close`
 * waits for Redis for ever when it is away, even if nothing runs.
 * @param idle resolves when no handler runs
 */
export async function closeWorkers(workers: readonly Worker[], idle: () => Promise<void>): Promise<void> {
  const closed = Promise.allSettled(workers.map((worker) => worker.close()));
  const late = Promise.withResolvers<void>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const handlersEnded = idle().then(() => {
    timer = setTimeout(late.resolve, TELL_WITHIN_MS);
    return late.promise;
  });
  await Promise.race([closed, handlersEnded]);
  clearTimeout(timer);
}
