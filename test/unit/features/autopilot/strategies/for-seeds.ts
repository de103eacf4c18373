/**
 * Runs a check for many seeds, or only for the seed in the environment variable `SEED`. A failure reports its seed and the command that
 * repeats it.
 */
export function forSeeds(count: number, file: string, check: (seed: number) => void): void {
  const one = process.env.SEED;
  const seeds = one === undefined ? Array.from({ length: count }, (_, i) => i + 1) : [Number(one)];
  for (const seed of seeds) {
    try {
      check(seed);
    } catch (error) {
      const message = error instanceof Error ? error.message : String(error);
      throw new Error(`seed ${seed}; repeat with: SEED=${seed} bun test ${file}\n${message}`, { cause: error });
    }
  }
}

/** Whether all seeds run. Sums over all seeds are not checked when only a single seed runs. */
export const isWholeRun = process.env.SEED === undefined;
