/** Lets so many pieces of work run at once; the others wait their turn, and those whose asker has left meanwhile never begin. */
export type WorkGate = { run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> };

/**
 * For work that cannot be cut off once it runs (reads of a chain): whoever leaves before it began costs nothing.
 * `run` rejects with the signal's reason when it aborts while waiting.
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
    // Its place goes to the next one: the number of those that run stays.
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
