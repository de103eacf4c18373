import type { UniswapV2 } from '../../platform/chain/uniswap-v2/uniswap-v2.ts';
import type { UniswapV4 } from '../../platform/chain/uniswap-v4/uniswap-v4.ts';
import { createRepeats, type RepeatsLog } from '../../platform/log/repeats.ts';
import { chainWithinTime } from '../../platform/loop/within-time.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { EffectiveNetwork } from '../networks/network.ts';
import type { Tokens } from '../tokens/create-tokens.ts';
import { tokenKey } from '../tokens/token.ts';
import { type AskedPairs, createAskedPairs, pairKey, sortedPair, type TokenPair } from './asked-pairs.ts';
import { EMPTY_HISTORY, MOST_GAP_SECONDS, meanOf, type PoolHistory, type PoolMean, type PoolReading, withReading } from './pool-history.ts';
import type { PoolSampleRepository } from './pool-sample-repository.ts';
import type { ReferenceRules } from './reference-rules.ts';
import { findSampledPools, readSampledPools, type SampledPool } from './sampled-pools.ts';

/**
 * Mean price of a pool of Uniswap v2 or v4 over a period. `tick` is the price of token0 in token1 as a Uniswap tick (its logarithm to base
 * 1.0001); `basis` is the pool's name.
 */
export type SampledMean = TokenPair & PoolMean & { readonly basis: string };

/**
 * Price histories of the Uniswap v2 and v4 pools of requested token pairs. They consist of samples (regular readings) that this node takes,
 * because these pools offer no history that can be read from the chain. A pair is sampled from its first request on. Each node samples
 * separately: this needs only few reads, and does not depend on other nodes' clocks or RPC endpoints.
 */
export type PoolSamples = {
  /** Records that the prices of token pairs were requested. Reads nothing from the chain. */
  note(chainId: number, pairs: readonly (readonly [Address, Address])[], isForOrder: boolean): void;
  /**
   * Returns the mean prices of all sampled pools of the pairs in `pairs` whose history satisfies the rules. Reads nothing from the chain.
   */
  meansOf(chainId: number, pairs: readonly (readonly [Address, Address])[], rules: ReferenceRules): readonly SampledMean[];
  /** Restores the price histories that were stored before the last restart. Never rejects. */
  restore(): Promise<void>;
  /**
   * Reads every sampled pool on all chains once and adds the readings to the price histories. Never rejects: the histories of a chain that
   * cannot be read get a gap.
   */
  sample(): Promise<void>;
};

/**
 * A pool that is read regularly. `pool` is null when its history was restored from the store, but the pool itself has not been found again
 * yet.
 */
type Sampled = { pool: SampledPool | null; history: PoolHistory; readAtMs: number };
type PairPools = { readonly pair: TokenPair; readonly pools: Map<string, Sampled>; foundAtMs: number };
type ChainSamples = {
  readonly asked: AskedPairs;
  readonly byPair: Map<string, PairPools>;
  /** Token pairs for which orders requested the price since the last sample. */
  readonly orders: Map<string, TokenPair>;
  /** Token pairs whose price was requested since the last sample, but not for an order. */
  readonly others: Map<string, TokenPair>;
  /** Token pairs whose pools are no longer sampled, because other pairs have replaced them. The next save removes them from the store. */
  readonly dropped: Map<string, TokenPair>;
  samplesTaken: number;
};

/** Maximum number of token pairs per chain whose pools are sampled. */
const MOST_PAIRS = 150;
/** Maximum number of new token pairs per chain that are accepted between two samples, separately for pairs of orders and other pairs. */
const MOST_NOTED = 300;
/** Time in ms after which the pools of a token pair are searched for again. */
const FIND_EVERY_MS = 30 * 60_000;
/** Maximum number of token pairs whose pools are searched for at one sample of a chain. */
const MOST_FOUND_AT_ONCE = 50;
/**
 * Number of samples after which all price histories are stored. A restart loses at most this number of samples, and the gap is short enough
 * that the price histories can be continued.
 */
const SAVE_EVERY = 5;
/** Time limit in ms for sampling the pools of one chain. */
const SAMPLE_WITHIN_MS = 30_000;

export function createPoolSamples(deps: {
  readonly uniswapV2: Pick<UniswapV2, 'findPairs' | 'readPairs'>;
  readonly uniswapV4: Pick<UniswapV4, 'findPools' | 'readPools' | 'idOf'>;
  readonly networks: Pick<Networks, 'get'>;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly clock: Clock;
  readonly log: RepeatsLog;
  readonly repository: PoolSampleRepository;
  /** How long samples are kept, in seconds: the longest time window for which callers request mean prices. */
  readonly keepSeconds: number;
  readonly mostPairs?: number;
}): PoolSamples {
  const { networks, tokens, clock, log, repository, keepSeconds, mostPairs = MOST_PAIRS } = deps;
  const repeats = createRepeats({ log, now: () => clock.now() });
  const chains = new Map<number, ChainSamples>();

  return {
    note(chainId, pairs, isForOrder) {
      const chain = chainOf(chainId);
      const noted = isForOrder ? chain.orders : chain.others;
      for (const pair of pairs.filter(([a, b]) => a !== b).map(sortedPair)) {
        if (chain.asked.touch({ ...pair, isForOrder }, clock.now())) continue;
        if (noted.size < MOST_NOTED) noted.set(pairKey(pair), pair);
      }
    },

    meansOf(chainId, pairs, rules) {
      const byPair = chains.get(chainId)?.byPair;
      // An averaging time of 0 means that the caller requests current prices, which samples cannot provide.
      if (byPair === undefined || rules.priceSeconds === 0) return [];
      const keys = new Set(pairs.map((pair) => pairKey(sortedPair(pair))));
      return [...keys].flatMap((key) => {
        const known = byPair.get(key);
        return known === undefined ? [] : [...known.pools].flatMap(([name, one]) => meanAt(known.pair, name, one, rules));
      });
    },

    async restore() {
      try {
        for (const { chainId, pair, pools } of await repository.load()) {
          const chain = chainOf(chainId);
          chain.asked.restore(pair);
          chain.byPair.set(pairKey(pair), {
            pair,
            pools: new Map(pools.map(({ name, readAtMs, history }) => [name, { pool: null, history, readAtMs }])),
            foundAtMs: Number.NEGATIVE_INFINITY,
          });
        }
      } catch (error) {
        repeats.warn('restore', 'Stored samples of pools could not be read, so sampling starts again', { error });
      }
    },

    async sample() {
      await Promise.all([...chains].map(([chainId, chain]) => sampleSafely(chainId, chain)));
    },
  };

  function chainOf(chainId: number): ChainSamples {
    const known = chains.get(chainId);
    if (known !== undefined) return known;
    const chain: ChainSamples = {
      asked: createAskedPairs({ mostPairs }),
      ...{ byPair: new Map(), orders: new Map(), others: new Map(), dropped: new Map(), samplesTaken: 0 },
    };
    chains.set(chainId, chain);
    return chain;
  }

  function meanAt(
    { token0, token1 }: TokenPair,
    basis: string,
    { history, readAtMs }: Sampled,
    rules: ReferenceRules,
  ): readonly SampledMean[] {
    if (Math.abs(clock.now() - readAtMs) > MOST_GAP_SECONDS * 1_000) return [];
    const mean = meanOf(history, rules);
    return mean === null ? [] : [{ ...mean, token0, token1, basis }];
  }

  async function sampleSafely(chainId: number, chain: ChainSamples): Promise<void> {
    try {
      await chainWithinTime(sampleChain(chainId, chain), SAMPLE_WITHIN_MS, chainId);
      repeats.over(String(chainId), 'The pools of a chain can be sampled again', { chainId });
    } catch (error) {
      repeats.warn(String(chainId), 'The pools of a chain could not be sampled', { chainId, error });
    }
    chain.samplesTaken += 1;
    if (chain.samplesTaken % SAVE_EVERY !== 0) return;
    try {
      await save(chainId, chain);
      repeats.over(`${chainId}/save`, 'The samples of pools can be stored again', { chainId });
    } catch (error) {
      repeats.warn(`${chainId}/save`, 'The samples of pools could not be stored', { chainId, error });
    }
  }

  async function save(chainId: number, { asked, byPair, dropped }: ChainSamples): Promise<void> {
    for (const [key, pair] of dropped) {
      if (!byPair.has(key)) await repository.remove(chainId, pair);
      dropped.delete(key);
    }
    for (const pair of asked.list(clock.now())) {
      const pools = [...(byPair.get(pairKey(pair))?.pools ?? [])].map(([name, one]) => ({ name, ...one }));
      await repository.save({ chainId, pair, pools });
    }
  }

  async function sampleChain(chainId: number, chain: ChainSamples): Promise<void> {
    await admitNoted(chainId, chain);
    const network = await networks.get(chainId);
    if (network === null || network.nodeUrls.length === 0) return;
    await findPools(network, chain);
    const known = [...chain.byPair.values()].flatMap(({ pools }) => [...pools.values()]);
    const sampled = known.flatMap((one) => (one.pool === null ? [] : [{ one, pool: one.pool }]));
    const readings = await readSampledPools(
      deps,
      network,
      sampled.map(({ pool }) => pool),
    );
    for (const [index, { one }] of sampled.entries()) takeReading(one, readings[index] ?? null);
  }

  function takeReading(sampled: Sampled, reading: PoolReading | null): void {
    if (reading === null) return;
    sampled.history = withReading(sampled.history, reading, keepSeconds);
    sampled.readAtMs = clock.now();
  }

  async function admitNoted(chainId: number, { asked, byPair, orders, others, dropped }: ChainSamples): Promise<void> {
    const noted = [
      ...[...orders.values()].map((pair) => ({ ...pair, isForOrder: true })),
      ...[...others.values()].map((pair) => ({ ...pair, isForOrder: false })),
    ];
    orders.clear();
    others.clear();
    const addresses = [...new Set(noted.flatMap(({ token0, token1 }) => [token0, token1]))];
    const listed = addresses.length === 0 ? null : await tokens.findMany(addresses.map((address) => ({ chainId, address })));
    const isListed = (address: Address) => listed?.has(tokenKey(chainId, address)) === true;
    asked.admit(
      noted.map((pair) => ({ ...pair, isListed: isListed(pair.token0) && isListed(pair.token1) })),
      clock.now(),
    );
    const kept = new Map(asked.list(clock.now()).map((pair) => [pairKey(pair), pair]));
    for (const [key, { pair }] of byPair) {
      if (kept.has(key)) continue;
      byPair.delete(key);
      dropped.set(key, pair);
    }
    for (const [key, pair] of kept) if (!byPair.has(key)) byPair.set(key, { pair, pools: new Map(), foundAtMs: Number.NEGATIVE_INFINITY });
  }

  /**
   * Searches for the pools of those token pairs for which the last search is longest ago. Pools that are already known keep their history,
   * even when a search fails temporarily.
   */
  async function findPools(network: EffectiveNetwork, { asked, byPair }: ChainSamples): Promise<void> {
    const now = clock.now();
    const due = asked
      .list(now)
      .flatMap((pair) => {
        const entry = byPair.get(pairKey(pair));
        return entry === undefined || now - entry.foundAtMs < FIND_EVERY_MS ? [] : [{ pair, entry }];
      })
      .sort((a, b) => a.entry.foundAtMs - b.entry.foundAtMs)
      .slice(0, MOST_FOUND_AT_ONCE);
    if (due.length === 0) return;
    const found = Map.groupBy(
      await findSampledPools(
        deps,
        network,
        due.map(({ pair }) => pair),
      ),
      pairKey,
    );
    for (const { pair, entry } of due) {
      const pools = new Map((found.get(pairKey(pair)) ?? []).map((pool) => [pool.name, pool]));
      for (const [name, { pool, history }] of entry.pools) {
        if (!pools.has(name) && (pool === null || history.newest === null)) entry.pools.delete(name);
      }
      for (const [name, pool] of pools) {
        const before = entry.pools.get(name);
        if (before === undefined) entry.pools.set(name, { pool, history: EMPTY_HISTORY, readAtMs: Number.NEGATIVE_INFINITY });
        else before.pool = pool;
      }
      entry.foundAtMs = now;
    }
  }
}
