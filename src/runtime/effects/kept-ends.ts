import type { Clock } from '../../values/clock.ts';
import type { Timers } from '../engine/timers.ts';
import type { OutboxEntry } from '../record/record.ts';
import type { Cell } from '../step/cell.ts';

/**
 * Minimum time in ms between the write of an effect's end and the end of the effect's lease. After the lease has ended, another node would
 * run the effect again.
 */
const BEFORE_LEASE_ENDS_MS = 1_500;

export type KeptEndsDeps = {
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly store: (cell: Cell, entry: OutboxEntry) => Promise<unknown>;
  readonly onError: (error: unknown) => void;
};

/**
 * Remembers effects that have ended without a stored end (`endIsStored: 'with-next'`). The end is stored by the next commit of the actor,
 * or just before the lease ends.
 */
export type KeptEnds = {
  readonly keep: (cell: Cell, entry: OutboxEntry) => void;
  /** For each effect whose end has not been stored yet, stores that it has ended. */
  readonly storeAll: () => Promise<void>;
};

export function createKeptEnds({ clock, timers, store, onError }: KeptEndsDeps): KeptEnds {
  const kept = new Map<string, { readonly cell: Cell; readonly entry: OutboxEntry; readonly cancel: () => void }>();

  async function storeEnd(key: string): Promise<void> {
    const found = kept.get(key);
    if (found === undefined) return;
    kept.delete(key);
    const { cell, entry, cancel } = found;
    cancel();
    // If another commit has already stored the effect's end, nothing is written here. But if the actor's copy is no longer in memory, it is
    // unknown whether the end was stored, so the end is written.
    if (!cell.evicted && cell.ended?.has(key) !== true) return;
    try {
      await store(cell, entry);
    } catch (error) {
      onError(error);
    } finally {
      cell.ended?.delete(key);
    }
  }

  return {
    keep(cell, entry) {
      cell.ended ??= new Set();
      cell.ended.add(entry.key);
      const leftMs = (entry.leaseUntilMs ?? 0) - BEFORE_LEASE_ENDS_MS - clock.now();
      const cancel = timers.after(Math.max(0, leftMs), () => void storeEnd(entry.key));
      kept.set(entry.key, { cell, entry, cancel });
    },
    storeAll: async () => void (await Promise.all([...kept.keys()].map(storeEnd))),
  };
}
