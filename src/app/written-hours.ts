import { putIfUnchanged } from '../platform/store/put-if-unchanged.ts';
import type { CollectionSpec, RecordStore } from '../platform/store/record-store.ts';
import type { Clock } from '../values/clock.ts';
import { documentForm, number, time } from '../values/document-form.ts';

const HOUR_MS = 3_600_000;
const HOURS = 24;

/**
 * Bytes that unauthenticated clients have written through all nodes of a store in one hour. The document's id is the number of the hour
 * since 1970.
 */
type StoredHour = { readonly bytes: number; readonly untilMs: number };

export const WRITTEN_HOURS: CollectionSpec = {
  name: 'strangers_written_hours',
  expiresAt: 'untilMs',
  form: documentForm<StoredHour>({ bytes: number, untilMs: time }),
};

/**
 * Counts the bytes written in the last 24 hours, by hour. Each node counts in memory and adds its count to the count in the store, which
 * all nodes share.
 */
export type WrittenHours = {
  add(bytes: number): void;
  /**
   * Total bytes written in the last 24 hours: those of this node and, as of the last `share`, those of all other nodes and of earlier runs.
   */
  total(): number;
  /**
   * Adds this node's byte counts to those in the store, and reads the counts of the other nodes.
   * @throws RetryableError `store-unavailable`; no counted byte is lost
   */
  share(): Promise<void>;
};

export function createWrittenHours({ records, clock }: { readonly records: RecordStore; readonly clock: Clock }): WrittenHours {
  const rows = records.collection<StoredHour>(WRITTEN_HOURS);
  /** Bytes by hour that this node has counted and not yet added to the store. */
  const own = new Map<number, number>();
  /** The bytes that all nodes together have written in each hour, as they were last read from the store. */
  let shared = new Map<number, number>();
  let lastHour = 0;

  /** Returns the number of the current hour since 1970. If the clock was set back, returns the latest hour so far. */
  function hourNow(): number {
    lastHour = Math.max(lastHour, Math.floor(clock.now() / HOUR_MS));
    return lastHour;
  }

  function sum(hours: Map<number, number>): number {
    const oldest = hourNow() - HOURS + 1;
    for (const hour of hours.keys()) if (hour < oldest) hours.delete(hour);
    return [...hours.values()].reduce((total, bytes) => total + bytes, 0);
  }

  async function save(hour: number, bytes: number): Promise<void> {
    const id = String(hour);
    const untilMs = (hour + HOURS + 1) * HOUR_MS;
    for (;;) {
      const row = await rows.get(id);
      const next = { bytes: (row?.bytes ?? 0) + bytes, untilMs };
      if (await putIfUnchanged(rows, id, row, next)) {
        own.set(hour, (own.get(hour) ?? 0) - bytes);
        shared.set(hour, next.bytes);
        return;
      }
    }
  }

  return {
    add(bytes) {
      const hour = hourNow();
      own.set(hour, (own.get(hour) ?? 0) + bytes);
    },
    total: () => sum(shared) + sum(own),
    async share() {
      for (const [hour, bytes] of own) if (bytes > 0) await save(hour, bytes);
      const newest = hourNow();
      const ids = Array.from({ length: HOURS }, (_, back) => String(newest - back));
      const read = await rows.getMany(ids);
      shared = new Map(read.map(({ _id, bytes }) => [Number(_id), bytes]));
      sum(own);
    },
  };
}
