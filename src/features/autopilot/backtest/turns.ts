/** Duration in ms of one slice of a long computation. After each slice, other tasks of the same thread can run. */
const SLICE_MS = 10;

/** Lets other tasks of the same thread run regularly during a long computation. */
export type Turns = {
  readonly areOthersDue: () => boolean;
  /** Resolves after other waiting tasks of the thread have had a chance to run. */
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
