import type { ActorStore } from '../../runtime/record/actor-store.ts';
import type { ActorId, HistoryEntry } from '../../runtime/record/record.ts';

/**
 * Number of history entries of one actor that are read with one call of the store. With a few hundred actors being copied at the same time,
 * this limits memory use to about 20 MB.
 */
const PAGE = 32;

/**
 * Yields an actor's stored history from `firstRevision` to `lastRevision`, oldest first. When `firstRevision` is null, starts at the oldest
 * stored entry. Ends early when a revision is missing. A history that is longer than a page is read twice, so that it need not be kept in
 * memory.
 */
export async function* actorHistory(
  store: ActorStore,
  id: ActorId,
  firstRevision: number | null,
  lastRevision: number,
): AsyncGenerator<HistoryEntry> {
  const newest = await pageUpTo(store, id, lastRevision);
  let at = firstRevision ?? (await firstKept(store, id, newest));
  // Usually the first page already contains the actor's whole history, so no further page is read.
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

/** Finds the oldest stored revision by reading pages from the newest to the oldest. The content of the pages is not kept in memory. */
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

/** Returns one page of consecutive history entries of an actor, oldest first. `revision` is the revision of the page's last entry. */
async function pageUpTo(store: ActorStore, id: ActorId, revision: number): Promise<HistoryEntry[]> {
  const newestFirst = await store.history(id, { beforeRevision: revision + 1, limit: PAGE });
  const gap = newestFirst.findIndex((entry, at) => entry.revision !== revision - at);
  return (gap === -1 ? newestFirst : newestFirst.slice(0, gap)).toReversed();
}
