import { asciiJson } from './ascii-json.ts';
import type { ActorRecord, HistoryEntry, HistoryNote } from './record.ts';

/** A whole record with what led to it: the base that deltas are applied to. */
export type FullRecord = { readonly record: ActorRecord; readonly note: HistoryNote; readonly from: HistoryEntry['from'] };

/** ASCII JSON on one line. `from` is the state value of the revision before, null for the first. */
export function encodeFull(record: ActorRecord, note: HistoryNote, from: HistoryEntry['from']): string {
  const { event, atMs, cause } = note;
  return asciiJson({ record, note: { event, atMs, cause }, from });
}

/** Reads what `encodeFull` wrote. @throws Error for anything else; the record's own form is judged by `recordProblem` */
export function decodeFull(text: string): FullRecord {
  const full: Partial<FullRecord> | null = JSON.parse(text);
  const { record, note, from = null } = full ?? {};
  if (!isObject(record) || !isObject(note) || !isObject(note.event) || !isObject(note.cause) || !Number.isFinite(note.atMs)) {
    throw new Error('it does not begin as one');
  }
  return { record, note, from };
}

function isObject<T>(value: T | undefined | null): value is T & object {
  return typeof value === 'object' && value !== null;
}
