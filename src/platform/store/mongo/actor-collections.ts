import type { Collection, Db } from 'mongodb';
import type { HeadDocument, HistoryDocument } from './actor-document.ts';
import type { DeclaredIndex } from './ensure-indexes.ts';

export type ActorCollections = { readonly actors: Collection<HeadDocument>; readonly history: Collection<HistoryDocument> };

/**
 * Opens the collections of actors. The database acknowledges a write only when it is in the journal of a majority of servers, and reads
 * only such writes, from the primary server. So acknowledged writes are never rolled back.
 */
export function actorCollections(db: Db): ActorCollections {
  return { actors: db.collection<HeadDocument>('actors'), history: db.collection<HistoryDocument>('history') };
}

type Keys = DeclaredIndex['keys'];

const TYPE: Keys = [ascending('type'), ascending('createdAt'), ascending('_id')];
/** The last field of the index is `health`, so that totals can be counted from the index alone. */
const STATUS: Keys = [ascending('type'), ascending('status'), ascending('createdAt'), ascending('_id'), ascending('health')];
const HEALTH: Keys = [ascending('health'), ascending('createdAt'), ascending('_id')];
/**
 * With this index, counting the waiting effects costs only as much as there are waiting effects, however many actors exist. The index also
 * finds documents that lack the field `outbox` because an earlier version of this program wrote them.
 */
const OUTBOX: Keys = [ascending('outbox')];
/** The last field of the index is `shard`, so that other nodes' actors are skipped without being read. */
const WAKE: Keys = [ascending('type'), ascending('wakeAt'), ascending('_id'), ascending('shard')];
/**
 * The index has one entry for each trigger (and one for an actor without triggers). The triggers of a topic that are fulfilled at its
 * current value are one range of this index.
 */
const TRIGGER: Keys = [
  ascending('type'),
  ascending('triggers.topic'),
  ascending('triggers.op'),
  ascending('triggers.value'),
  ascending('_id'),
  ascending('shard'),
];

/**
 * For each kind of query, the name of the index that MongoDB must use. Without this name, the query planner of MongoDB could choose another
 * index.
 */
export const hints = {
  id: { _id: 1 },
  type: Object.fromEntries(TYPE),
  status: Object.fromEntries(STATUS),
  health: Object.fromEntries(HEALTH),
  outbox: Object.fromEntries(OUTBOX),
  wake: Object.fromEntries(WAKE),
  trigger: Object.fromEntries(TRIGGER),
} as const;

/** Every index of the actor store, except the one on `_id` and those of index keys. They must exist before the store is used. */
export const actorIndexes: readonly DeclaredIndex[] = [
  ...[TYPE, STATUS, HEALTH, OUTBOX, WAKE, TRIGGER].map((keys) => ({ collection: 'actors', keys })),
  { collection: 'history', keys: [ascending('actor'), ascending('events')] },
  { collection: 'history', keys: [ascending('at')] },
];

/** Returns the index for an index key. Documents store the value of the key under the key's name. */
export function keyIndex(name: string): DeclaredIndex {
  return { collection: 'actors', keys: keyFields(name) };
}

export function keyHint(name: string): { readonly [field: string]: 1 | -1 } {
  return Object.fromEntries(keyFields(name));
}

function keyFields(name: string): Keys {
  return [ascending(name), ascending('createdAt'), ascending('_id')];
}

function ascending(field: string): readonly [string, 1] {
  return [field, 1];
}
