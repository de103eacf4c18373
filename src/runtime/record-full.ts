import { asciiJson } from './ascii-json.ts';
import type { ActorRecord, HistoryEntry, HistoryNote } from './record.ts';

/** A whole record with what led to it: the base that deltas are applied to. */
export type FullRecord = { readonly record: ActorRecord; readonly note: HistoryNote; readonly from: HistoryEntry['from'] };

/** ASCII JSON on one line. `from` is the state value of the revision before, null for the first. */
export function encodeFull(record: ActorRecord, note: HistoryNote, from: HistoryEntry['from']): string {
  const { event, atMs, cause } = note;
  return asciiJson({ record, note: { event, atMs, cause }, from });
}

/** Reads what `encodeFull` wrote. */
export function decodeFull(text: string): FullRecord {
  return JSON.parse(text);
}
