import { STATUS_UNKNOWN } from '../../values/trade-ends.ts';
import type { TradeActors } from './trade-actors.ts';
import { isVerified, type TradeObservation, type TradeReading, type TradeStatusSource } from './trade-record.ts';

const LOOK_MS = 8_000;

/** Reasons for knowing nothing that a chain has given, and no endpoint or aggregator that could not be asked. */
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

/** Looks again at a trade that has ended, because its chain does not have the block any more that showed it. False: nothing can be told now. */
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

/** The chain of the source, at least, has a part in it. */
function isShownEnd(trade: TradeReading): boolean {
  const { status, reason, hashIsFixed } = trade;
  return isVerified(trade) === true || (status !== 'pending' && hashIsFixed && reason !== STATUS_UNKNOWN);
}

function isTold({ status, reason }: TradeObservation): boolean {
  return status !== 'pending' || SHOWN.has(reason);
}
