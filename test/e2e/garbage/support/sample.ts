/** Which of very many requests are sent: a share of them, drawn by a seed that is printed, so that runs differ and each can be repeated. */
export type Sample = {
  takes(): boolean;
  /** For the log: how to repeat it, and how to send all. */
  readonly description: string;
};

/** CI has ten minutes for everything: there each run sends a part. */
const SHARE_IN_CI = 0.2;

/** @param test a part of the test file's path, for the line that repeats it */
export function createSample(test: string): Sample {
  const share = Number(process.env.GARBAGE_SHARE ?? (process.env.CI === undefined ? 1 : SHARE_IN_CI));
  const seed = Number(process.env.GARBAGE_SEED ?? Math.floor(Math.random() * 2 ** 32)) >>> 0;
  let state = seed;
  return {
    takes() {
      if (share >= 1) return true;
      // mulberry32
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), state | 1);
      mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32 < share;
    },
    description:
      share >= 1
        ? 'all that there is'
        : `a share of ${share}, seed ${seed}; to repeat: GARBAGE_SHARE=${share} GARBAGE_SEED=${seed} npm test -- e2e ${test}; all: GARBAGE_SHARE=1`,
  };
}
