import { keyOf } from '../../values/actor-id.ts';
import type { Residents } from '../engine/residents.ts';
import type { ActorStore, ListFilter, LoadedActor } from '../record/actor-store.ts';
import type { ActorRecord } from '../record/record.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { hydrate } from '../step/hydrate.ts';

export type ForgetQuery = Required<Pick<ListFilter, 'type' | 'statuses'>> & {
  /** How many are looked at, the oldest first. */
  readonly limit: number;
  readonly cursor?: string | undefined;
};
export type ForgetReport = { readonly looked: number; readonly forgotten: readonly string[]; readonly cursor: string | null };
/** The last word of whoever keeps house. Only asked about actors that their definition lets go; `snapshot` is that of the definition. */
export type MayGo = (actor: { readonly key: string; readonly record: ActorRecord }) => Promise<boolean>;
/** Looks at a page of actors, and forgets those that nobody needs. Answers with the keys of those that are gone. */
export type ForgetActors = (query: ForgetQuery, mayGo: MayGo) => Promise<ForgetReport>;

/**
 * The definition says which states may go at all. Besides, nothing is forgotten that has effects in its outbox, that waits for a value, that an
 * operator has to look at, or that has something in hand here; and nothing that moves on meanwhile, on whatever node: the store compares revisions.
 */
export function createForgetActors(deps: {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: ActorStore;
  readonly residents: Residents;
}): ForgetActors {
  const { actors, store, residents } = deps;

  function isFree(found: LoadedActor, actor: CompiledActor): boolean {
    const { record } = found;
    const cell = residents.get(record.id);
    const isInHand = cell !== undefined && (cell.busy || cell.queue !== null || cell.running > 0);
    if (isInHand || record.outbox.length > 0 || record.triggers !== undefined || record.health.state !== 'ok') return false;
    // One of another version is left to who can read it.
    if (record.version !== actor.definition.version) return false;
    return actor.definition.isForgettable?.(hydrate(actor, found).snapshot) === true;
  }

  return async ({ type, statuses, limit, cursor: after }, mayGo) => {
    const actor = actors.get(type);
    if (actor?.definition.isForgettable === undefined) return { looked: 0, forgotten: [], cursor: null };
    const page = await store.list({ type, statuses, order: 'oldest', limit, ...(after === undefined ? {} : { cursor: after }) });
    const going: LoadedActor[] = [];
    for (const found of page.actors) {
      const { record } = found;
      if (isFree(found, actor) && (await mayGo({ key: keyOf(record.id), record }))) going.push(found);
    }
    // Once more, for what came in while it was asked about.
    const free = going.filter((found) => isFree(found, actor));
    const gone = free.length === 0 ? [] : await store.forget(free);
    const forgotten = free.filter((_, at) => gone[at] === true).map(({ record }) => record.id);
    for (const id of forgotten) {
      const cell = residents.get(id);
      // One that got something in hand meanwhile loses its commit, and finds out when it reads again.
      if (cell !== undefined && !cell.busy && cell.queue === null) residents.remove(cell);
    }
    return { looked: page.actors.length, forgotten: forgotten.map(keyOf), cursor: page.cursor };
  };
}
