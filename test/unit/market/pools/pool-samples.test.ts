import { beforeEach, describe, expect, test } from 'bun:test';
import type { Networks } from '../../../../src/market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../../../src/market/networks/network.ts';
import { createPoolReferences } from '../../../../src/market/pools/create-pool-references.ts';
import { createPoolSamples } from '../../../../src/market/pools/create-pool-samples.ts';
import { tickOfPrice } from '../../../../src/market/pools/pool-history.ts';
import { createPoolSampleRepository, POOL_SAMPLES } from '../../../../src/market/pools/pool-sample-repository.ts';
import { guardRules, priceRules } from '../../../../src/market/pools/reference-rules.ts';
import { weighVoices } from '../../../../src/market/pools/weigh-voices.ts';
import type { UniswapV2Pair } from '../../../../src/platform/chain/uniswap-v2/uniswap-v2.ts';
import type { UniswapV4Pool } from '../../../../src/platform/chain/uniswap-v4/uniswap-v4.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { type RecordStore, withoutForm } from '../../../../src/platform/store/record-store.ts';
import type { Address } from '../../../../src/values/address.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import type { JsonObject } from '../../../../src/values/json.ts';
import { NATIVE_ADDRESS } from '../../../../src/values/native.ts';
import { numberOfRational } from '../../../../src/values/rational.ts';
import { keptLog } from '../../../support/kept-log.ts';
import { addressOf, createFakeUniswapV3, fakePool } from '../routes/fake-uniswap-v3.ts';

const CHAIN = 1;
const [A, WETH, Z] = [addressOf(0xa1), addressOf(0xc3), addressOf(0xe5)];
const PAIR = [A, WETH] as const;
const E24 = 10n ** 24n;

/** Creates fake pools of Uniswap v2 and v4, with their own clock. */
function createWorld() {
  const world = {
    nowSec: 1_700_000_000,
    isAway: false,
    finds: 0,
    reads: 0,
    pairs: [] as (UniswapV2Pair & { reserves: readonly [bigint, bigint] })[],
    pools: [] as (UniswapV4Pool & { tick: number; liquidity: bigint })[],
  };
  const answer = <T>(value: T): Promise<T> => {
    if (world.isAway) return Promise.reject(new RetryableError({ code: 'rpc-unavailable', message: 'away' }));
    return Promise.resolve(value);
  };
  const isAsked = (pairs: readonly (readonly [Address, Address])[], a: Address, b: Address) =>
    pairs.some((pair) => pair.includes(a) && pair.includes(b));
  const uniswapV2 = {
    findPairs: (_: number, __: unknown, pairs: readonly (readonly [Address, Address])[]) => {
      world.finds += pairs.length;
      return answer(world.pairs.filter(({ token0, token1 }) => isAsked(pairs, token0, token1)));
    },
    readPairs: (_: number, addresses: readonly Address[]) => {
      world.reads += 1;
      return answer(
        addresses.map((address) => {
          const pair = world.pairs.find((one) => one.address === address);
          if (pair === undefined) return null;
          const [reserve0, reserve1] = pair.reserves;
          const seconds = BigInt(world.nowSec);
          const sum = (of: bigint, by: bigint) => (by === 0n ? 0n : ((of << 112n) / by) * seconds);
          return { atSec: world.nowSec, reserve0, reserve1, cumulative0: sum(reserve1, reserve0), cumulative1: sum(reserve0, reserve1) };
        }),
      );
    },
  };
  const uniswapV4 = {
    idOf: ({ currency0, currency1, fee }: UniswapV4Pool) => `0x${currency0.slice(2)}${currency1.slice(2)}${fee}` as const,
    findPools: (_: number, __: unknown, pairs: readonly (readonly [Address, Address])[]) =>
      answer(world.pools.filter(({ currency0, currency1 }) => isAsked(pairs, currency0, currency1))),
    readPools: (_: number, __: unknown, pools: readonly UniswapV4Pool[]) =>
      answer(
        pools.map((pool) => {
          const { tick, liquidity } =
            world.pools.find((one) => one.currency0 === pool.currency0 && one.fee === pool.fee) ?? (pool as never);
          return { atSec: world.nowSec, tick, liquidity, changes: [] };
        }),
      ),
  };
  return { world, uniswapV2, uniswapV4 };
}

const network: EffectiveNetwork = {
  ...{ id: CHAIN, name: 'test', show: true, explorerUrl: null, confirmations: 0, launchpad: { enabled: false }, dollarTokens: [] },
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  ...{ rpcUrls: [], nodeUrls: ['http://127.0.0.1:1'] },
  contracts: {
    ...{ relayer: null, dcaVault: null, autopilotVault: null, multicall3: null, wrappedNative: WETH },
    uniswapV2: { factory: addressOf(1), router: addressOf(2) },
    uniswapV3: { factory: addressOf(3), quoterV2: addressOf(4), swapRouter: addressOf(5), swapRouterVersion: 1 },
    uniswapV4: { poolManager: addressOf(6), quoter: addressOf(7), stateView: addressOf(8), swapRouter: null },
  },
};

let made: ReturnType<typeof createWorld>;
let log: ReturnType<typeof keptLog>;
beforeEach(() => {
  made = createWorld();
  log = keptLog();
});

function createSamples(more: { mostPairs?: number; listed?: readonly Address[]; records?: RecordStore } = {}) {
  const { world, uniswapV2, uniswapV4 } = made;
  const networks: Pick<Networks, 'get'> = { get: async () => network };
  const tokens = { findMany: async () => new Map((more.listed ?? []).map((one) => [`${CHAIN}:${one}`, {} as never])) };
  const clock = { now: () => world.nowSec * 1_000 };
  const repository = createPoolSampleRepository({ records: more.records ?? createMemoryRecordStore({ clock }) });
  const { mostPairs = 150 } = more;
  const samples = createPoolSamples({ uniswapV2, uniswapV4, networks, tokens, clock, log, repository, keepSeconds: 1_800, mostPairs });
  const minutes = async (count: number) => {
    for (let minute = 0; minute < count; minute += 1) {
      world.nowSec += 60;
      await samples.sample();
    }
  };
  const means = () => samples.meansOf(CHAIN, [PAIR], guardRules(CHAIN));
  return { samples, minutes, means };
}

const v2 = (price: number, depth: bigint = E24) => ({
  ...{ address: addressOf(0x22), token0: A, token1: WETH },
  reserves: [depth, BigInt(Math.round(price * 1_000)) * (depth / 1_000n)] as const,
});

describe('a pair', () => {
  test('is sampled from the first question on, and counts after the whole window', async () => {
    made.world.pairs.push(v2(4));
    const { samples, minutes, means } = createSamples();
    await minutes(60);
    expect([made.world.reads, made.world.finds]).toEqual([0, 0]);
    samples.note(CHAIN, [PAIR], true);
    await minutes(30);
    expect(means()).toEqual([]);
    await minutes(1);
    expect(means()).toMatchObject([{ token0: A, token1: WETH, overSeconds: 1_800, basis: addressOf(0x22) }]);
    expect(means()[0]?.tick).toBeCloseTo(tickOfPrice(4), 2);
    expect(made.world.reads).toBe(31);
    // In this time the service must have searched for pools twice: at its start and after half an hour.
    expect(made.world.finds).toBe(2);
  });

  test('never has a current price', async () => {
    made.world.pairs.push(v2(4));
    const { samples, minutes } = createSamples();
    samples.note(CHAIN, [PAIR], true);
    await minutes(40);
    expect(samples.meansOf(CHAIN, [PAIR], priceRules(31337))).toEqual([]);
  });

  test('finds pools that appear later, which count as young then', async () => {
    const { samples, minutes, means } = createSamples();
    samples.note(CHAIN, [PAIR], true);
    await minutes(5);
    made.world.pairs.push(v2(4));
    // The new pool is found only by the next search, because the service searches every half hour. Then half an hour of samples is needed.
    await minutes(55);
    expect(means()).toEqual([]);
    await minutes(1);
    expect(means()).toHaveLength(1);
  });

  test('includes the pools of the native asset, in the right direction', async () => {
    const liquidity = E24;
    // The same price has opposite signs in the two pools, because a pool's tick refers to the token order: the native asset comes before
    // token A, and WETH comes after it.
    made.world.pools.push({ currency0: NATIVE_ADDRESS, currency1: A, fee: 500, tickSpacing: 10, tick: 7_000, liquidity });
    made.world.pools.push({ currency0: A, currency1: WETH, fee: 3_000, tickSpacing: 60, tick: -7_000, liquidity });
    const { samples, minutes, means } = createSamples();
    samples.note(CHAIN, [PAIR], true);
    await minutes(32);
    expect(means().map(({ tick, token0 }) => [tick, token0])).toEqual([
      [-7_000, A],
      [-7_000, A],
    ]);
  });

  test('has no price after a time without samples, until a whole window has passed', async () => {
    made.world.pairs.push(v2(4));
    const { samples, minutes, means } = createSamples();
    samples.note(CHAIN, [PAIR], true);
    await minutes(40);
    made.world.isAway = true;
    await minutes(5);
    // While the pools cannot be read, their last average price must be used for ten minutes and not longer.
    expect(means()).toHaveLength(1);
    expect(log.lines.filter((line) => line.startsWith('warn'))).not.toEqual([]);
    await minutes(6);
    expect(means()).toEqual([]);
    made.world.isAway = false;
    await minutes(30);
    expect(means()).toEqual([]);
    await minutes(1);
    expect(means()).toHaveLength(1);
  });

  test('keeps its pools when a search does not find them for a moment', async () => {
    made.world.pairs.push(v2(4));
    const { samples, minutes, means } = createSamples();
    samples.note(CHAIN, [PAIR], true);
    await minutes(30);
    const held = made.world.pairs.splice(0);
    await minutes(1);
    made.world.pairs.push(...held);
    await minutes(5);
    expect(means()).toHaveLength(1);
  });
});

test('strangers who request many pairs evict none, and do not increase the reads beyond a bound', async () => {
  made.world.pairs.push(v2(4));
  const { samples, minutes, means } = createSamples({ mostPairs: 20 });
  samples.note(CHAIN, [PAIR], true);
  await minutes(1);
  for (let round = 0; round < 40; round += 1) {
    const many = Array.from({ length: 2_000 }, (_, index) => [addressOf(1_000_000 + 2_000 * round + index), Z] as const);
    samples.note(CHAIN, many, false);
    samples.note(CHAIN, many, true);
    await minutes(1);
  }
  expect(means()).toHaveLength(1);
  expect(made.world.finds).toBeLessThanOrEqual(40);
});

test('an unavailable chain does not delay the others, and reading never throws', async () => {
  const { samples, minutes, means } = createSamples();
  made.world.isAway = true;
  samples.note(CHAIN, [PAIR], true);
  await minutes(2);
  expect(means()).toEqual([]);
});

describe('a restart', () => {
  /** Takes samples for 40 minutes, and continues after a restart that took `seconds` seconds. */
  async function restartAfter(seconds: number) {
    made.world.pairs.push(v2(4));
    made.world.pools.push({ currency0: A, currency1: WETH, fee: 3_000, tickSpacing: 60, tick: 13_864, liquidity: E24 });
    const records = createMemoryRecordStore({ clock: { now: () => made.world.nowSec * 1_000 } });
    const before = createSamples({ records });
    before.samples.note(CHAIN, [PAIR], true);
    await before.minutes(40);
    const meansBefore = before.means();
    made.world.nowSec += seconds;
    const after = createSamples({ records });
    await after.samples.restore();
    return { after, meansBefore, records };
  }

  test('continues with the stored samples, before and after its first own sample', async () => {
    const { after, meansBefore } = await restartAfter(300);
    expect(meansBefore).toHaveLength(2);
    const restored = after.means();
    expect(restored.map(({ basis, overSeconds, tick }) => [basis, overSeconds, Math.round(tick)])).toEqual(
      meansBefore.map(({ basis, overSeconds, tick }) => [basis, overSeconds, Math.round(tick)]),
    );
    for (const [index, { liquidity }] of restored.entries()) expect(liquidity / (meansBefore[index]?.liquidity ?? 0)).toBeCloseTo(1, 5);
    await after.minutes(1);
    expect(after.means().map(({ tick }) => Math.round(tick))).toEqual([13_864, 13_864]);
  });

  test('that takes too long starts the history again, and samples the pairs of orders at once', async () => {
    const { after } = await restartAfter(700);
    expect(after.means()).toEqual([]);
    await after.minutes(30);
    expect(after.means()).toEqual([]);
    await after.minutes(1);
    expect(after.means()).toHaveLength(2);
  });

  test('ignores stored data that cannot be read, or is no history', async () => {
    const { records } = await restartAfter(300);
    const rows = records.collection<JsonObject>(withoutForm(POOL_SAMPLES));
    const {
      rows: [row],
    } = await rows.scan({ limit: 10 });
    if (row === undefined) throw new Error('There is a row');
    const { pools: stored } = row;
    const [pool = {}] = stored as readonly JsonObject[];
    const wrong: readonly JsonObject[] = [
      { steps: [60, 1] },
      { steps: [-60, 0, 5] },
      { steps: [60, 0, -5] },
      { steps: 'none' },
      { cumulative0: 'x' },
      { atSec: 'now' },
    ];
    for (const change of wrong) {
      const { _id, rev, ...value } = row;
      await rows.put(_id, { ...value, pools: [{ ...pool, ...change }] });
      const { samples, means, minutes } = createSamples({ records });
      await samples.restore();
      expect(means()).toEqual([]);
      await minutes(1);
    }
  });

  test('works without the store', async () => {
    const { samples, minutes, means } = createSamples({ records: awayStore() });
    made.world.pairs.push(v2(4));
    await samples.restore();
    samples.note(CHAIN, [PAIR], true);
    await minutes(31);
    expect(means()).toHaveLength(1);
    expect(log.lines).toContain('warn The samples of pools could not be stored');
  });

  test('finds no more rows than there are pairs with a place', async () => {
    const records = createMemoryRecordStore({ clock: { now: () => made.world.nowSec * 1_000 } });
    const { samples, minutes } = createSamples({ records, mostPairs: 5 });
    for (let hour = 0; hour < 5; hour += 1) {
      samples.note(
        CHAIN,
        Array.from({ length: 10 }, (_, index) => [addressOf(1_000 * (hour + 1) + index), Z] as const),
        false,
      );
      await minutes(5);
      made.world.nowSec += 4_000;
    }
    expect((await records.collection(POOL_SAMPLES).scan({ limit: 100 })).rows).toHaveLength(5);
  });
});

/** A record store whose calls all fail. */
function awayStore(): RecordStore {
  const away = () => Promise.reject(new RetryableError({ code: 'store-unavailable', message: 'away' }));
  return { collection: () => ({ scan: away, put: away, remove: away }) as never };
}

describe('a thin v3 pool at twice the price, held over the whole window', () => {
  const attacker = fakePool(A, WETH, 3_000, { tick: 6_932, mean: { tick: 6_932, overSeconds: 1_800 }, liquidity: E24 / 50n });

  /** Returns the reference price of the pair after its pools were sampled for `count` minutes. */
  async function referenceAfter(count: number, more: { isAwayFor?: number } = {}) {
    const { samples, minutes } = createSamples();
    const references = createPoolReferences({ uniswapV3: createFakeUniswapV3([attacker]), samples });
    const ask = async () => {
      const readings = await references.read(network, [PAIR], guardRules(CHAIN), true);
      const voice = weighVoices(readings.voicesOf(A, WETH));
      return voice === null ? null : { price: Math.round(numberOfRational(voice.price) * 100) / 100, basis: voice.basis };
    };
    await ask();
    await minutes(count);
    if (more.isAwayFor !== undefined) {
      made.world.isAway = true;
      await minutes(more.isAwayFor);
    }
    return await ask();
  }

  test('counts alone until the other pools are sampled for long enough, and then has no effect', async () => {
    made.world.pairs.push(v2(1));
    expect(await referenceAfter(30)).toEqual({ price: 2, basis: attacker.pool.address });
    expect(await referenceAfter(31)).toEqual({ price: 1, basis: addressOf(0x22) });
  });

  test('and is the basis again, under another name, when the samples end', async () => {
    made.world.pairs.push(v2(1));
    expect(await referenceAfter(31, { isAwayFor: 10 })).toEqual({ price: 1, basis: addressOf(0x22) });
    expect(await referenceAfter(31, { isAwayFor: 11 })).toEqual({ price: 2, basis: attacker.pool.address });
  });

  test('has the majority where the other pools have even less liquidity', async () => {
    made.world.pairs.push(v2(1, E24 / 100n));
    expect(await referenceAfter(31)).toMatchObject({ price: 2 });
  });
});
