import type { LoadedActor, StoreHandle } from '../../../runtime/record/actor-store.ts';
import type { ActorRecord, Health, HistoryEntry, HistoryNote, Trigger } from '../../../runtime/record/record.ts';
import { entriesOfChain, recordOfChain } from '../../../runtime/record/record-chain.ts';
import { decodeFull, encodeFull } from '../../../runtime/record/record-full.ts';
import { namedKeys } from '../../../values/index-keys.ts';
import { sortableText } from './sortable-text.ts';

/**
 * An actor as it is now, in `actors`: what queries look at, and the whole record as text, with what led to it. Beside these members stand the
 * index keys, by their names (see `keyNameProblem`), numbers as they are, texts as `sortableText` gives them.
 */
export type HeadDocument = {
  readonly _id: string;
  readonly revision: number;
  /** The token of the commit that wrote it, unique for each attempt. */
  readonly token: string;
  readonly type: string;
  readonly shard: number;
  readonly status: string | null;
  readonly health: Health['state'];
  readonly wakeAt: number | null;
  readonly createdAt: number;
  /** The number of effects in the outbox. Absent in documents of an earlier version. */
  readonly outbox?: number | null;
  /** Absent when the record has none. Topics in the form of `sortableText`. */
  readonly triggers?: readonly Trigger[];
  /** The events applied by this revision: one, or at an actor's first revision all that its record lists (a copied one has several). */
  readonly events: readonly string[];
  /** ASCII JSON (see `encodeFull`): BSON would lose lone surrogates, and reject or misread keys with dots or dollars. */
  readonly body: string;
};

/** An earlier revision of an actor, or (when a process died in a commit) one that is still current; in `history`. */
export type HistoryDocument = {
  readonly _id: string;
  readonly actor: string;
  readonly token: string | null;
  readonly at: number;
  readonly events: readonly string[];
  readonly body: string;
};

/** The data that the next commit needs to copy the old revision to the history. */
export type MongoHandle = {
  readonly ref: string;
  /** Null for a document without one. */
  readonly token: string | null;
  readonly events: readonly string[];
  readonly note: HistoryNote;
  readonly from: HistoryEntry['from'];
  /** The text of an unreadable record, which history keeps unchanged. */
  readonly body?: string;
};

/** Makes the filter for a token; a document without one is matched by its revision alone. */
export function tokenFilter(token: string | null): { readonly token?: string } {
  return token === null ? {} : { token };
}

export function isMongoHandle(handle: StoreHandle | null): handle is MongoHandle {
  return (
    handle !== null && typeof handle.ref === 'string' && 'token' in handle && 'events' in handle && 'note' in handle && 'from' in handle
  );
}

export function headDocument(record: ActorRecord, { token, events, note, from }: MongoHandle & { readonly token: string }): HeadDocument {
  const { id, revision, type, shard, keys, health, wakeAtMs, createdAtMs, outbox, triggers } = record;
  const head: HeadDocument = {
    _id: sortableText(id),
    revision,
    token,
    type: sortableText(type),
    shard,
    ...Object.fromEntries(namedKeys(keys).map(([name, value]) => [name, sortableValue(value)])),
    status: keys.status === null ? null : sortableText(keys.status),
    health: health.state,
    wakeAt: wakeAtMs,
    createdAt: createdAtMs,
    outbox: outbox.length,
    events,
    body: encodeFull(record, note, from),
  };
  if (triggers === undefined) return head;
  return { ...head, triggers: triggers.map(({ topic, op, value }) => ({ topic: sortableText(topic), op, value })) };
}

/** Makes a history entry, equal for every writer, since a revision's content never changes. */
export function historyDocument(record: ActorRecord, handle: MongoHandle): HistoryDocument {
  const { token, events, note, from } = handle;
  const actor = sortableText(record.id);
  const body = handle.body ?? encodeFull(record, note, from);
  return { _id: historyKey(actor, record.revision), actor, token, at: note.atMs, events, body };
}

/**
 * Makes the key of a history entry: one text, so that the index on `_id` serves single entries and pages. In a stored id, U+FFFF is
 * never followed by a number sign (see `sortableText`), so that the keys of different actors do not mix.
 */
export function historyKey(actor: string, revision: number): string {
  return `${actor}\uffff#${String(revision).padStart(MOST_DIGITS, '0')}`;
}

const MOST_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/** Reads an actor from its document. @throws Error when the record cannot be read */
export function loadedActor({ token, events, body }: Pick<HeadDocument, 'token' | 'events' | 'body'>): LoadedActor {
  if (typeof token !== 'string' || !Array.isArray(events)) throw new Error('its document has no token or no events');
  const record = recordOfChain({ full: body, deltas: [] });
  const { note, from } = decodeFull(body);
  const handle: MongoHandle = { ref: record.id, token, events, note, from };
  return { record, handle };
}

export function historyEntry(body: string): HistoryEntry[] {
  return entriesOfChain({ full: body, deltas: [] });
}

export function sortableValue(value: string | number): string | number {
  return typeof value === 'string' ? sortableText(value) : value;
}
