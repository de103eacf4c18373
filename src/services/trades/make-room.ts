import { claimantOf, outranks } from './hash-book.ts';
import type { TradeActors } from './trade-actors.ts';
import type { TradeReading } from './trade-record.ts';

/** Open records of a wallet that are looked after by themselves: anyone may write them in anyone's name, and each costs looks. */
export const MOST_OPEN = 100;
/** How many too many are set aside at a time: refreshes may have opened some again. */
const MOST_AT_ONCE = 20;

/**
 * Makes room for one more open record of a wallet. Nobody is refused: else a stranger could keep a wallet from recording its trades. The
 * records that say least are set aside instead, which takes nothing from them but the looks that they make by themselves: a hash
 * that is brought, or a look that is asked for, opens them again. About so many: of several at once a few more may get in.
 */
export function createMakeRoom({ trades }: { readonly trades: TradeActors }): (wallet: string) => Promise<void> {
  return async (wallet) => {
    const open = (await trades.list({ wallet, statuses: ['pending'], limit: MOST_OPEN + MOST_AT_ONCE })).trades;
    const tooMany = open.length - MOST_OPEN + 1;
    for (const { terms } of byWorth(open).slice(0, Math.max(0, tooMany))) await trades.setAside(terms.tradeId);
  };
}

/** Those that say least come first, and of the same worth the oldest. @param open newest first */
export function byWorth(open: readonly TradeReading[]): TradeReading[] {
  const firstOf = new Map<string, TradeReading>();
  for (const trade of open) {
    if (trade.hash === null || !trade.hashIsFixed) continue;
    const known = firstOf.get(trade.hash);
    const isFirst = known === undefined || outranks(claimantOf(trade, trade.hash), claimantOf(known, trade.hash));
    if (isFirst) firstOf.set(trade.hash, trade);
  }
  const worth = (trade: TradeReading): number => {
    // A transaction of the wallet itself, which nobody else can make; its copies are anybody's.
    if (trade.hash !== null && firstOf.get(trade.hash) === trade) return 2;
    return trade.hash !== null || trade.terms.reference !== null ? 1 : 0;
  };
  return [...open].reverse().sort((a, b) => worth(a) - worth(b) || a.createdAtMs - b.createdAtMs);
}
