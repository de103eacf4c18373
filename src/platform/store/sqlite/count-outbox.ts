import type { Database } from 'bun:sqlite';
import { recordOfChain } from '../../../runtime/record/record-chain.ts';
import { createChainReader } from './read-chain.ts';

/** Number of actors that are read from the database with one query. */
const READ_AT_ONCE = 1_000;

/**
 * Counts the entries of all outboxes once, when a file without a stored total is opened. This takes some ten microseconds for each actor
 * that can have entries. An unreadable actor counts as having no entries, since its effects could never be settled; the actor itself is
 * reported each time it is loaded.
 */
export function countOutboxEntries(db: Database): number {
  const chains = createChainReader(db);
  // Selects the actors that can have effects. An effect in the outbox gives its actor a wake time, unless the actor is quarantined. So all
  // actors with a wake time and all quarantined actors are selected.
  const select = db.prepare(`SELECT h.key FROM heads h JOIN actors a ON a.key = h.key
    WHERE h.key > ? AND (h.wake_at IS NOT NULL OR a.health <> 0) ORDER BY h.key LIMIT ${READ_AT_ONCE}`);
  let entries = 0;
  let after = 0;
  for (;;) {
    const keys = select.values(after).map(([key]) => Number(key));
    for (const key of keys) entries += entriesOf(key);
    const last = keys.at(-1);
    if (last === undefined || keys.length < READ_AT_ONCE) return entries;
    after = last;
  }

  function entriesOf(key: number): number {
    try {
      const chain = chains.current(key);
      return chain === null ? 0 : recordOfChain(chain).outbox.length;
    } catch {
      return 0;
    }
  }
}
