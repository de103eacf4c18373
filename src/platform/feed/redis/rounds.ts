export type Rounds = {
  /** Resolves after a whole round from now on. */
  now(): Promise<void>;
  /** Looks at something while no round is under way. */
  between<T>(look: () => T): Promise<T>;
  /** One last round, and no more. */
  close(): Promise<void>;
};

/** Does something again and again, one at a time, with a pause in between that may be cut short. */
export function createRounds(options: {
  readonly round: () => Promise<void>;
  readonly pauseMs: () => number;
  readonly onError: (error: unknown) => void;
}): Rounds {
  /** Everything that was asked for, one after the other; never rejects. */
  let last: Promise<unknown> = Promise.resolve();
  let waiting: Promise<void> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isClosed = false;

  function now(): Promise<void> {
    // One that has not begun yet does for all who ask meanwhile.
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
