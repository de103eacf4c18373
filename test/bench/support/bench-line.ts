/** One line of the benchmark's result: a ratio measured in one run, and its bar. */
export type BenchLine = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  /** Median over all rounds of the ratio to the reference in the same round. */
  readonly ratio: number;
  /** The bar: `>=` or `<=` and a number; null for a line that is only informative. */
  readonly bar: string | null;
  readonly held: boolean | null;
  readonly note: string;
};

export type Round = { readonly ours: number; readonly reference: number };

/** Summarizes rounds: medians of both sides, and the median of the ratios of each round. */
export function benchLine(
  name: string,
  unit: string,
  rounds: readonly Round[],
  bar: string | null,
  note: string,
  median: (values: readonly number[]) => number,
): BenchLine {
  const ratio = median(rounds.map(({ ours, reference }) => ours / reference));
  return {
    name,
    unit,
    ours: median(rounds.map((round) => round.ours)),
    reference: median(rounds.map((round) => round.reference)),
    ratio,
    bar,
    held: bar === null ? null : holds(ratio, bar),
    note,
  };
}

function holds(ratio: number, bar: string): boolean {
  const [sign, limit] = bar.split(' ');
  return sign === '>=' ? ratio >= Number(limit) : ratio <= Number(limit);
}
