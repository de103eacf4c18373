import type { Prices } from '../../market/prices/create-prices.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import type { ReadRelayed } from '../../platform/chain/relayer/read-relayed.ts';
import type { Log } from '../../platform/log/log.ts';
import { createRepeats } from '../../platform/log/repeats.ts';
import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, integer, text, time } from '../../values/document-form.ts';
import { doublingPauseMs } from '../../values/doubling-pause.ts';
import type { Hash } from '../../values/hash.ts';
import { isNative, NATIVE_ADDRESS } from '../../values/native.ts';
import { compareRationals, parseRational } from '../../values/rational.ts';
import { baseUnitsToUsd } from '../../values/usd.ts';
import type { PointsLedger } from './points-ledger.ts';

/** A trade whose successful outcome was read from its chain. */
export type EndedTrade = { readonly chainId: number; readonly hash: Hash; readonly wallet: Address };

type WaitingTrade = EndedTrade & { readonly attempts: number; readonly notedAtMs: number; readonly nextAttemptAtMs: number };

export const POINTS_TRADES: CollectionSpec = {
  name: 'points-trades',
  ofWallet: { by: 'wallet' },
  indexes: [['nextAttemptAtMs'], ['notedAtMs'], ['wallet']],
  form: documentForm<WaitingTrade>({
    ...{ chainId: integer, hash: text, wallet: text, attempts: integer, notedAtMs: time, nextAttemptAtMs: time },
  }),
};

/**
 * Awards points for trades. A trade counts when all of the following hold: it went through this service's relayer on a chain that the node
 * can read; the wallet in its record sent it; it swapped one listed token for another (not a native asset for its wrapped token, which
 * costs nothing); and its output had at least the minimum value. So this service built and signed its route, and fees were paid for it.
 */
export type TradeAwards = {
  /** Stores that a trade has succeeded. Can be repeated. The next call of `round` checks whether the trade earns points. */
  readonly note: (trade: EndedTrade) => Promise<void>;
  /** Checks all recorded trades whose check is due. Several nodes may run this at once. Errors are logged and not thrown. */
  readonly round: () => Promise<void>;
};

/** Maximum number of trades waiting to be checked for points. Reached only while prices or a chain are unavailable for a long time. */
const MOST_WAITING = 10_000;
const LOOKED_AT_ONCE = 50;
const FIRST_PAUSE_MS = 30_000;
const LONGEST_PAUSE_MS = 3_600_000;
/** How long, in ms, the check of a trade is repeated when the trade cannot be read or its price is unknown. */
const GIVE_UP_AFTER_MS = 7 * 86_400_000;

export function createTradeAwards(deps: {
  readonly records: RecordStore;
  readonly clock: Clock;
  readonly log: Log;
  readonly ledger: Pick<PointsLedger, 'award' | 'find'>;
  /** Returns the addresses of the relayer contract and the wrapped token of a chain; null when this node cannot read the chain. */
  readonly contractsOf: (chainId: number) => Promise<{ readonly relayer: Address; readonly wrappedNative: Address | null } | null>;
  readonly readRelayed: ReadRelayed;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly prices: Pick<Prices, 'priceOf'>;
  /** Returns the minimum value of a trade's output in dollars. */
  readonly minUsd: () => number;
}): TradeAwards {
  const { clock, log, ledger, tokens } = deps;
  const waiting = deps.records.collection<WaitingTrade>(POINTS_TRADES);
  const repeats = createRepeats({ log, now: () => clock.now() });

  /**
   * Decides whether a trade earns points. The result `later` means that the trade is not final yet or a value is unknown, so it is checked
   * again.
   */
  async function judge({ chainId, hash, wallet }: EndedTrade): Promise<'counts' | 'does-not-count' | 'later'> {
    const contracts = await deps.contractsOf(chainId);
    if (contracts === null) return 'does-not-count';
    const trade = await deps.readRelayed(chainId, hash, contracts.relayer);
    if (trade === null || trade.from !== wallet) return 'does-not-count';
    if (!trade.isFinal) return 'later';
    const [sold, bought] = [trade.fromToken, trade.toToken].map((token) => (isNative(token) ? NATIVE_ADDRESS : token));
    if (sold === undefined || bought === undefined) return 'does-not-count';
    const [soldToken, boughtToken] = await Promise.all([tokens.find(chainId, sold), tokens.find(chainId, bought)]);
    if (soldToken === null || boughtToken === null) return 'does-not-count';
    const unwrapped = (token: Address) => (token === contracts.wrappedNative ? NATIVE_ADDRESS : token);
    if (unwrapped(sold) === unwrapped(bought)) return 'does-not-count';
    const { price } = await deps.prices.priceOf(boughtToken);
    if (price === null) return 'later';
    const usd = baseUnitsToUsd(trade.amountOut, parseRational(price.usd), boughtToken.decimals);
    return compareRationals(usd, parseRational(String(deps.minUsd()))) < 0 ? 'does-not-count' : 'counts';
  }

  async function look({ _id, rev, ...trade }: WaitingTrade & { readonly _id: string; readonly rev: number }): Promise<void> {
    const { chainId, hash, wallet, attempts, notedAtMs } = trade;
    let found: Awaited<ReturnType<typeof judge>> = 'later';
    try {
      found = await judge(trade);
      if (found === 'counts') await ledger.award({ reason: 'trade', ref: _id, wallet });
      repeats.over(String(chainId), 'Points for trades can be computed again', { chainId });
    } catch (error) {
      found = 'later';
      repeats.warn(String(chainId), 'Computing the points for a trade failed and will be retried', { chainId, hash, error });
    }
    const nowMs = clock.now();
    if (found !== 'later') await waiting.remove(_id);
    else if (nowMs - notedAtMs >= GIVE_UP_AFTER_MS) {
      await waiting.remove(_id);
      repeats.error(`given up/${chainId}`, 'A trade got no points, because it could not be read or priced for a week', { chainId, hash });
    } else {
      const next = nowMs + doublingPauseMs(FIRST_PAUSE_MS, LONGEST_PAUSE_MS, attempts + 1);
      await waiting.update(_id, rev, { ...trade, attempts: attempts + 1, nextAttemptAtMs: next });
    }
  }

  return {
    async note(trade) {
      const { chainId, hash, wallet } = trade;
      const id = `${chainId}/${hash}`;
      if ((await ledger.find('trade', id)) !== null) return;
      if ((await waiting.count({})) >= MOST_WAITING) {
        repeats.error('full', 'Too many trades wait for their points, so another trade will get none', { chainId, hash });
        return;
      }
      const nowMs = clock.now();
      await waiting.insert(id, { chainId, hash, wallet, attempts: 0, notedAtMs: nowMs, nextAttemptAtMs: nowMs });
    },

    async round() {
      try {
        const due = await waiting.find({
          where: {},
          range: { field: 'nextAttemptAtMs', to: clock.now() },
          sort: { field: 'nextAttemptAtMs', order: 'ascending' },
          limit: LOOKED_AT_ONCE,
        });
        for (const trade of due.rows) await look(trade);
        repeats.over('round', 'Trades that wait for points can be read again', {});
      } catch (error) {
        repeats.warn('round', 'Reading the trades that wait for points failed and will be retried', { error });
      }
    },
  };
}
