import type { CollectionSpec, RecordStore, Stored } from '../../platform/store/record-store.ts';
import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { Address } from '../../values/address.ts';
import { asJson, type JsonObject } from '../../values/json.ts';
import { pagesOf } from '../../values/pages-of.ts';

/** A page of the stored data about a wallet: documents of the collection `of`, or actors of the type `of`. */
export type WalletPage = { readonly kind: 'documents' | 'actors'; readonly of: string; readonly rows: readonly JsonObject[] };

/**
 * Access to all records that belong to a wallet, in all collections and actors. Each collection and actor type states whether the wallet
 * may delete its records.
 */
export type WalletRecords = {
  /** Reads all records of a wallet, page by page. */
  readonly pages: (wallet: Address) => AsyncGenerator<WalletPage>;
  /**
   * Counts a wallet's records by collection and by actor type; with `publicOnly` only the records that anybody may read. Collections and
   * actor types without records are omitted.
   */
  readonly counts: (wallet: Address, options?: { readonly publicOnly: boolean }) => Promise<{ readonly [name: string]: number }>;
  /** Deletes the documents that the wallet may delete, and returns how many were deleted from each collection. */
  readonly remove: (wallet: Address) => Promise<{ readonly [collection: string]: number }>;
  /**
   * Registers an actor type whose actors a wallet may delete. `remove` deletes the wallet's actors of this type and returns their number.
   */
  readonly alsoRemove: (type: string, remove: (wallet: Address) => Promise<number>) => void;
};

const PAGE = 100;

export function createWalletRecords(deps: {
  readonly records: RecordStore;
  readonly store: Pick<ActorStore, 'list' | 'count'>;
  readonly collections: readonly CollectionSpec[];
  readonly actorTypes: readonly string[];
  readonly publicTypes: readonly string[];
}): WalletRecords {
  const { records, store, actorTypes, publicTypes } = deps;
  const owned = deps.collections.flatMap((spec) => (spec.ofWallet === undefined ? [] : [{ spec, ...spec.ofWallet }]));
  const ofWallets = owned.filter(({ by }) => by !== 'recordId');
  const ofActors = owned.filter(({ by }) => by === 'recordId');
  const deletedActors = new Map<string, (wallet: Address) => Promise<number>>();

  async function* documents(spec: CollectionSpec, by: string, value: string): AsyncGenerator<WalletPage> {
    const collection = records.collection<JsonObject>(spec);
    for await (const { rows } of pagesOf((after) => collection.find({ where: { [by]: value }, limit: PAGE, ...after }))) {
      if (rows.length > 0) yield { kind: 'documents', of: spec.name, rows: rows.map((row) => exported(spec, row)) };
    }
  }

  return {
    async *pages(wallet) {
      for (const { spec, by } of ofWallets) yield* documents(spec, by, wallet);
      for (const type of actorTypes) {
        const query = { type, keys: { wallet }, order: 'oldest', limit: PAGE } as const;
        for await (const { actors } of pagesOf((after) => store.list({ ...query, ...after }))) {
          if (actors.length === 0) continue;
          yield {
            ...{ kind: 'actors', of: type },
            rows: actors.map(({ record: { id, revision, snapshot, keys } }) => asJson({ id, revision, keys, ...snapshot })),
          };
          for (const { record } of actors) {
            const key = record.id.slice(type.length + 1);
            for (const { spec, by } of ofActors) yield* documents(spec, by, key);
          }
        }
      }
    },

    async counts(wallet, { publicOnly } = { publicOnly: false }) {
      const counted = ofWallets.filter(({ isPublic }) => isPublic === true || !publicOnly);
      const ofCollections = counted.map(async ({ spec, by }) => {
        return [spec.name, await records.collection(spec).count({ [by]: wallet })] as const;
      });
      const ofTypes = (publicOnly ? publicTypes : actorTypes).map(
        async (type) => [type, await store.count({ type, keys: { wallet } })] as const,
      );
      const all = await Promise.all([...ofCollections, ...ofTypes]);
      return Object.fromEntries(all.filter(([, count]) => count > 0));
    },

    async remove(wallet) {
      const removed: [string, number][] = [];
      for (const [type, removeAll] of deletedActors) {
        const count = await removeAll(wallet);
        if (count > 0) removed.push([type, count]);
      }
      for (const { spec, by, mayBeDeleted } of ofWallets) {
        if (mayBeDeleted !== true) continue;
        const count = await records.collection(spec).removeWhere({ [by]: wallet });
        if (count > 0) removed.push([spec.name, count]);
      }
      return Object.fromEntries(removed);
    },

    alsoRemove: (type, removeAll) => void deletedActors.set(type, removeAll),
  };
}

/** Returns a document in the format of a data export, without the store's own fields (such as the revision) and without secret fields. */
function exported({ ofWallet }: CollectionSpec, { _id, rev: _rev, ...members }: Stored<JsonObject>): JsonObject {
  const withheld = ofWallet?.withheld ?? [];
  return { id: _id, ...Object.fromEntries(Object.entries(members).filter(([name]) => !withheld.includes(name))) };
}
