import { describe, expect, test } from 'bun:test';
import { depthOf, throughBoth, type Voice, weighVoices } from '../../../../src/market/pools/weigh-voices.ts';
import { numberOfRational } from '../../../../src/values/rational.ts';

const voice = (price: number, liquidity: number, more: Partial<Voice> = {}): Voice => ({
  price: { numerator: BigInt(Math.round(price * 1_000)), denominator: 1_000n },
  liquidity,
  overSeconds: 1_800,
  basis: `at ${price}`,
  ...more,
});
const priceOf = (voices: readonly Voice[]) => {
  const weighed = weighVoices(voices);
  return weighed === null ? null : numberOfRational(weighed.price);
};

describe('the median that is weighted by liquidity', () => {
  test.each<[what: string, voices: readonly Voice[], price: number | null]>([
    ['nobody says anything', [], null],
    ['who has no liquidity says nothing', [voice(3, 0)], null],
    ['a price of 0 says nothing', [voice(0, 5), voice(2, 1)], 2],
    ['one alone is right', [voice(3, 1)], 3],
    ['of two the deeper one', [voice(6, 49), voice(3, 51)], 3],
    ['of two the deeper one, the other way', [voice(6, 51), voice(3, 49)], 6],
    ['of two equals the lower one', [voice(6, 50), voice(3, 50)], 3],
    ['the middle one of three', [voice(9, 30), voice(3, 30), voice(4, 30)], 4],
    ['many small liars are no match for one deep one', [voice(3, 60), ...[1, 2, 8, 9].map((price) => voice(price, 9))], 3],
  ])('%s', (_, voices, price) => {
    expect(priceOf(voices)).toBe(price);
    expect(priceOf(voices.toReversed())).toBe(price);
  });

  test('leaves out pools with under 5 % of the liquidity, and not more than 5 % in total', () => {
    // Each of the three small pools has less than 5 % of the liquidity, so they are ignored. Of the remaining liquidity, the pool at price
    // 3 has more than half, so its price is the result.
    const small = [voice(9, 4), voice(9, 4), voice(9, 4)];
    expect(weighVoices([voice(3, 46), voice(9, 40), ...small])).toMatchObject({ liquidity: 86, basis: 'at 3' });
    expect(priceOf([voice(3, 46), voice(9, 40), ...small])).toBe(3);
    expect(weighVoices([voice(3, 95), voice(9, 5)])?.liquidity).toBe(100);
    expect(weighVoices([voice(3, 96), voice(9, 4)])?.liquidity).toBe(96);
  });

  test('counts ten fee tiers, and thirty that are all small', () => {
    const tiers = (count: number) => Array.from({ length: count }, (_, index) => voice(index + 1, 10));
    expect(priceOf(tiers(10))).toBe(5);
    expect(weighVoices(tiers(30))).toMatchObject({ liquidity: 300 });
    expect(priceOf(tiers(30))).toBe(15);
  });

  test('names the shortest history of the pools that count, and the deepest pool', () => {
    const voices = [voice(3, 50, { overSeconds: 900 }), voice(3, 60, { basis: 'deepest' }), voice(3, 1, { overSeconds: 1 })];
    expect(weighVoices(voices)).toMatchObject({ overSeconds: 900, basis: 'deepest' });
  });

  test('names the deepest pool that agrees with the price, so that the name changes when other pools set the price', () => {
    // Three pools of one person together have most of the liquidity, but each of them is smaller than the honest pool.
    const others = [voice(3.6, 25, { basis: 'x' }), voice(3.6, 20, { basis: 'y' }), voice(3.6, 20, { basis: 'z' })];
    expect(weighVoices([voice(3, 40), ...others.slice(0, 1)])).toMatchObject({ basis: 'at 3' });
    expect(weighVoices([voice(3, 40), ...others])).toMatchObject({ price: voice(3.6, 1).price, basis: 'x' });
    // When pools with similar prices change places around the median, the price may come from another pool. The `basis` must stay the same
    // then, because a changed basis would need a confirmation.
    expect(weighVoices([voice(3, 40), voice(3.05, 30), voice(3.08, 20)])).toMatchObject({ price: voice(3.05, 1).price, basis: 'at 3' });
  });
});

describe('a path through an intermediate token', () => {
  test('is as deep as the shallower half, in both directions', () => {
    // The two full-range pools contain 100 A and 400 B, and 50 B and 800 C. 50 B are worth 12.5 A, so the path has a depth of 200 of the
    // 800 C.
    const [ab, bc] = [voice(4, Math.sqrt(100 * 400)), voice(16, Math.sqrt(50 * 800))];
    const way = throughBoth(ab, bc);
    expect(numberOfRational(way.price)).toBe(64);
    expect(way.liquidity).toBeCloseTo(Math.sqrt(12.5 * 800), 9);
    expect(depthOf(way)).toBeCloseTo(800, 9);
    const back = throughBoth(voice(1 / 16, bc.liquidity, { price: { numerator: 1n, denominator: 16n } }), voice(0.25, ab.liquidity));
    expect(back.liquidity).toBeCloseTo(way.liquidity, 9);
  });

  test('is exact at prices beyond the range of a double', () => {
    const far = { numerator: 7n ** 500n, denominator: 7n ** 499n * 2n };
    expect(numberOfRational(far)).toBe(3.5);
    expect(numberOfRational({ numerator: 1n, denominator: 3n })).toBeCloseTo(1 / 3, 15);
    expect(numberOfRational({ numerator: 0n, denominator: 3n })).toBe(0);
  });
});
