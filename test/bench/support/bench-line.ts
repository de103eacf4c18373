/** One line of the benchmark's result: a ratio measured in one run, and the required value of that ratio. */
export type BenchLine = {
  readonly name: string;
  readonly unit: string;
  readonly ours: number;
  readonly reference: number;
  /** Median over all rounds of the ratio of our result to the reference in the same round. */
  readonly ratio: number;
  /** The required ratio: `>=` or `<=` and a number; null for a line that is only informative. */
  readonly bar: string | null;
  readonly held: boolean | null;
  readonly note: string;
};

export type Round = { readonly ours: number; readonly reference: number };

/** Builds a result line from several rounds: the median of our results, of the reference results, and of the rounds' ratios. */
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
