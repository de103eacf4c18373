import type { ListOldEnds } from '../../market/deferred/watch-forks.ts';
import { STATUS_UNKNOWN } from '../../values/trade-ends.ts';
import type { TradeObservation } from '../../values/trade-terms.ts';
import type { TradeActors } from './trade-actors.ts';
import { isVerified, type TradeReading, type TradeStatusSource } from './trade-record.ts';

const LOOK_MS = 8_000;

/**
 * Reasons for an unknown status that are derived from the data of a chain. Other reasons mean that an endpoint or an aggregator did not
 * answer.
 */
const SHOWN: ReadonlySet<string | null> = new Set([
  'hash-not-on-chain',
  'in-the-pool',
  'confirming',
  'not-arrived',
  'arrival-not-shown',
  'hash-of-another-wallet',
  'hash-older-than-record',
  'delivery-not-on-chain',
  'delivery-reverted',
  'provider-pending',
  'provider-says',
  'no-status-source',
]);

/**
 * Checks a settled trade again, because the block that showed its outcome is no longer part of its chain. Returns false when the status
 * cannot be determined now.
 */
export type RecheckTrade = (tradeId: string) => Promise<boolean>;

export function createRecheckTrade(deps: { readonly trades: TradeActors; readonly status: TradeStatusSource }): RecheckTrade {
  const { trades, status } = deps;
  return async (tradeId) => {
    const trade = await trades.read(tradeId);
    if (trade === null || !isShownEnd(trade)) return true;
    const observation = await status.statusOf(trade, AbortSignal.timeout(LOOK_MS));
    if (!isTold(observation)) return false;
    await trades.doubt(tradeId, observation);
    return true;
  };
}

/** Lists the newest ended trades that involve a chain; see `ListOldEnds`. */
export function listEndedTrades(trades: Pick<TradeActors, 'newestEnded'>): ListOldEnds {
  return async (chainId, sinceMs, most) =>
    (await trades.newestEnded(sinceMs, most)).flatMap((trade) =>
      isShownEnd(trade) && [trade.terms.fromChainId, trade.terms.toChainId].includes(chainId) ? [trade.terms.tradeId] : [],
    );
}

/** Whether the trade's outcome is based on the data of at least its source chain. */
function isShownEnd(trade: TradeReading): boolean {
  const { status, reason, hashIsFixed } = trade;
  return isVerified(trade) === true || (status !== 'pending' && hashIsFixed && reason !== STATUS_UNKNOWN);
}

function isTold({ status, reason }: TradeObservation): boolean {
  return status !== 'pending' || SHOWN.has(reason);
}
