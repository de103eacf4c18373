import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import { isAddress } from '../../values/address.ts';
import { digits, documentForm, flag, integer, listOf, membersOf, nullable, number, text, time } from '../../values/document-form.ts';
import { pagesOf } from '../../values/pages-of.ts';
import { ASKED_KEPT_MS, type AskedPair, ORDERED_KEPT_MS, pairKey, type TokenPair } from './asked-pairs.ts';
import type { PoolHistory, PoolStep } from './pool-history.ts';

/** The price history of a pool as it is stored. */
type StoredPool = {
  readonly name: string;
  readonly readAtMs: number;
  /** Time of the newest reading of the pool, in unix seconds. */
  readonly atSec: number;
  readonly tick: number;
  readonly liquidity: number;
  readonly cumulative0: string | null;
  readonly cumulative1: string | null;
  /** The steps of the price history, newest first, as three numbers each: seconds, tick, liquidity. They are consecutive, without a gap. */
  readonly steps: readonly number[];
};

type StoredPair = {
  readonly chainId: number;
  readonly token0: string;
  readonly token1: string;
  readonly isListed: boolean;
  readonly askedAtMs: number;
  readonly orderedAtMs: number | null;
  readonly pools: readonly StoredPool[];
  readonly expiresAtMs: number;
};

export type KeptPool = { readonly name: string; readonly readAtMs: number; readonly history: PoolHistory };
export type KeptPair = { readonly chainId: number; readonly pair: AskedPair; readonly pools: readonly KeptPool[] };

/** Stores the token pairs whose pools are sampled and the pools' price histories, one row for each pair, so that they survive a restart. */
export type PoolSampleRepository = {
  /** Loads all stored token pairs with their price histories. @throws RetryableError when the store is unavailable */
  load(): Promise<readonly KeptPair[]>;
  save(kept: KeptPair): Promise<void>;
  remove(chainId: number, pair: TokenPair): Promise<void>;
};

export const POOL_SAMPLES: CollectionSpec = {
  name: 'pool-samples',
  expiresAt: 'expiresAtMs',
  form: documentForm<StoredPair>({
    ...{ chainId: integer, token0: text, token1: text, isListed: flag, askedAtMs: time, orderedAtMs: nullable(time), expiresAtMs: time },
    pools: listOf(
      membersOf<StoredPool>({
        ...{ name: text, readAtMs: time, atSec: integer, tick: number, liquidity: number },
        ...{ cumulative0: nullable(digits), cumulative1: nullable(digits), steps: listOf(number) },
      }),
    ),
  }),
};

const PAGE = 100;
/**
 * Ticks are multiplied by this number before they are rounded and stored, so they are stored with a precision of a thousandth of a tick (a
 * tick is one basis point).
 */
const TICK_PARTS = 1_000;

export function createPoolSampleRepository(deps: { readonly records: RecordStore }): PoolSampleRepository {
  const rows = deps.records.collection<StoredPair>(POOL_SAMPLES);
  const idOf = (chainId: number, pair: TokenPair) => `${chainId}/${pairKey(pair)}`;
  return {
    async load() {
      const found: KeptPair[] = [];
      for await (const page of pagesOf((after) => rows.scan({ limit: PAGE, ...after }))) found.push(...page.rows.flatMap(keptOf));
      return found;
    },
    async save({ chainId, pair, pools }) {
      const expiresAtMs = Math.max(pair.askedAtMs + ASKED_KEPT_MS, (pair.orderedAtMs ?? 0) + ORDERED_KEPT_MS);
      await rows.put(idOf(chainId, pair), { chainId, ...pair, pools: pools.flatMap(storedOf), expiresAtMs });
    },
    async remove(chainId, pair) {
      await rows.remove(idOf(chainId, pair));
    },
  };
}

function storedOf({ name, readAtMs, history: { newest, steps } }: KeptPool): readonly StoredPool[] {
  if (newest === null) return [];
  const { atSec, tick, liquidity, sums } = newest;
  return [
    {
      ...{ name, readAtMs, atSec, tick: rounded(tick), liquidity },
      cumulative0: sums === null ? null : String(sums.cumulative0),
      cumulative1: sums === null ? null : String(sums.cumulative1),
      steps: steps.toReversed().flatMap((step) => [step.toSec - step.fromSec, rounded(step.tick), Number(step.liquidity.toPrecision(6))]),
    },
  ];
}

function rounded(tick: number): number {
  return Math.round(tick * TICK_PARTS) / TICK_PARTS;
}

function keptOf(row: Stored<StoredPair>): readonly KeptPair[] {
  const { chainId, token0, token1, isListed, askedAtMs, orderedAtMs, pools } = row;
  if (!isAddress(token0) || !isAddress(token1) || token0 >= token1) return [];
  const pair: AskedPair = { token0, token1, isListed, askedAtMs, orderedAtMs };
  return [{ chainId, pair, pools: pools.map(keptPoolOf) }];
}

function keptPoolOf({ name, readAtMs, atSec, tick, liquidity, cumulative0, cumulative1, steps }: StoredPool): KeptPool {
  const sums = cumulative0 === null || cumulative1 === null ? null : { cumulative0: BigInt(cumulative0), cumulative1: BigInt(cumulative1) };
  return { name, readAtMs, history: { newest: { atSec, tick, liquidity, sums }, steps: stepsOf(atSec, steps) } };
}

/**
 * Converts stored numbers to the steps of a price history, oldest first. If the numbers of a step are impossible, that step and all older
 * ones are left out.
 */
function stepsOf(atSec: number, numbers: readonly number[]): readonly PoolStep[] {
  const steps: PoolStep[] = [];
  let toSec = atSec;
  for (let at = 0; at + 2 < numbers.length; at += 3) {
    const [seconds = 0, tick = Number.NaN, liquidity = 0] = numbers.slice(at, at + 3);
    if (!(seconds > 0 && liquidity > 0 && Number.isFinite(tick))) break;
    steps.push({ fromSec: toSec - seconds, toSec, tick, liquidity });
    toSec -= seconds;
  }
  return steps.toReversed();
}
