import type { Acted } from '../../runtime/operator/bulk-act.ts';
import type { RestorePreview } from '../../runtime/operator/restore-actor.ts';
import type { ActorRecord, HistoryEntry, OutboxEntry } from '../../runtime/record/record.ts';

/**
 * An outbox entry in a reply. It contains the lease twice: under the current field names, and under the names of an earlier version, for
 * clients that still use these.
 */
type ShownEntry = OutboxEntry & { readonly claimedBy: OutboxEntry['leasedBy']; readonly claimUntilMs: OutboxEntry['leaseUntilMs'] };

export type ShownRecord = Omit<ActorRecord, 'outbox'> & { readonly outbox: readonly ShownEntry[] };

/** Converts an actor record to the shape that replies have. */
export function shownRecord(record: ActorRecord): ShownRecord {
  const outbox = record.outbox.map((entry) => ({ ...entry, claimedBy: entry.leasedBy, claimUntilMs: entry.leaseUntilMs }));
  return { ...record, outbox };
}

export function shownEntry(entry: HistoryEntry): Omit<HistoryEntry, 'record'> & { readonly record: ShownRecord } {
  return { ...entry, record: shownRecord(entry.record) };
}

export function shownActed(acted: Acted): Omit<Acted, 'record'> & { readonly record: ShownRecord } {
  return { ...acted, record: shownRecord(acted.record) };
}

type ShownPreview = Omit<RestorePreview, 'record' | 'current'> & { readonly record: ShownRecord | null; readonly current: ShownRecord };

export function shownPreview(preview: RestorePreview): ShownPreview {
  const { record, current } = preview;
  return { ...preview, record: record === null ? null : shownRecord(record), current: shownRecord(current) };
}
