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
  /** Of the commit that wrote it: no two attempts share one. */
  readonly token: string;
  readonly type: string;
  readonly shard: number;
  readonly status: string | null;
  readonly health: Health['state'];
  readonly wakeAt: number | null;
  readonly createdAt: number;
  /** How many effects wait in its outbox. Not there in what a version before this one wrote. */
  readonly outbox?: number | null;
  /** Not there when the record has none. Topics as `sortableText` gives them. */
  readonly triggers?: readonly Trigger[];
  /** What this revision applied: its event, and at an actor's first revision all that the record says (a copied one brings some along). */
  readonly events: readonly string[];
  /** ASCII JSON (see `encodeFull`): BSON would lose lone surrogates, and take keys with dots or dollars for its own. */
  readonly body: string;
};

/** A revision that an actor has left, or (when a process died in a commit) is about to leave; in `history`. */
export type HistoryDocument = {
  readonly _id: string;
  readonly actor: string;
  readonly token: string | null;
  readonly at: number;
  readonly events: readonly string[];
  readonly body: string;
};

/** What the next commit needs to write down the revision that it leaves. */
export type MongoHandle = {
  readonly ref: string;
  /** Null for a document without one. */
  readonly token: string | null;
  readonly events: readonly string[];
  readonly note: HistoryNote;
  readonly from: HistoryEntry['from'];
  /** Of a record that cannot be read: its text, which history keeps as it is. */
  readonly body?: string;
};

/** Of a document without a token its revision has to be enough. */
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

/** The same for everyone who writes it: a revision's content is what its one winner made it. */
export function historyDocument(record: ActorRecord, handle: MongoHandle): HistoryDocument {
  const { token, events, note, from } = handle;
  const actor = sortableText(record.id);
  const body = handle.body ?? encodeFull(record, note, from);
  return { _id: historyKey(actor, record.revision), actor, token, at: note.atMs, events, body };
}

/**
 * One text, so that the index that every collection has serves single entries and pages too. U+FFFF is followed by a number sign in no
 * stored id (see `sortableText`), so no actor's keys lie among another's.
 */
export function historyKey(actor: string, revision: number): string {
  return `${actor}\uffff#${String(revision).padStart(MOST_DIGITS, '0')}`;
}

const MOST_DIGITS = String(Number.MAX_SAFE_INTEGER).length;

/** @throws Error when the record cannot be read */
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
