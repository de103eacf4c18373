export type Rounds = {
  /** Requests a round (one run of the repeated work). Resolves when a round that started after the request has ended. */
  now(): Promise<void>;
  /** Calls `look` at a time when no round (one run of the repeated work) is in progress, and returns the result of `look`. */
  between<T>(look: () => T): Promise<T>;
  /** Runs the repeated work one last time (a final round) and then stops. */
  close(): Promise<void>;
};

/**
 * Repeats a piece of work in rounds, one at a time. When a round is requested during the pause between two rounds, it starts immediately.
 */
export function createRounds(options: {
  readonly round: () => Promise<void>;
  readonly pauseMs: () => number;
  readonly onError: (error: unknown) => void;
}): Rounds {
  /** Settles when all rounds requested so far have ended; never rejects. The next round starts after this promise has settled. */
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function now(): Promise<void> {
    // When a round is already waiting to start, no further round is needed: the waiting round also serves this request.
    if (waiting !== null) return waiting;
    const next = last.then(run);
    waiting = next;
    last = next;
    return next;
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    waiting = null;
    try {
      await options.round();
    } catch (error) {
      options.onError(error);
    }
    if (!isClosed) timer = setTimeout(() => void now(), options.pauseMs());
  }

  return {
    now,
    between(look) {
      const looked = last.then(look);
      last = looked.catch(() => undefined);
      return looked;
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await now();
    },
  };
}
