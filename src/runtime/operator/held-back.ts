import type { AnyActorDefinition } from '../define/definition.ts';
import type { ListFilter, ListQuery, LoadedActor } from '../record/actor-store.ts';
import type { ActorRecord } from '../record/record.ts';
import { snapshotOf } from '../step/hydrate.ts';
import { isInTrouble } from './why-effects.ts';

/** What operators filter by: what a store has an index of, and what can only be judged record by record. */
export type OperatorFilter = ListFilter & {
  /** Only actors that something keeps from what they would do: see `createIsHeldBack`. */
  readonly isHeldBack?: boolean;
};
export type OperatorQuery = ListQuery & Pick<OperatorFilter, 'isHeldBack'>;

export type IsHeldBack = (record: ActorRecord) => boolean;

type Page = { readonly actors: readonly LoadedActor[]; readonly cursor: string | null };

/** Pages that are looked through for one page of ours: a bound on what one look costs. */
const MOST_PAGES = 40;

/** Quarantined, backing off, with an effect in trouble, unreadable, or held back by its own word (`isHeldBack` of its definition). */
export function createIsHeldBack(definitionOf: (type: string) => AnyActorDefinition | undefined, nowMs: () => number): IsHeldBack {
  return (record) => {
    if (record.health.state !== 'ok' || record.outbox.some((entry) => isInTrouble(entry, nowMs()))) return true;
    const definition = definitionOf(record.type);
    if (definition?.isHeldBack === undefined || record.snapshot.status !== 'active') return false;
    try {
      return definition.isHeldBack(snapshotOf(definition, record));
    } catch {
      // A state that this program cannot read holds its actor back; its page says what is wrong.
      return true;
    }
  };
}

/** Those of a list's actors that are held back. A page may be shorter than its limit, and empty, with more behind its cursor. */
export async function listHeldBack<Query extends { readonly limit: number; readonly cursor?: string }, Found extends Page>(
  list: (query: Query) => Promise<Found>,
  query: Query,
  isHeldBack: IsHeldBack,
): Promise<Found> {
  let page = await list(query);
  let actors = page.actors.filter(({ record }) => isHeldBack(record));
  for (let pages = 1; pages < MOST_PAGES && page.cursor !== null && actors.length < query.limit; pages += 1) {
    page = await list({ ...query, limit: query.limit - actors.length, cursor: page.cursor });
    actors = [...actors, ...page.actors.filter(({ record }) => isHeldBack(record))];
  }
  return { ...page, actors };
}
