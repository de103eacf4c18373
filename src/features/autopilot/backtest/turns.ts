/** Work of this long is done in one go; then others have the thread. */
const SLICE_MS = 10;

/** Shares the thread with others: whoever works on much asks now and then whether it is their turn. */
export type Turns = {
  readonly areOthersDue: () => boolean;
  /** Resolves when they have had it. */
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
