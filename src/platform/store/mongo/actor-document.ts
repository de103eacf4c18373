import { Binary } from 'mongodb';
import type { LoadedActor, StoreHandle } from '../../../runtime/record/actor-store.ts';
import type { ActorRecord, Health, HistoryEntry, HistoryNote, Trigger } from '../../../runtime/record/record.ts';
import { entriesOfChain, recordOfChain } from '../../../runtime/record/record-chain.ts';
import { decodeFull, encodeFull } from '../../../runtime/record/record-full.ts';
import { namedKeys } from '../../../values/index-keys.ts';
import { packText, textIfWhole } from '../packed-text.ts';
import { sortableText } from './sortable-text.ts';

/**
 * The current state of an actor, in `actors`: the fields that queries use, and the full record as text, with the events that led to it. The
 * document also contains the index keys under their names (see `keyNameProblem`): numbers unchanged, strings encoded by `sortableText`.
 */
export type HeadDocument = {
  readonly _id: string;
  readonly revision: number;
  /** The token of the commit that wrote the document, unique for each commit attempt. */
  readonly token: string;
  readonly type: string;
  readonly shard: number;
  readonly status: string | null;
  readonly health: Health['state'];
  readonly wakeAt: number | null;
  readonly createdAt: number;
  /** Number of effects in the actor's outbox. Missing in documents that an earlier version of this program wrote. */
  readonly outbox?: number | null;
  /** The actor's triggers, with topics encoded by `sortableText`; missing when the record has no triggers. */
  readonly triggers?: readonly Trigger[];
  /**
   * The events applied by this revision. That is one event, except for an actor's first revision, which has all events that its record
   * lists (a record that was copied from another store lists several).
   */
  readonly events: readonly string[];
  /**
   * The record as ASCII JSON (see `encodeFull`). BSON, the format of MongoDB, would lose lone surrogates, and reject or misread keys with
   * dots or dollars.
   */
  readonly body: string;
};

/** A revision in `history`: an earlier revision of an actor or, when a process died during a commit, one that is still current. */
export type HistoryDocument = {
  readonly _id: string;
  readonly actor: string;
  readonly token: string | null;
  readonly at: number;
  readonly events: readonly string[];
  /**
   * The record as text, in the same form as in the document that holds the actor's newest record. It is compressed (see `packText`) if that
   * makes it shorter; earlier versions of this program never compressed it.
   */
  readonly body: string | Uint8Array | Binary;
};

/** The data that the next commit needs to copy the old revision to the history. */
export type MongoHandle = {
  readonly ref: string;
  /** The token of the commit that wrote the document; null for a document that has no token. */
  readonly token: string | null;
  readonly events: readonly string[];
  readonly note: HistoryNote;
  readonly from: HistoryEntry['from'];
  /** The text of an unreadable record, which is copied to the history unchanged. */
  readonly body?: string;
};

/**
 * Builds the part of a MongoDB filter that matches a commit token. A document without a token is matched by its revision alone, so this
 * part is then empty.
 */
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

/** Builds a history entry. The content of a revision never changes, so the entry is the same whichever process writes it. */
export function historyDocument(record: ActorRecord, handle: MongoHandle): HistoryDocument {
  const { token, events, note, from } = handle;
  const actor = sortableText(record.id);
  const body = handle.body ?? packText(encodeFull(record, note, from));
  return { _id: historyKey(actor, record.revision), actor, token, at: note.atMs, events, body };
}

/**
 * Builds the key of a history entry as a single string, so that the index on `_id` serves single entries and pages. In a stored id, U+FFFF
 * is never followed by a number sign (see `sortableText`), so that the keys of different actors do not mix.
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

/** Reads the revision in the body of a current document or of a history entry. Returns an empty list when the body cannot be read. */
export function historyEntry(body: HistoryDocument['body']): HistoryEntry[] {
  return entriesOfChain({ full: textIfWhole(body instanceof Binary ? body.value() : body), deltas: [] });
}

export function sortableValue(value: string | number): string | number {
  return typeof value === 'string' ? sortableText(value) : value;
}
