export type Rounds = {
  /** Resolves after a whole round from now on. */
  now(): Promise<void>;
  /** One last round, and no more. */
  close(): Promise<void>;
};

/** Does something again and again, one at a time, with a pause in between that may be cut short. */
export function createRounds(options: {
  readonly round: () => Promise<void>;
  readonly pauseMs: () => number;
  readonly onError: (error: unknown) => void;
}): Rounds {
  let last: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function now(): Promise<void> {
    // One that has not begun yet does for all who ask meanwhile.
    waiting ??= last.then(run);
    return waiting;
  }

  async function run(): Promise<void> {
    clearTimeout(timer);
    last = waiting ?? last;
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
    async close() {
      isClosed = true;
      clearTimeout(timer);
      await now();
    },
  };
}
