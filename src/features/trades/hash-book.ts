import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, number, optional, text } from '../../values/document-form.ts';
import type { TradeReading } from './trade-record.ts';

/** A record that shows a hash, and what speaks for it. */
export type HashClaimant = {
  readonly hash: string;
  readonly tradeId: string;
  readonly wallet: string;
  /** The chain has shown the transaction from this record's wallet. */
  readonly isProved: boolean;
  /** Its receipt shows what the record asks for. */
  readonly hasArrived: boolean;
  /** Its terms are those of a transaction that was built here. */
  readonly isBuiltHere: boolean;
  readonly createdAtMs: number;
};
/** Which record a look-up by hash answers with. */
export type HashClaim = HashClaimant & { readonly claimedAtMs: number };

/** Older versions kept which record it is, and no more. */
type StoredClaim = Pick<HashClaim, 'hash' | 'tradeId'> & Partial<HashClaim>;

export const TRADE_HASHES: CollectionSpec = {
  name: 'trade-hashes',
  indexes: [['hash', 'tradeId']],
  form: documentForm<StoredClaim>({
    ...{ hash: text, tradeId: text, wallet: optional(text), createdAtMs: optional(number), claimedAtMs: optional(number) },
    ...{ isProved: optional(flag), hasArrived: optional(flag), isBuiltHere: optional(flag) },
  }),
};

/**
 * Which record answers for a transaction hash. Nobody proves who he is, so a hash cannot be kept for whoever brings it first: any record may
 * show it until the chain has shown whose it is, and all records of that wallet may for good (a stranger can make records in its name as
 * well). What is decided here is only which of them a look-up by hash finds: one that the chain has proved before one that it has not;
 * of one wallet's, one whose output has arrived, then one that was built here, and then the oldest, since a stranger learns of a transaction
 * only when it is sent.
 *
 * Order of writes for a new hash: first the record, and with it, in its outbox, `keepHash`; then the claim. So a claim whose record
 * does not show the hash is stale, and is not followed.
 */
export type HashBook = {
  holderOf(hash: string): Promise<HashClaim | null>;
  /** Makes the record the holder if it is the better one; answers with the holder. */
  offer(claimant: HashClaimant): Promise<HashClaim>;
  /** The same for a record as it stands. */
  offerOf(trade: TradeReading, hash: string): Promise<HashClaim>;
  /**
   * Whether a settled record that shows a hash may go: it does not answer for it, or no chain has shown that it is its wallet's. Frees the hash.
   */
  letGo(trade: { readonly tradeId: string; readonly hash: string; readonly isProved: boolean }): Promise<boolean>;
  /** Frees it, if it is this record's. */
  release(hash: string, tradeId: string): Promise<void>;
};

export function createHashBook(deps: { records: RecordStore; clock: Clock }): HashBook {
  const { clock } = deps;
  const claims = deps.records.collection<HashClaim>(TRADE_HASHES);

  const book: HashBook = {
    holderOf: (hash) => claims.get(hash),

    async offer(claimant) {
      for (;;) {
        const claim = { ...claimant, claimedAtMs: clock.now() };
        const result = await claims.insert(claim.hash, claim);
        if (result.inserted) return claim;
        const { exists } = result;
        const isBetter = exists.tradeId === claim.tradeId ? hasMoreProof(claim, exists) : outranks(claim, exists);
        if (!isBetter) return exists;
        if (await claims.update(claim.hash, exists.rev, claim)) return claim;
      }
    },

    offerOf: (trade, hash) => book.offer(claimantOf(trade, hash)),

    async letGo({ hash, tradeId, isProved }) {
      const isHolder = (await claims.get(hash))?.tradeId === tradeId;
      if (isHolder && isProved) return false;
      if (isHolder) await claims.removeWhere({ hash, tradeId });
      return true;
    },

    async release(hash, tradeId) {
      await claims.removeWhere({ hash, tradeId });
    },
  };
  return book;
}

/** Whether one record is to answer for a hash rather than another one. Of two wallets' unproved ones, the first stays. */
export function outranks(one: HashClaimant, other: HashClaimant): boolean {
  if (one.isProved !== other.isProved) return one.isProved;
  if (one.wallet !== other.wallet) return false;
  if (one.hasArrived !== other.hasArrived) return one.hasArrived;
  if (one.isBuiltHere !== other.isBuiltHere) return one.isBuiltHere;
  return one.createdAtMs < other.createdAtMs;
}

function hasMoreProof(one: HashClaimant, other: HashClaimant): boolean {
  return (one.isProved && !other.isProved) || (one.hasArrived && !other.hasArrived);
}

/** A record as it shows a hash. */
export function claimantOf({ terms, createdAtMs, hashIsFixed, status }: TradeReading, hash: string): HashClaimant {
  const { tradeId, wallet, reference } = terms;
  const isProved = hashIsFixed;
  return { hash, tradeId, wallet, isProved, hasArrived: isProved && status === 'success', isBuiltHere: reference !== null, createdAtMs };
}
