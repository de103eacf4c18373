import { describe, expect, test } from 'bun:test';
import {
  EMPTY_HISTORY,
  MOST_GAP_SECONDS,
  meanOf,
  type PoolHistory,
  type PoolReading,
  tickOfPrice,
  withReading,
} from '../../../../src/market/pools/pool-history.ts';
import { guardRules, priceRules } from '../../../../src/market/pools/reference-rules.ts';
import { readingOfPair } from '../../../../src/market/pools/sampled-pools.ts';
import { stateAt } from '../../../../src/platform/chain/uniswap-v2/create-uniswap-v2.ts';

const KEEP = 1_800;
const GUARD = guardRules(1);
const PRICE = priceRules(1);
const START = 1_700_000_000;
/** Tick of a Uniswap pool at twice the initial price, rounded. */
const TWICE = Math.round(tickOfPrice(2));

const collect = (readings: readonly PoolReading[], keepSeconds = KEEP): PoolHistory =>
  readings.reduce((history, reading) => withReading(history, reading, keepSeconds), EMPTY_HISTORY);

/** Returns readings of a Uniswap v4 pool, one for each minute. */
const eachMinute = (count: number, at: (minute: number) => Partial<PoolReading> = () => ({})): PoolReading[] =>
  Array.from({ length: count + 1 }, (_, minute) => ({ atSec: START + 60 * minute, tick: 0, liquidity: 100, sums: null, ...at(minute) }));

describe('a pool that is read each minute', () => {
  test('counts once its history covers the whole window, and no sooner', () => {
    expect(meanOf(EMPTY_HISTORY, GUARD)).toBeNull();
    expect(meanOf(collect(eachMinute(29)), GUARD)).toBeNull();
    expect(meanOf(collect(eachMinute(30)), GUARD)).toEqual({ tick: 0, liquidity: 100, overSeconds: 1_800 });
    expect(meanOf(collect(eachMinute(500)), GUARD)).toEqual({ tick: 0, liquidity: 100, overSeconds: 1_800 });
    // The rules for the devnet accept a price history of only five minutes.
    expect(meanOf(collect(eachMinute(5)), guardRules(31337))).toMatchObject({ overSeconds: 300 });
  });

  test('has the price that held for more than half of the window, however different the rest was', () => {
    const heldFor = (minutes: number) =>
      meanOf(collect(eachMinute(60, (minute) => ({ tick: minute > 60 - minutes ? 800_000 : 7 }))), GUARD)?.tick;
    expect([1, 5, 14].map(heldFor)).toEqual([7, 7, 7]);
    expect(heldFor(16)).toBe(800_000);
    // The price is manipulated at every other reading, upwards or downwards.
    for (const tick of [TWICE, -TWICE]) {
      const flickering = eachMinute(61, (minute) => ({ tick: minute % 2 === 0 ? tick : 7 }));
      expect([7, tick]).toContain(meanOf(collect(flickering), GUARD)?.tick ?? 0);
      const third = eachMinute(60, (minute) => ({ tick: minute % 3 === 0 ? tick : 7 }));
      expect(meanOf(collect(third), GUARD)?.tick).toBe(7);
    }
  });

  test('follows within five minutes for exits, and not after one reading', () => {
    const heldFor = (minutes: number) =>
      meanOf(collect(eachMinute(60, (minute) => ({ tick: minute > 60 - minutes ? TWICE : 0 }))), PRICE)?.tick;
    expect([1, 2].map(heldFor)).toEqual([0, 0]);
    expect([3, 5].map(heldFor)).toEqual([TWICE, TWICE]);
  });

  test('counts with little liquidity when its liquidity was missing for a part of the window', () => {
    const addedFor = (minutes: number) =>
      meanOf(collect(eachMinute(60, (minute) => ({ liquidity: minute > 60 - minutes ? 1e9 : 1 }))), GUARD)?.liquidity ?? 0;
    expect(addedFor(1)).toBeLessThan(1.1);
    expect(addedFor(27)).toBeLessThan(15);
    // The attacker's liquidity is in the pool at every other reading, that is, for half of the time. It must not count.
    const flickering = eachMinute(60, (minute) => ({ liquidity: minute % 2 === 0 ? 1e9 : 1 }));
    expect(meanOf(collect(flickering), GUARD)?.liquidity).toBeCloseTo(1, 6);
  });

  test.each([0, Number.NaN])('starts again after a moment without liquidity (%p)', (liquidity) => {
    const emptied = eachMinute(100, (minute) => (minute === 50 ? { liquidity } : {}));
    expect(meanOf(collect(emptied.slice(0, 51)), GUARD)).toBeNull();
    expect(meanOf(collect(emptied.slice(0, 81)), GUARD)).toBeNull();
    expect(meanOf(collect(emptied.slice(0, 82)), GUARD)).not.toBeNull();
  });

  test('starts again after a long gap, and continues after a shorter one', () => {
    const withGap = (gapSec: number) => [
      ...eachMinute(40),
      ...eachMinute(40, (minute) => ({ atSec: START + 40 * 60 + gapSec + 60 * minute, tick: 5 })),
    ];
    const long = withGap(MOST_GAP_SECONDS + 1);
    expect(meanOf(collect(long.slice(0, 42)), GUARD)).toBeNull();
    expect(meanOf(collect(long.slice(0, 71)), GUARD)).toBeNull();
    expect(meanOf(collect(long.slice(0, 72)), GUARD)?.tick).toBe(5);
    const short = withGap(MOST_GAP_SECONDS);
    expect(meanOf(collect(short.slice(0, 42)), GUARD)).toMatchObject({ tick: 0, overSeconds: 1_800 });
    // Directly after the gap, a single reading would count for the whole gap and thus determine the average. So the old price must stay
    // until there are further readings.
    expect([42, 43, 44].map((end) => meanOf(collect(short.slice(0, end)), PRICE)?.tick)).toEqual([0, 5, 5]);
  });

  test('is not changed by readings of blocks that are not newer, and starts again on another chain', () => {
    const history = collect(eachMinute(40));
    const again = { atSec: START + 40 * 60, tick: TWICE, liquidity: 1e30, sums: null };
    expect(withReading(history, again, KEEP)).toBe(history);
    expect(withReading(history, { ...again, atSec: again.atSec - 120 }, KEEP)).toBe(history);
    expect(withReading(history, { ...again, atSec: START - 86_400 }, KEEP).steps).toEqual([]);
  });

  test('keeps a bounded number of steps over a long window, and the same means', () => {
    const rules = guardRules(1, 86_400);
    const day = collect(
      eachMinute(2_000, (minute) => ({ tick: minute })),
      86_400,
    );
    expect(day.steps.length).toBeLessThanOrEqual(240);
    expect(day.steps.every(({ fromSec }, index) => index === 0 || fromSec === day.steps[index - 1]?.toSec)).toBe(true);
    const mean = meanOf(day, rules);
    expect(mean).toMatchObject({ overSeconds: 86_400 });
    expect(mean?.liquidity).toBeCloseTo(100, 6);
    expect(Math.abs((mean?.tick ?? 0) - (2_000 - 720))).toBeLessThan(20);
    expect(meanOf(day, priceRules(1, 86_400))?.tick).toBe(1_998);
  });
});

/** A model of a Uniswap v2 pair, including the wrap-around of its numbers (UniswapV2Pair.sol, `_update`). */
function createPair(from: { nowSec?: number; reserve0?: bigint; reserve1?: bigint; sum?: bigint } = {}) {
  const { nowSec = START, reserve0 = 10n ** 24n, reserve1 = 10n ** 24n, sum = 0n } = from;
  const state = { reserve0, reserve1, updatedAtSec: nowSec % 2 ** 32, cumulative0: sum, cumulative1: sum };
  let now = nowSec;
  return {
    wait(seconds: number) {
      now += seconds;
    },
    /** Changes the pair's reserves, as a swap, deposit or withdrawal does. */
    update(next0: bigint, next1: bigint) {
      const elapsed = BigInt((now % 2 ** 32) - state.updatedAtSec) & 0xffffffffn;
      if (elapsed > 0n && state.reserve0 !== 0n && state.reserve1 !== 0n) {
        state.cumulative0 = (state.cumulative0 + ((state.reserve1 << 112n) / state.reserve0) * elapsed) % 2n ** 256n;
        state.cumulative1 = (state.cumulative1 + ((state.reserve0 << 112n) / state.reserve1) * elapsed) % 2n ** 256n;
      }
      Object.assign(state, { reserve0: next0, reserve1: next1, updatedAtSec: now % 2 ** 32 });
    },
    read: (): PoolReading => readingOfPair(stateAt(now, state)),
  };
}

describe('a pair of Uniswap v2', () => {
  /**
   * Simulates minutes of a pair and returns its price history with one reading per minute. `move` may change the pair between two readings.
   */
  const follow = (pair: ReturnType<typeof createPair>, minutes: number, move: (minute: number) => void = () => undefined) => {
    const readings = [pair.read()];
    for (let minute = 1; minute <= minutes; minute += 1) {
      const at = pair.read().atSec;
      move(minute);
      pair.wait(60 - (pair.read().atSec - at));
      readings.push(pair.read());
    }
    return collect(readings);
  };
  const E24 = 10n ** 24n;

  test('without trades has its price and its liquidity', () => {
    const mean = meanOf(follow(createPair({ reserve0: 4n * E24, reserve1: E24 }), 30), GUARD);
    expect(mean?.tick).toBeCloseTo(tickOfPrice(0.25), 3);
    expect(mean?.liquidity).toBeCloseTo(2e24, -12);
    expect(mean?.overSeconds).toBe(1_800);
  });

  test('is not moved by changes within a block', () => {
    const pair = createPair();
    const mean = meanOf(
      follow(pair, 40, () => {
        pair.wait(30);
        pair.update(E24 / 1_000n, 1_000n * E24);
        pair.update(E24, E24);
      }),
      GUARD,
    );
    expect(mean?.tick).toBeCloseTo(0, 3);
  });

  test('is not moved by a block of twelve seconds at a thousand times the price, nor by the moments at which it is read', () => {
    const pair = createPair();
    const once = follow(pair, 40, (minute) => {
      if (minute !== 35) return;
      pair.update(E24 / 32n, 32n * E24);
      pair.wait(12);
      pair.update(E24, E24);
    });
    expect(meanOf(once, GUARD)?.tick).toBeCloseTo(0, 3);
    expect(Math.abs(meanOf(once, PRICE)?.tick ?? 9)).toBeLessThan(1);
    const other = createPair();
    const readings = [other.read()];
    for (let minute = 0; minute < 40; minute += 1) {
      other.wait(59);
      other.update(E24 / 32n, 32n * E24);
      // The manipulated price lasts only one second of each minute, but the pair is read in exactly that second. The average over time must
      // not follow it.
      other.wait(1);
      readings.push(other.read());
      other.update(E24, E24);
    }
    const seen = meanOf(collect(readings), GUARD);
    // For one of sixty seconds the price is a thousand times higher. The arithmetic mean would be about 18 times too high; combining it
    // with the mean of the inverse price limits the error to a factor of 4.5.
    expect(Math.abs(seen?.tick ?? 0)).toBeLessThan(tickOfPrice(4.5));
  });

  test('follows a price that holds, and not before half of the window', () => {
    const heldFor = (minutes: number) => {
      const pair = createPair();
      const history = follow(pair, 60, (minute) => {
        if (minute === 61 - minutes) pair.update(E24 / 2n, 2n * E24);
      });
      return meanOf(history, GUARD)?.tick ?? Number.NaN;
    };
    expect(heldFor(14)).toBeCloseTo(0, 3);
    expect(heldFor(16)).toBeCloseTo(tickOfPrice(4), 3);
  });

  test('has the exact mean of a minute with two prices, the same in both directions', () => {
    const tickOf = (half0: bigint, half1: bigint) => {
      const pair = createPair();
      const history = follow(pair, 30, () => {
        pair.wait(30);
        pair.update(half0, half1);
        pair.wait(30);
        pair.update(E24, E24);
      });
      return meanOf(history, GUARD)?.tick ?? Number.NaN;
    };
    // For the prices 1 and 4, the mean is 2.5 and the mean of the inverse is 0.625. The result must lie between both: the square root of
    // 2.5 / 0.625.
    expect(tickOf(E24 / 2n, 2n * E24)).toBeCloseTo(tickOfPrice(2), 3);
    expect(tickOf(2n * E24, E24 / 2n)).toBeCloseTo(tickOfPrice(0.5), 3);
  });

  test('is read correctly while its sums and its time wrap around', () => {
    const nearEnd = createPair({ nowSec: 2 ** 32 - 600, sum: 2n ** 256n - 5n * 2n ** 112n });
    const mean = meanOf(
      follow(nearEnd, 40, (minute) => {
        if (minute % 3 === 0) nearEnd.update(E24, E24);
      }),
      GUARD,
    );
    expect(mean?.tick).toBeCloseTo(0, 3);
    // The pair was last updated shortly before its 32-bit time wraps around.
    expect(meanOf(follow(createPair({ nowSec: 2 ** 32 - 600 }), 40), GUARD)?.tick).toBeCloseTo(0, 3);
  });

  test('with the largest reserves, and with the most unequal ones that have a price', () => {
    const most = 2n ** 112n - 1n;
    const full = meanOf(follow(createPair({ reserve0: most, reserve1: most, sum: 2n ** 256n - 1n }), 31), GUARD);
    expect(full?.tick).toBeCloseTo(0, 3);
    expect(full?.liquidity).toBeCloseTo(Number(most), -20);
    const unequal = meanOf(follow(createPair({ reserve0: most, reserve1: 2n ** 20n }), 31), GUARD);
    expect(unequal?.tick).toBeCloseTo(tickOfPrice(2 ** -92), 0);
    // With a reserve of one unit against the maximum reserve, the price has hardly any precision.
    expect(meanOf(follow(createPair({ reserve0: most, reserve1: 1n }), 31), GUARD)).toBeNull();
  });

  test.each([
    [0n, 0n],
    [0n, 10n ** 30n],
    [10n ** 30n, 0n],
  ])('without reserves says nothing, nor before the window is over again (%p, %p)', (reserve0, reserve1) => {
    expect(meanOf(follow(createPair({ reserve0, reserve1 }), 40), GUARD)).toBeNull();
    const pair = createPair({ reserve0, reserve1 });
    const opened = (minutes: number) =>
      meanOf(
        follow(pair, minutes, (minute) => {
          if (minute === 1) pair.update(E24, E24);
        }),
        GUARD,
      );
    expect(opened(29)).toBeNull();
    expect(opened(40)?.tick).toBeCloseTo(0, 3);
  });

  test('whose sum went back has no price for that time', () => {
    const pair = createPair();
    const readings = Array.from({ length: 32 }, () => {
      pair.wait(60);
      return pair.read();
    });
    const [first] = readings;
    const newest = readings.at(-1);
    if (first === undefined || newest === undefined) throw new Error('There are readings');
    const forked = { ...newest, atSec: newest.atSec + 60, sums: first.sums };
    expect(meanOf(collect([...readings, forked]), GUARD)).toBeNull();
  });
});
