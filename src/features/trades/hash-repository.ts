import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';
import type { ChainAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { documentForm, flag, number, optional, text } from '../../values/document-form.ts';
import type { TransactionHash } from '../../values/hash.ts';
import type { TradeReading } from './trade-record.ts';

/** A trade record that contains a transaction hash, and the facts that show whether the transaction belongs to it. */
export type HashClaimant = {
  readonly hash: TransactionHash;
  readonly tradeId: string;
  readonly wallet: ChainAddress;
  /** True when the chain shows that the wallet of the trade record sent the transaction. */
  readonly isProved: boolean;
  /** True when the transaction's receipt shows the requested output. */
  readonly hasArrived: boolean;
  /** True when this service has built a transaction with the terms (tokens, amounts and recipient) of this trade record. */
  readonly isBuiltHere: boolean;
  readonly createdAtMs: number;
};
/** The stored row of a transaction hash. It names the trade record that a look-up by this hash returns (the holder of the hash). */
export type HashClaim = HashClaimant & { readonly claimedAtMs: number };

/** A claim of a transaction hash as it is stored. Older versions of the service stored only the hash and the id of the trade's record. */
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
 * Stores which record a look-up by transaction hash returns. Clients are not authenticated, so a client cannot reserve a hash by being the
 * first to submit it. Until the chain shows which wallet sent the transaction, any record may contain its hash; afterwards, only records of
 * that wallet may (other people can create records for that wallet, too). The look-up prefers a record whose wallet the chain has shown as
 * the sender. Among the records of one wallet, it prefers one whose output has arrived, then one whose transaction was built by this
 * service, then the oldest record, because other people learn of a transaction only when it is sent.
 * Order of writes for a new hash: first the record, with the effect `keepHash` in its outbox, then the entry here. So if the record does
 * not contain the hash of an entry, the entry is outdated and is ignored.
 */
export type HashRepository = {
  holderOf(hash: TransactionHash): Promise<HashClaim | null>;
  /**
   * Makes the record the holder of its transaction hash (the record that a look-up returns) if it ranks above the present holder. Returns
   * the holder.
   */
  offer(claimant: HashClaimant): Promise<HashClaim>;
  /**
   * Like `offer`, makes a trade record the holder of a transaction hash (the record that a look-up by the hash returns) if it ranks above
   * the present holder. The rank is computed from the record's current state.
   */
  offerOf(trade: TradeReading, hash: TransactionHash): Promise<HashClaim>;
  /**
   * Releases the transaction hash of a trade record that has ended, and returns whether the record can be deleted. The record can be
   * deleted if a look-up by the hash returns another record, or if no chain has shown that the record's wallet sent the transaction.
   */
  letGo(trade: { readonly tradeId: string; readonly hash: TransactionHash; readonly isProved: boolean }): Promise<boolean>;
  /** Removes the entry of a transaction hash if a look-up by the hash would return the record `tradeId`. */
  release(hash: TransactionHash, tradeId: string): Promise<void>;
};

export function createHashRepository(deps: { records: RecordStore; clock: Clock }): HashRepository {
  const { clock } = deps;
  const claims = deps.records.collection<HashClaim>(TRADE_HASHES);

  const repository: HashRepository = {
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

    offerOf: (trade, hash) => repository.offer(claimantOf(trade, hash)),

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
  return repository;
}

/**
 * Whether the record `one` ranks above the record `other` for the same transaction hash, so that a look-up by the hash returns `one`. If
 * the records belong to different wallets and the chain has shown neither wallet as the sender, the record that a look-up returns at
 * present remains.
 */
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

/** Returns the data of a trade record that decides which of several records with the same transaction hash is found by the hash. */
export function claimantOf({ terms, createdAtMs, hashIsFixed, status }: TradeReading, hash: TransactionHash): HashClaimant {
  const { tradeId, wallet, reference } = terms;
  const isProved = hashIsFixed;
  return { hash, tradeId, wallet, isProved, hasArrived: isProved && status === 'success', isBuiltHere: reference !== null, createdAtMs };
}
