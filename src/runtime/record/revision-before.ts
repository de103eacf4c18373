import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ActorStore } from './actor-store.ts';
import type { ActorId, HistoryEntry } from './record.ts';

/**
 * Number of revisions that are read after the revision that the binary search has found. This is needed because later revisions can have
 * earlier times, if a node with a fast clock has written the revisions before them.
 */
const LOOKED_PAST = 32;

/**
 * Finds the newest revision written at or before a time, by binary search: revisions have no gaps, and retention removes only the oldest.
 * The times are those of the nodes that wrote the revisions, and are as exact as their clocks.
 * @throws TerminalError `actor-not-found`, `revision-not-found` (404) when history does not reach back to that time
 */
export async function revisionBefore(
  store: Pick<ActorStore, 'load' | 'history' | 'historyAt'>,
  id: ActorId,
  beforeMs: number,
): Promise<HistoryEntry> {
  const [found = null] = await store.load([id]);
  if (found === null) throw new TerminalError({ code: 'actor-not-found', status: 404, message: `The actor ${id} does not exist.` });
  let best: HistoryEntry | null = null;
  let oldestAfter: HistoryEntry | null = null;
  let [low, high] = [1, found.record.revision];
  // The search begins with the newest revision, because most actors have not changed since a recent time.
  for (let middle = high; low <= high; middle = Math.floor((low + high) / 2)) {
    const entry = await store.historyAt(id, middle);
    if (entry !== null && entry.atMs > beforeMs) {
      oldestAfter = entry;
      high = middle - 1;
      continue;
    }
    best = entry;
    low = middle + 1;
  }
  if (best !== null) {
    const past = await store.history(id, { beforeRevision: best.revision + LOOKED_PAST + 1, limit: LOOKED_PAST });
    return past.find(({ revision, atMs }) => revision > (best?.revision ?? 0) && atMs <= beforeMs) ?? best;
  }
  const reach =
    oldestAfter === null
      ? 'there is no older revision'
      : `the oldest stored revision is ${oldestAfter.revision}, of ${timeText(oldestAfter.atMs)}`;
  const message =
    `The history of ${id} does not reach back to ${timeText(beforeMs)}: ${reach} (older revisions may have been deleted after ` +
    'the retention period).';
  throw new TerminalError({ code: 'revision-not-found', status: 404, message });
}

export function timeText(atMs: number): string {
  return new Date(atMs).toISOString();
}
