import type { Worker } from 'bullmq';

/** How long the last jobs' results may take to reach Redis. Otherwise another node starts those jobs again. */
const TELL_WITHIN_MS = 2_000;

/**
 * Stops the workers from taking jobs; resolves when the running ones have ended and Redis has their results, or could not be
 * reached. A worker's own `close` waits for an unavailable Redis for ever, even if nothing runs.
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
