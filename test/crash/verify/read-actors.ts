import { openStoreAt } from '../../../src/app/open-store.ts';
import { actorDefinitions } from '../../../src/app/registry.ts';
import { actorPages } from '../../../src/cli/walk-pages.ts';
import { DCA_MERGED_FIELDS } from '../../../src/features/dca/merged-fields.ts';
import { actorWithoutEffects } from '../../../src/runtime/define/implement-actor.ts';
import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';
import type { ActorId, ActorRecord } from '../../../src/runtime/record/record.ts';
import type { JsonObject } from '../../../src/values/json.ts';
import { pagesOf } from '../../../src/values/pages-of.ts';
import { wallClock } from '../../support/devnet.ts';

/** The actors in the store after the service has ended, with their histories. */
export type StoredActors = {
  readonly records: readonly ActorRecord[];
  /** Revision numbers in each actor's history, newest first. */
  readonly revisions: ReadonlyMap<ActorId, readonly number[]>;
  /** Hashes of all transactions that a transaction sender has ever stored. */
  readonly storedHashes: ReadonlySet<string>;
  /** Values, as JSON, that clients sent for fields which only the service may set, by the actor of the record. */
  readonly claims: ReadonlyMap<ActorId, readonly string[]>;
};

const PAGE = 500;

/** Reads every actor in the store with its whole history. */
export async function readActors(storeUrl: string): Promise<StoredActors> {
  const store = await openStoreAt(storeUrl, wallClock);
  try {
    const records = await allRecords(store.actors);
    const revisions = new Map<ActorId, number[]>();
    const storedHashes = new Set<string>();
    const claims = new Map<ActorId, string[]>();
    for (const { id, type } of records) {
      const seen: number[] = [];
      for (let before: number | null = null; ; ) {
        const entries = await store.actors.history(id, { limit: PAGE, ...(before === null ? {} : { beforeRevision: before }) });
        for (const { revision, record } of entries) {
          seen.push(revision);
          if (type === 'transaction-sender') for (const hash of hashesIn(record.snapshot.context)) storedHashes.add(hash);
        }
        before = entries.at(-1)?.revision ?? null;
        if (entries.length === 0) break;
      }
      revisions.set(id, seen);
    }
    const merged = store.records.collection<JsonObject>(DCA_MERGED_FIELDS);
    for await (const { rows } of pagesOf((after) => merged.scan({ limit: PAGE, ...after })))
      for (const { _id, claims: claimed } of rows) claims.set(`dca-position/${_id}`, [JSON.stringify(claimed)]);
    return { records, revisions, storedHashes, claims };
  } finally {
    await store.close();
  }
}

/**
 * Describes the work that actors still have to do; empty when there is none. It may be called while the service runs. A leased effect whose
 * end is stored with its actor's next commit is left out, because it may have ended long ago. A service that ends stores all ends, so the
 * checks after it see such effects.
 */
export async function whatIsUndone(storeUrl: string): Promise<string> {
  const store = await openStoreAt(storeUrl, wallClock);
  try {
    const undone = (await allRecords(store.actors)).map(({ id, type, outbox }) => ({
      id,
      names: outbox.flatMap(({ name, state }) => (state === 'leased' && isStoredLater(type, name) ? [] : [name])),
    }));
    return undone.flatMap(({ id, names }) => (names.length === 0 ? [] : [`${names.join(', ')} of ${id}`])).join('; ');
  } finally {
    await store.close();
  }
}

function isStoredLater(type: string, effect: string): boolean {
  const definition = actorDefinitions.find((one) => one.type === type);
  return definition !== undefined && actorWithoutEffects(definition).definition.effects[effect]?.endIsStored === 'with-next';
}

async function allRecords(actors: ActorStore): Promise<ActorRecord[]> {
  const found: ActorRecord[] = [];
  for await (const page of actorPages(actors)) found.push(...page.map(({ record }) => record));
  return found;
}

/** Every stored version of a transaction contains its hash in the field `hash`; no other field of the context has this name. */
function hashesIn(context: unknown): string[] {
  return [...JSON.stringify(context).matchAll(/"hash":"(0x[0-9a-f]{64})"/g)].map(([, hash = '']) => hash);
}
