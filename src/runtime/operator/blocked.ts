import type { AnyActorDefinition } from '../define/definition.ts';
import type { ListFilter, ListQuery, LoadedActor } from '../record/actor-store.ts';
import type { ActorRecord } from '../record/record.ts';
import { snapshotOf } from '../step/hydrate.ts';
import { isInTrouble } from './why-effects.ts';

/** The filters of an operator's search: filters with an index in the store, and filters for which each record must be read. */
export type OperatorFilter = ListFilter & {
  /** Whether to return only blocked actors; see `createIsBlocked`. */
  readonly isBlocked?: boolean;
  /** Returns only actors that are blocked for the reason with this code, as returned by `whyHead`. */
  readonly blockedBy?: string;
  /** Returns only actors whose last change is at or after this time (UTC ms). */
  readonly changedFromMs?: number;
  /** Returns only actors whose last change is before this time (UTC ms). */
  readonly changedToMs?: number;
};
/** The filters of an operator's search for which each actor's record must be read. */
export type RecordFilter = Pick<OperatorFilter, 'isBlocked' | 'blockedBy' | 'changedFromMs' | 'changedToMs'>;
export type OperatorQuery = ListQuery & RecordFilter;

export type IsBlocked = (record: ActorRecord) => boolean;

type Page = { readonly actors: readonly LoadedActor[]; readonly cursor: string | null };

/** Maximum number of pages that are read from the store to fill one page of the result. */
const MOST_PAGES = 40;

/** Whether an actor is blocked: quarantined, backing off, with a failed effect, unreadable, or blocked by its definition's own check. */
export function createIsBlocked(definitionOf: (type: string) => AnyActorDefinition | undefined, nowMs: () => number): IsBlocked {
  return (record) => {
    if (record.health.state !== 'ok' || record.outbox.some((entry) => isInTrouble(entry, nowMs()))) return true;
    const definition = definitionOf(record.type);
    if (definition?.isBlocked === undefined || record.snapshot.status !== 'active') return false;
    try {
      return definition.isBlocked(snapshotOf(definition, record));
    } catch {
      // An actor whose snapshot this program cannot read counts as blocked. The actor's page in the inspector shows the reason.
      return true;
    }
  };
}

/** Builds the check for those of an operator's filters that need an actor's record; null when no such filter is set. */
export function createBlockTest(
  isBlocked: IsBlocked,
  codeOf: (record: ActorRecord) => string | null,
): (filter: RecordFilter) => IsBlocked | null {
  const blockTest = ({ isBlocked: isAsked = false, blockedBy }: RecordFilter): IsBlocked | null => {
    if (blockedBy !== undefined) return (record) => isBlocked(record) && codeOf(record) === blockedBy;
    return isAsked ? isBlocked : null;
  };
  return ({ changedFromMs, changedToMs, ...filter }) => {
    const test = blockTest(filter);
    if (changedFromMs === undefined && changedToMs === undefined) return test;
    const [from, to] = [changedFromMs ?? Number.NEGATIVE_INFINITY, changedToMs ?? Number.POSITIVE_INFINITY];
    return (record) => record.updatedAtMs >= from && record.updatedAtMs < to && (test === null || test(record));
  };
}

/** Removes from an operator's query the filters for which each record must be read. Only the filters that the store supports remain. */
export function withoutRecordFilters<Query extends RecordFilter>(query: Query): Omit<Query, keyof RecordFilter> {
  const { isBlocked, blockedBy, changedFromMs, changedToMs, ...rest } = query;
  return rest;
}

/** Lists the blocked actors. A page may be shorter than its limit, or empty, although more results follow after its cursor. */
export async function listBlocked<Query extends { readonly limit: number; readonly cursor?: string }, Found extends Page>(
  list: (query: Query) => Promise<Found>,
  query: Query,
  isBlocked: IsBlocked,
): Promise<Found> {
  let page = await list(query);
  let actors = page.actors.filter(({ record }) => isBlocked(record));
  for (let pages = 1; pages < MOST_PAGES && page.cursor !== null && actors.length < query.limit; pages += 1) {
    page = await list({ ...query, limit: query.limit - actors.length, cursor: page.cursor });
    actors = [...actors, ...page.actors.filter(({ record }) => isBlocked(record))];
  }
  return { ...page, actors };
}
