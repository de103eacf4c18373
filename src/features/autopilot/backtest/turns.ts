/** Duration in ms of one slice of work, after which the thread is yielded. */
const SLICE_MS = 10;

/** Yields the thread to other work regularly during long work. */
export type Turns = {
  readonly areOthersDue: () => boolean;
  /** Resolves after other tasks have run. */
  readonly giveWay: () => Promise<void>;
};

export function createTurns(): Turns {
  let sinceMs = performance.now();
  return {
    areOthersDue: () => performance.now() - sinceMs >= SLICE_MS,
    async giveWay() {
      await new Promise<void>((resolve) => setImmediate(resolve));
      sinceMs = performance.now();
    },
  };
}
