/** Counts pieces of running work, and reports when none is running any more. */
export type Outstanding = {
  readonly count: () => number;
  readonly enter: () => void;
  readonly leave: () => void;
  /** Resolves when no work is running. */
  readonly idle: () => Promise<void>;
};

export function createOutstanding(): Outstanding {
  let inHand = 0;
  let waiting: (() => void)[] = [];
  return {
    count: () => inHand,
    enter() {
      inHand += 1;
    },
    leave() {
      inHand -= 1;
      if (inHand > 0 || waiting.length === 0) return;
      const resolves = waiting;
      waiting = [];
      for (const resolve of resolves) resolve();
    },
    idle: () => (inHand === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
