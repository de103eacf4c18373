/** Limits the number of concurrent tasks. Other tasks wait their turn, and are dropped when their caller disconnects. */
export type WorkGate = { run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> };

/**
 * Creates a limit for work that cannot be cancelled once it runs, such as reads of a chain. At most `mostAtOnce` tasks run at the same
 * time. Work whose caller disconnects while it waits is never started. `run` rejects with the signal's reason when the signal aborts during
 * the wait.
 */
export function createWorkGate(mostAtOnce: number): WorkGate {
  const waiting = new Set<() => void>();
  let running = 0;

  const enter = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (running < mostAtOnce) {
      running += 1;
      return Promise.resolve();
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const leave = () => {
      waiting.delete(begin);
      reject(signal.reason);
    };
    const begin = () => {
      signal.removeEventListener('abort', leave);
      resolve();
    };
    signal.addEventListener('abort', leave, { once: true });
    waiting.add(begin);
    return promise;
  };

  const leave = () => {
    const [next] = waiting;
    if (next === undefined) {
      running -= 1;
      return;
    }
    // The next waiting task starts in place of the finished one, so the number of running tasks stays the same.
    waiting.delete(next);
    next();
  };

  return {
    async run(signal, work) {
      await enter(signal);
      try {
        return await work();
      } finally {
        leave();
      }
    },
  };
}
