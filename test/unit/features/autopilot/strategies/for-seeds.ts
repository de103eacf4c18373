/** Runs a check over seeds (or over the one of the environment's `SEED`); a failure says which, and the line that repeats it. */
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

/** Whether all seeds run: sums over them mean nothing of a single one. */
export const isWholeRun = process.env.SEED === undefined;
