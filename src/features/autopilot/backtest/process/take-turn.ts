/** So many may wait; each holds its body. */
const MOST_WAITING = 1;
/** A client that is told nothing for longer is taken for gone by what stands in between. */
const LONGEST_WAIT_MS = 10_000;

/** One at a time; a few others wait, and not for long. */
export type Turn = {
  /** @throws as `take` */
  requireRoom(): void;
  /** Resolves with what ends the turn; to be called once. @throws what `full` makes, also when `signal` is aborted meanwhile */
  take(signal: AbortSignal): Promise<() => void>;
};

export function createTurn(full: () => Error, longestWaitMs = LONGEST_WAIT_MS): Turn {
  const waiting: (() => void)[] = [];
  let isTaken = false;

  function leave(): void {
    const next = waiting.shift();
    if (next === undefined) isTaken = false;
    else next();
  }

  function requireRoom(): void {
    if (isTaken && waiting.length >= MOST_WAITING) throw full();
  }

  return {
    requireRoom,
    async take(signal) {
      requireRoom();
      if (!isTaken) {
        isTaken = true;
        return leave;
      }
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const giveUp = () => {
        waiting.splice(waiting.indexOf(resolve), 1);
        reject(full());
      };
      const timer = setTimeout(giveUp, longestWaitMs);
      waiting.push(resolve);
      signal.addEventListener('abort', giveUp, { once: true });
      try {
        await promise;
        return leave;
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      }
    },
  };
}
