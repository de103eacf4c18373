import type { Worker } from 'bullmq';

/**
 * Maximum time in ms to wait until Redis has received the results of the last jobs. Without these results, another node would start the
 * jobs again.
 */
const TELL_WITHIN_MS = 2_000;

/**
 * Stops the workers from taking jobs. Resolves when the running jobs have ended and Redis has their results, or could not be reached. A
 * worker's own `close` waits forever for an unavailable Redis, even when no job runs.
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
