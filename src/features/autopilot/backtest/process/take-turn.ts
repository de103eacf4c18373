/** Maximum number of waiting backtest requests. Each of them keeps its body in memory. */
const MOST_WAITING = 1;
/**
 * Maximum time in ms that a backtest request waits until it can start. The client receives nothing during the wait, and proxies close a
 * connection that is idle for longer than 10 seconds.
 */
const LONGEST_WAIT_MS = 10_000;

/** Lets one backtest run at a time. A limited number of other backtests may wait for a short time. */
export type Turn = {
  /**
   * Checks that a backtest can start now or wait until it can start.
   * @throws the errors of `take`
   */
  requireRoom(): void;
  /**
   * Waits until no other backtest runs. Resolves with a function that must be called once when the backtest has ended, so that the next one
   * can start.
   * @throws the error from `full`, also when `signal` is aborted during the wait
   */
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
