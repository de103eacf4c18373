import type { OpenChains } from '../../market/chains/open-chains.ts';
import type { DayFailure } from '../../market/day-sums/day-failures.ts';
import type { DayCounts } from '../../market/day-sums/module.ts';
import type { GasDays } from '../../market/gas/gas-days.ts';
import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { Clock } from '../../values/clock.ts';
import type { DayOfKind, ReadDay } from '../../values/inspection/today.ts';
import { addRationals, parseRational, type Rational, ZERO } from '../../values/rational.ts';
import { createSharedReading } from '../../values/shared-reading.ts';
import type { TradeStatusWord, TradeTerms } from '../../values/trade-terms.ts';
import { usdTextOf } from '../../values/usd.ts';
import { DAY_MS, utcDayOf } from '../../values/utc-day.ts';
import { type GivenAway, sumVolume, type Valued, valueGivenAway } from './value-given-away.ts';

/** A trade that a wallet sent itself, and that has ended. */
type EndedTrade = { readonly status: TradeStatusWord; readonly terms: Pick<TradeTerms, 'fromChainId' | 'fromToken' | 'amountIn'> };

export type TodayDeps = {
  readonly dayCounts: DayCounts;
  readonly gas: { readonly days: Pick<GasDays, 'today'> };
  /** Lists trades of all wallets that ended and were created at or after a time, newest first, at most about `most`. */
  readonly tradesEndedSince: (sinceMs: number, most: number) => Promise<readonly EndedTrade[]>;
  readonly chains: Pick<OpenChains['chains'], 'chainIds'>;
  readonly tokens: Pick<Tokens, 'findMany'>;
  readonly prices: Pick<Prices, 'pricesOf'>;
  readonly clock: Clock;
};

/** Maximum number of wallets' trades that are read for one report. */
const MOST_TRADES = 500;
const MOST_FAILURES = 5;
const MOST_TOKENS = 4;
const MICRO = 1_000_000;

/**
 * Reports the figures of the current UTC day. Each report reads a limited number of rows, however many actors and executed trades exist.
 */
export function createToday(deps: TodayDeps): ReadDay {
  const { clock } = deps;
  const read = createSharedReading(() => reportOf(deps), { clock });
  return async () => (await read()).value;
}

async function reportOf(deps: TodayDeps): ReturnType<ReadDay> {
  const { dayCounts, gas, chains, tradesEndedSince, clock } = deps;
  const nowMs = clock.now();
  const sinceMs = utcDayOf(nowMs) * DAY_MS;
  const [{ sums, isMore }, ofPositions, ofAgents, ended, spent] = await Promise.all([
    dayCounts.sums.today(),
    dayCounts.failures.today('position', MOST_FAILURES),
    dayCounts.failures.today('agent', MOST_FAILURES),
    tradesEndedSince(sinceMs, MOST_TRADES),
    Promise.all(chains.chainIds.map((chainId) => gas.days.today(chainId))),
  ]);
  const filled = ended.filter(({ status }) => status === 'success');
  const given: readonly GivenAway[] = [
    ...sums.map(({ kind, chainId, token, amount, fills }) => ({ kind, chainId, token, amount: BigInt(amount), fills })),
    ...filled.map(({ terms: { fromChainId: chainId, fromToken: token, amountIn } }) => ({
      ...{ kind: 'wallet' as const, chainId, token, amount: BigInt(amountIn), fills: 1 },
    })),
  ];
  const valued = await valueGivenAway(given, deps);
  const kinds = [
    ofKind('position', valued, { failures: ofPositions.count, isMore }),
    ofKind('agent', valued, { failures: ofAgents.count, isMore }),
    ofKind('wallet', valued, { failures: ended.length - filled.length, isMore: ended.length >= MOST_TRADES }),
  ];
  const sum = (name: 'fills' | 'failures' | 'unpricedFills') => kinds.reduce((all, kind) => all + kind[name], 0);
  return {
    ...{ nowMs, sinceMs, orders: sum('fills') + sum('failures'), fills: sum('fills'), failures: sum('failures') },
    volumeUsd: usdTextOf(kinds.map(({ volumeUsd }) => parseRational(volumeUsd)).reduce(addRationals, ZERO)),
    unpricedFills: sum('unpricedFills'),
    postponed: spent.reduce((all, { skipped = 0 }) => all + skipped, 0),
    gasUsd: usdTextOf(microUsd(spent.reduce((all, day) => all + day.microUsd, 0))),
    isMore: kinds.some((kind) => kind.isMore),
    kinds,
    newestFailures: newest([...ofPositions.newest, ...ofAgents.newest]),
  };
}

function ofKind(kind: DayOfKind['kind'], all: readonly Valued[], { failures, isMore }: Pick<DayOfKind, 'failures' | 'isMore'>): DayOfKind {
  const own = all.filter((each) => each.kind === kind);
  const tokens = own.toSorted((a, b) => Number(b.token.valueUsd ?? 0) - Number(a.token.valueUsd ?? 0)).slice(0, MOST_TOKENS);
  return {
    ...{ kind, failures, isMore, ...sumVolume(own) },
    fills: own.reduce((sum, each) => sum + each.token.fills, 0),
    tokens: tokens.map(({ token }) => token),
  };
}

function newest(failures: readonly DayFailure[]): Awaited<ReturnType<ReadDay>>['newestFailures'] {
  return failures
    .toSorted((a, b) => b.atMs - a.atMs)
    .slice(0, MOST_FAILURES)
    .map(({ subject: id, reason, atMs }) => ({ id, reason, atMs }));
}

function microUsd(amount: number): Rational {
  return { numerator: BigInt(Math.round(amount)), denominator: BigInt(MICRO) };
}
