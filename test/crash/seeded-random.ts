import { seededRandom } from '../../src/test-kit/seeded-random.ts';

/** A source of repeatable random choices: the same seed results in the same run. */
export type SeededRandom = {
  /** Returns a random whole number; both ends of the range are included. */
  integer(from: number, to: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly [T, ...T[]]): T;
  shuffled<T>(items: readonly T[]): T[];
};

export function createSeededRandom(seed: number): SeededRandom {
  const next = seededRandom(seed);
  const integer = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  return {
    integer,
    chance: (probability) => next() < probability,
    pick: (items) => items[integer(0, items.length - 1)] ?? items[0],
    shuffled(items) {
      const keyed = items.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
  };
}
