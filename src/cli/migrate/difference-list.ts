/** Differences between the source and the target store: their total number, and a description of each of the first few. */
export type Differences = { readonly count: number; readonly first: readonly string[] };
export type DifferenceList = { add(difference: string): void; all(): Differences };

const NAMED = 20;

export function createDifferenceList(): DifferenceList {
  const first: string[] = [];
  let count = 0;
  return {
    add(difference) {
      count += 1;
      if (first.length < NAMED) first.push(difference);
    },
    all: () => ({ count, first }),
  };
}
