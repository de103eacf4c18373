/** Lets so many work at once, and keeps the others waiting in the order in which they came. */
export type Turns = {
  /**
   * Settles when it is one's turn, with what is to be called when the work is done (calling it again does nothing); null when the signal was aborted
   * before.
   */
  take(signal: AbortSignal): Promise<(() => void) | null>;
};

export function createTurns(most: number): Turns {
  const waiting = new Set<() => void>();
  let working = 0;

  function begin(): () => void {
    working += 1;
    let isDone = false;
    return () => {
      if (isDone) return;
      isDone = true;
      working -= 1;
      const [next] = waiting;
      next?.();
    };
  }

  return {
    take(signal) {
      if (signal.aborted) return Promise.resolve(null);
      if (working < most && waiting.size === 0) return Promise.resolve(begin());
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const settle = (turn: (() => void) | null) => {
        waiting.delete(go);
        signal.removeEventListener('abort', leave);
        resolve(turn);
      };
      const go = () => settle(begin());
      const leave = () => settle(null);
      waiting.add(go);
      signal.addEventListener('abort', leave, { once: true });
      return promise;
    },
  };
}
