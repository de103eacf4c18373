import { claimantOf, type HashBook, outranks } from './hash-book.ts';
import type { OpenKind, TradeActors } from './trade-actors.ts';
import type { TradeReading } from './trade-record.ts';

/** Open records of a wallet that are looked after by themselves: anyone may write them in anyone's name, and each costs looks. */
export const MOST_OPEN = 100;
/** How many too many are set aside at a time: refreshes may have opened some again. */
const MOST_AT_ONCE = 20;

/** Beyond the bound of all wallets so many are looked for room among, the oldest, and so many of them set aside at a time. */
const LOOKED_AMONG = 100;
const ROOM_AT_ONCE = 20;
/** Of one wallet so many count the same: who has more stands back behind the others. */
const FEW = 10;

/**
 * Makes room for one more open record: of its wallet, and in all, for wallets cost nothing. Nobody is refused: else a stranger could keep a
 * wallet from recording its trades. The records that say least are set aside instead, which takes nothing from them but the looks that they
 * make by themselves: a hash that is brought, or a look that finds something, opens them again. Those of which a chain has shown that they
 * are their wallet's stay. About so many: of several at once a few more may get in.
 */
export function createMakeRoom(deps: {
  readonly trades: TradeActors;
  readonly hashes: Pick<HashBook, 'holderOf'>;
  /** Of each kind in all; 0: as many as there are. */
  readonly mostOpen: number;
}): (wallet: string) => Promise<void> {
  const { trades, hashes, mostOpen } = deps;
  /** Where to look on among those that a chain has shown: most of them stay. */
  let seenUpTo: string | undefined;

  async function ofWallet(wallet: string): Promise<void> {
    const open = (await trades.list({ wallet, statuses: ['pending'], limit: MOST_OPEN + MOST_AT_ONCE })).trades;
    const tooMany = open.length - MOST_OPEN + 1;
    for (const { terms } of byWorth(open).slice(0, Math.max(0, tooMany))) await trades.setAside(terms.tradeId);
  }

  async function isFull(kind: OpenKind): Promise<boolean> {
    return mostOpen > 0 && (await trades.countOpen(kind)) >= mostOpen;
  }

  async function amongUnseen(): Promise<void> {
    if (!(await isFull('unseen'))) return;
    // Records of older versions are counted here until they are looked at.
    const oldest = (await trades.oldestOpen('unseen', { limit: LOOKED_AMONG })).trades.filter(({ hashIsFixed }) => !hashIsFixed);
    for (const { terms } of byShare(oldest).slice(0, ROOM_AT_ONCE)) await trades.setAside(terms.tradeId);
  }

  /** Anybody can copy a transaction that is public into records of its wallet: the one that answers for it stays, its copies go. */
  async function amongSeen(): Promise<void> {
    if (!(await isFull('seen'))) return;
    const page = await trades.oldestOpen('seen', { limit: LOOKED_AMONG, ...(seenUpTo === undefined ? {} : { cursor: seenUpTo }) });
    seenUpTo = page.cursor ?? undefined;
    for (const { terms, hash } of page.trades) {
      const isCopy = hash === null || (await hashes.holderOf(hash))?.tradeId !== terms.tradeId;
      if (isCopy) await trades.setAside(terms.tradeId);
    }
  }

  return async (wallet) => {
    await ofWallet(wallet);
    await amongUnseen();
    await amongSeen();
  };
}

/** Those of wallets with many come first, and of the same share the oldest. @param oldest the oldest first */
export function byShare(oldest: readonly TradeReading[]): TradeReading[] {
  const ofWallet = Map.groupBy(oldest, ({ terms }) => terms.wallet);
  const share = ({ terms }: TradeReading): number => Math.max(FEW, ofWallet.get(terms.wallet)?.length ?? 0);
  return [...oldest].sort((a, b) => share(b) - share(a) || a.createdAtMs - b.createdAtMs);
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
