import type { LoadedActor } from '../../../runtime/record/actor-store.ts';
import type { HistoryEntry } from '../../../runtime/record/record.ts';
import { damagedActor } from '../../../runtime/record/record-chain.ts';
import { type KeyValue, keyNameProblem, MOST_KEYS } from '../../../values/index-keys.ts';
import { shardOf } from '../../../values/shard.ts';
import type { ActorCollections } from './actor-collections.ts';
import { type HeadDocument, historyEntry, historyKey, loadedActor, type MongoHandle } from './actor-document.ts';
import { textFromSortable } from './sortable-text.ts';

/**
 * Maximum number of an actor's newest history entries among which a readable one is searched for, when the actor's current document cannot
 * be read.
 */
const LOOKED_BACK = 4;

/** Those fields of an actor's document from which its record is read. */
export type HeadBody = Pick<HeadDocument, '_id' | 'token' | 'events' | 'body'>;

/**
 * Reads the actors of the head documents `heads` (current documents of actors), in the same order. For documents whose record cannot be
 * read, a second query reads their other fields.
 */
export async function readHeads({ actors, history }: ActorCollections, heads: readonly HeadBody[]): Promise<LoadedActor[]> {
  const failures = new Map<string, unknown>();
  const found = heads.map((head) => {
    try {
      return loadedActor(head);
    } catch (error) {
      failures.set(head._id, error);
      return null;
    }
  });
  if (failures.size === 0) return found.filter((actor) => actor !== null);
  const documents = await actors.find({ _id: { $in: [...failures.keys()] } }).toArray();
  const damaged = new Map<string, LoadedActor>();
  for (const document of documents) {
    const failure = { cause: failures.get(document._id), before: await lastReadable(history, document._id) };
    damaged.set(document._id, damagedHead(document, failure));
  }
  return heads.flatMap(({ _id }, at) => found[at] ?? damaged.get(_id) ?? []);
}

async function lastReadable(history: ActorCollections['history'], actor: string): Promise<HistoryEntry | undefined> {
  const _id = { $gte: historyKey(actor, 0), $lt: historyKey(actor, Number.MAX_SAFE_INTEGER) };
  const newest = await history.find({ _id }, { projection: { body: 1 }, sort: [['_id', -1]], limit: LOOKED_BACK }).toArray();
  return newest.flatMap(({ body }) => historyEntry(body))[0];
}

/** Creates the result for an actor whose record cannot be read, from the valid fields of its document. */
function damagedHead(
  document: { readonly [Field in keyof HeadDocument]?: unknown },
  failure: { readonly cause: unknown; readonly before: HistoryEntry | undefined },
): LoadedActor {
  const { token, events, body, revision, status, createdAt } = document;
  const id = textFromSortable(String(document._id));
  const handle: MongoHandle = {
    ref: id,
    token: typeof token === 'string' ? token : null,
    events: Array.isArray(events) ? events.filter((event) => typeof event === 'string') : [],
    note: { event: { id: `unreadable@${revision}`, type: 'runtime.unreadable', payload: null }, atMs: 0, cause: { kind: 'system' } },
    from: null,
    body: typeof body === 'string' ? body : JSON.stringify(body ?? null),
  };
  const slash = id.indexOf('/');
  return damagedActor(
    {
      id,
      type: slash < 0 ? id : id.slice(0, slash),
      shard: shardOf(id),
      revision: Number.isSafeInteger(revision) ? Number(revision) : 0,
      keys: { ...keysOf(document), status: textOrNull(status) },
      createdAtMs: typeof createdAt === 'number' ? createdAt : 0,
    },
    handle,
    failure,
  );
}

/**
 * Returns those fields of a document that may be index keys, up to the maximum number of keys. Only the actor's definition specifies which
 * of them are index keys.
 */
function keysOf(document: { readonly [name: string]: unknown }): { [name: string]: KeyValue } {
  const values = Object.entries(document).flatMap(([name, value]): [string, KeyValue][] => {
    if (keyNameProblem(name) !== null || name === 'status') return [];
    if (typeof value === 'string') return [[name, textFromSortable(value)]];
    return Number.isSafeInteger(value) ? [[name, Number(value)]] : [];
  });
  return Object.fromEntries(values.slice(0, MOST_KEYS - 1));
}

function textOrNull(stored: unknown): string | null {
  return typeof stored === 'string' ? textFromSortable(stored) : null;
}
