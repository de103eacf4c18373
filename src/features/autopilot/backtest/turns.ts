/** Duration in ms of one slice of work. After each slice, the thread is yielded to other tasks. */
const SLICE_MS = 10;

/** Yields the thread to other work regularly during long work. */
export type Turns = {
  readonly areOthersDue: () => boolean;
  /** Resolves after other waiting tasks have had a chance to run. */
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
