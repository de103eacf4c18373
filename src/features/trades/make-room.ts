import type { ChainAddress } from '../../values/address.ts';
import { claimantOf, type HashRepository, outranks } from './hash-repository.ts';
import type { OpenKind, TradeActors } from './trade-actors.ts';
import type { TradeReading } from './trade-record.ts';

/**
 * Maximum number of open records per wallet whose status is checked automatically. It is limited because anyone can create records for any
 * wallet, and each check costs requests.
 */
export const MOST_OPEN = 100;
/**
 * Maximum number of records of one wallet whose automatic checks are stopped at a time. Several records can be over the limit, because
 * client requests may have started the checks of some records again.
 */
const MOST_AT_ONCE = 20;

/** Number of the oldest records that are considered at a time when the limit on the open records of all wallets is exceeded. */
const LOOKED_AMONG = 100;
/** Maximum number of records of all wallets whose automatic checks are stopped at a time. */
const ROOM_AT_ONCE = 20;
/**
 * Wallets with at most this number of open records are treated equally. The automatic checks of wallets with more records are stopped
 * before those of other wallets.
 */
const FEW = 10;

/**
 * Limits the number of open records (whose status is checked automatically), per wallet and in total. New records are never refused,
 * because then other people could prevent a wallet from recording its trades. Instead, the automatic checks are stopped for those records
 * for which the chains have shown the least; a new hash, or a requested check with a new result, starts them again. Records that a chain
 * has shown to belong to their wallet are not stopped. The limits are approximate: concurrent requests may exceed them by a few.
 */
export function createMakeRoom(deps: {
  readonly trades: TradeActors;
  readonly hashes: Pick<HashRepository, 'holderOf'>;
  /**
   * Maximum number of open records of all wallets, for each kind of open record (whether a chain has shown its transaction or not); 0 means
   * no limit.
   */
  readonly mostOpen: number;
}): (wallet: ChainAddress) => Promise<void> {
  const { trades, hashes, mostOpen } = deps;
  /**
   * Where the next search among the open records that a chain has shown continues. It is stored because most of these records must be kept,
   * so each search must consider other records.
   */
  let seenUpTo: string | undefined;

  async function ofWallet(wallet: ChainAddress): Promise<void> {
    const open = (await trades.list({ wallet, statuses: ['pending'], limit: MOST_OPEN + MOST_AT_ONCE })).trades;
    const tooMany = open.length - MOST_OPEN + 1;
    for (const { terms } of byWorth(open).slice(0, Math.max(0, tooMany))) await trades.setAside(terms.tradeId);
  }

  async function isFull(kind: OpenKind): Promise<boolean> {
    return mostOpen > 0 && (await trades.countOpen(kind)) >= mostOpen;
  }

  async function amongUnseen(): Promise<void> {
    if (!(await isFull('unseen'))) return;
    // The store counts the records of older versions of the program as not shown by a chain until their status is checked. So records whose
    // transaction a chain has already shown are left out here.
    const oldest = (await trades.oldestOpen('unseen', { limit: LOOKED_AMONG })).trades.filter(({ hashIsFixed }) => !hashIsFixed);
    for (const { terms } of byShare(oldest).slice(0, ROOM_AT_ONCE)) await trades.setAside(terms.tradeId);
  }

  /**
   * Anyone can create further records with a public transaction and its wallet. The record that a look-up by the transaction hash returns
   * is kept; for the copies, the automatic checks are stopped.
   */
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

/**
 * Sorts trade records by the number of records of their wallet, largest number first, and then by age.
 * @param oldest the records, oldest first
 */
export function byShare(oldest: readonly TradeReading[]): TradeReading[] {
  const ofWallet = Map.groupBy(oldest, ({ terms }) => terms.wallet);
  const share = ({ terms }: TradeReading): number => Math.max(FEW, ofWallet.get(terms.wallet)?.length ?? 0);
  return [...oldest].sort((a, b) => share(b) - share(a) || a.createdAtMs - b.createdAtMs);
}

/**
 * Sorts open records by how much the chains have shown about them, least first, and then by age.
 * @param open records, newest first
 */
export function byWorth(open: readonly TradeReading[]): TradeReading[] {
  const firstOf = new Map<string, TradeReading>();
  for (const trade of open) {
    if (trade.hash === null || !trade.hashIsFixed) continue;
    const known = firstOf.get(trade.hash);
    const isFirst = known === undefined || outranks(claimantOf(trade, trade.hash), claimantOf(known, trade.hash));
    if (isFirst) firstOf.set(trade.hash, trade);
  }
  const worth = (trade: TradeReading): number => {
    // Only the wallet itself can send the record's transaction, but anyone can create copies of the record. So only one record of each
    // transaction gets the highest rank.
    if (trade.hash !== null && firstOf.get(trade.hash) === trade) return 2;
    return trade.hash !== null || trade.terms.reference !== null ? 1 : 0;
  };
  return [...open].reverse().sort((a, b) => worth(a) - worth(b) || a.createdAtMs - b.createdAtMs);
}
