import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';

/** Whose a transaction hash is. */
export type HashClaim = { readonly hash: string; readonly tradeId: string; readonly claimedAtMs: number };
/** A claim as it was when it was read. */
export type HeldClaim = {
  readonly tradeId: string;
  readonly rev: number;
  /** So fresh that its trade may be about to show the hash. */
  readonly isFresh: boolean;
};

export const TRADE_HASHES: CollectionSpec = { name: 'trade-hashes', indexes: [['hash', 'tradeId']] };

/**
 * Each transaction hash belongs to one trade at most. This collection decides whose it is, and the trades follow.
 *
 * Order of writes for a new hash: first the claim here; then the trade's own record, and with it, in the trade's outbox, `keepHash`, which
 * compares the two. After a crash between the first and the second, the claim points at a trade that does not show the hash: a look-up
 * does not follow it, the same request repeated goes on from there, and half a minute later any other trade may take it over. After a crash behind the second,
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

/** Longer than a request takes from its claim to its trade's record. */
const FRESH_MS = 30_000;

export function createHashBook(deps: { records: RecordStore; clock: Clock }): HashBook {
  const { clock } = deps;
  const claims = deps.records.collection<HashClaim>(TRADE_HASHES);

  return {
    async holderOf(hash) {
      const found = await claims.get(hash);
      return found === null ? null : heldBy(found);
    },

    async claim(hash, tradeId) {
      for (;;) {
        const claim = { hash, tradeId, claimedAtMs: clock.now() };
        const result = await claims.insert(hash, claim);
        if (result.inserted) return { claimed: true };
        if (result.exists.tradeId !== tradeId) return { claimed: false, held: heldBy(result.exists) };
        // Written again, so that whoever is about to take it over finds that it moved on.
        if (await claims.update(hash, result.exists.rev, claim)) return { claimed: true };
      }
    },

    takeOver: (hash, held, tradeId) => claims.update(hash, held.rev, { hash, tradeId, claimedAtMs: clock.now() }),

    async release(hash, tradeId) {
      await claims.removeWhere({ hash, tradeId });
    },
  };

  function heldBy({ tradeId, rev, claimedAtMs }: Stored<HashClaim>): HeldClaim {
    // Also when the clock went back: of two nodes' clocks neither is to be trusted to the second.
    return { tradeId, rev, isFresh: Math.abs(clock.now() - claimedAtMs) < FRESH_MS };
  }
}
