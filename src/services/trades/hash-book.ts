import type { CollectionSpec, RecordStore } from '../../platform/store/record-store.ts';

/** Whose a transaction hash is. */
export type HashClaim = { readonly hash: string; readonly tradeId: string };
/** A claim as it was when it was read. */
export type HeldClaim = { readonly tradeId: string; readonly rev: number };

export const TRADE_HASHES: CollectionSpec = { name: 'trade-hashes', indexes: [['hash', 'tradeId']] };

/**
 * Each transaction hash belongs to one trade at most. This collection decides whose it is, and the trades follow.
 *
 * Order of writes for a new hash: first the claim here; then the trade's own record, and with it, in the trade's outbox, `keepHash`, which
 * compares the two. After a crash between the first and the second, the claim points at a trade that does not show the hash: a look-up
 * does not follow it, the same request repeated goes on from there, and any other trade may take it over. After a crash behind the second,
 * the outbox is found again. Should two trades show one hash for a moment, the one without the claim gives it up.
 */
export type HashBook = {
  holderOf(hash: string): Promise<HeldClaim | null>;
  /** Claims it, or renews the trade's own claim; answers with another trade's that was there before. */
  claim(hash: string, tradeId: string): Promise<{ readonly claimed: true } | { readonly claimed: false; readonly held: HeldClaim }>;
  /** Moves a claim to another trade; false when it was moved, freed or renewed since it was read. */
  takeOver(hash: string, held: HeldClaim, tradeId: string): Promise<boolean>;
  /** Frees it, if it is this trade's. */
  release(hash: string, tradeId: string): Promise<void>;
};

export function createHashBook(deps: { records: RecordStore }): HashBook {
  const claims = deps.records.collection<HashClaim>(TRADE_HASHES);

  return {
    async holderOf(hash) {
      const found = await claims.get(hash);
      return found === null ? null : { tradeId: found.tradeId, rev: found.rev };
    },

    async claim(hash, tradeId) {
      for (;;) {
        const result = await claims.insert(hash, { hash, tradeId });
        if (result.inserted) return { claimed: true };
        const { tradeId: holder, rev } = result.exists;
        if (holder !== tradeId) return { claimed: false, held: { tradeId: holder, rev } };
        // Written again, so that whoever is about to take it over finds that it moved on.
        if (await claims.update(hash, rev, { hash, tradeId })) return { claimed: true };
      }
    },

    takeOver: (hash, held, tradeId) => claims.update(hash, held.rev, { hash, tradeId }),

    async release(hash, tradeId) {
      await claims.removeWhere({ hash, tradeId });
    },
  };
}
