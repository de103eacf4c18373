import type { IsPaused } from '../engine/is-paused.ts';
import type { ActorStore, ListPage, ListQuery, LoadedActor } from '../record/actor-store.ts';
import { entryWakeTime } from '../record/wake-time.ts';

/** Maximum number of pages that are read from the store to fill one page of the result. */
const MOST_PAGES = 10;

/**
 * Lists actors that should have been processed before `beforeMs`. An actor that is due at every tick always has wake time 0; it counts as
 * overdue only when an effect in its outbox is. Paused actors are not overdue, since they are meant to wait.
 */
export async function listOverdue(
  store: Pick<ActorStore, 'list'>,
  query: ListQuery,
  beforeMs: number,
  isPaused: IsPaused,
): Promise<ListPage> {
  if (query.type !== undefined && isPaused(query.type)) return { actors: [], cursor: null };
  const actors: LoadedActor[] = [];
  let cursor: string | null = query.cursor ?? null;
  for (let pages = 0; pages < MOST_PAGES; pages += 1) {
    const limit = query.limit - actors.length;
    const page: ListPage = await store.list({ ...query, limit, ...(cursor === null ? {} : { cursor }) });
    actors.push(...page.actors.filter((found) => !isPaused(found.record.type) && isOverdue(found, beforeMs)));
    cursor = page.cursor;
    if (cursor === null || actors.length === query.limit) break;
  }
  return { actors, cursor };
}

function isOverdue({ record }: LoadedActor, beforeMs: number): boolean {
  return record.wakeAtMs !== 0 || record.outbox.some((entry) => entryWakeTime(entry) < beforeMs);
}
