import { eventTypeOfStored, outboxOfStored, storedEventType, storedOutbox } from '../../values/lease-words.ts';
import { asciiJson } from './ascii-json.ts';
import type { ActorRecord, HistoryEntry, HistoryNote } from './record.ts';

/** A full record of an actor, with the event that led to this state. Later deltas (changes) are based on this record. */
export type FullRecord = { readonly record: ActorRecord; readonly note: HistoryNote; readonly from: HistoryEntry['from'] };

/** Writes a full record as ASCII JSON on one line. `from` is the previous revision's state value; null for the first revision. */
export function encodeFull(record: ActorRecord, note: HistoryNote, from: HistoryEntry['from']): string {
  const { event, atMs, cause } = note;
  const stored = { ...event, type: storedEventType(event.type) };
  return asciiJson({ record: { ...record, outbox: storedOutbox(record.outbox) }, note: { event: stored, atMs, cause }, from });
}

/** Reads the output of `encodeFull`. @throws Error for any other text; `recordProblem` checks the structure of the record itself */
export function decodeFull(text: string): FullRecord {
  const full: Partial<FullRecord> | null = JSON.parse(text);
  const { record, note, from = null } = full ?? {};
  if (!isObject(record) || !isObject(note) || !isObject(note.event) || !isObject(note.cause) || !Number.isFinite(note.atMs)) {
    throw new Error('it has an invalid start');
  }
  const event = { ...note.event, type: eventTypeOfStored(note.event.type) };
  const outbox = outboxOfStored(record.outbox) as ActorRecord['outbox'];
  return { record: { ...record, outbox }, note: { ...note, event }, from };
}

function isObject<T>(value: T | undefined | null): value is T & object {
  return typeof value === 'object' && value !== null;
}
