import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { ActorId, HistoryEntry } from '../../runtime/record/record.ts';

/**
 * Number of history entries read at a time. With a few hundred actors in progress this limits memory use to about 20 MB. Stores read at
 * least 16 consecutive entries at once.
 */
const PAGE = 32;

/**
 * Yields an actor's stored history from `firstRevision` to `lastRevision`, oldest first. When `firstRevision` is null, starts at the oldest
 * stored entry. Ends early at a missing revision. An actor whose history exceeds a page is read twice, so that memory use does not grow
 * with the history.
 */
export async function* actorHistory(
  store: ActorStore,
  id: ActorId,
  firstRevision: number | null,
  lastRevision: number,
): AsyncGenerator<HistoryEntry> {
  const newest = await pageUpTo(store, id, lastRevision);
  let at = firstRevision ?? (await firstKept(store, id, newest));
  // Usually the page read first already contains the whole history, which then need not be read again.
  if ((newest[0]?.revision ?? Number.POSITIVE_INFINITY) <= at) {
    yield* newest.filter(({ revision }) => revision >= at);
    return;
  }
  while (at <= lastRevision) {
    const page = await pageUpTo(store, id, Math.min(at + PAGE - 1, lastRevision));
    const entries = page.filter(({ revision }) => revision >= at);
    if (entries[0]?.revision !== at) return;
    yield* entries;
    at += entries.length;
  }
}

/** Finds the oldest stored revision by reading page by page backwards. The pages themselves are not kept in memory. */
async function firstKept(store: ActorStore, id: ActorId, newest: readonly HistoryEntry[]): Promise<number> {
  let page = newest;
  let first = Number.POSITIVE_INFINITY;
  while (page[0] !== undefined && page[0].revision < first) {
    first = page[0].revision;
    if (page.length < PAGE || first === 1) break;
    page = await pageUpTo(store, id, first - 1);
  }
  return first;
}

/** Returns at most a page of consecutive history entries, oldest first, of which the last has the given revision. */
async function pageUpTo(store: ActorStore, id: ActorId, revision: number): Promise<HistoryEntry[]> {
  const newestFirst = await store.history(id, { beforeRevision: revision + 1, limit: PAGE });
  const gap = newestFirst.findIndex((entry, at) => entry.revision !== revision - at);
  return (gap === -1 ? newestFirst : newestFirst.slice(0, gap)).toReversed();
}
