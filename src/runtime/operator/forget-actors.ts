import { keyOf } from '../../values/actor-id.ts';
import type { Residents } from '../engine/residents.ts';
import type { ActorStore, ListFilter, LoadedActor } from '../record/actor-store.ts';
import type { ActorRecord } from '../record/record.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { hydrate } from '../step/hydrate.ts';

export type ForgetQuery = Required<Pick<ListFilter, 'type' | 'statuses'>> & {
  /** Maximum number of actors that one call checks for deletion, starting with the oldest. */
  readonly limit: number;
  readonly cursor?: string | undefined;
};
export type ForgetReport = { readonly looked: number; readonly forgotten: readonly string[]; readonly cursor: string | null };
/**
 * Decides finally whether an actor is deleted. It is called only for actors whose definition permits deletion. `record.snapshot` is a
 * snapshot of that definition's machine.
 */
export type MayGo = (actor: { readonly key: string; readonly record: ActorRecord }) => Promise<boolean>;
/** Checks a page of actors and deletes the actors that are no longer needed. The result contains the keys of the deleted actors. */
export type ForgetActors = (query: ForgetQuery, mayGo: MayGo) => Promise<ForgetReport>;

/**
 * Creates the function that deletes unneeded actors. The definition decides which states permit deletion. An actor is always kept while it
 * has effects in the outbox, waits for a value, needs an operator, or has running work on this node. An actor that any node changes in the
 * meantime is kept too, since the store compares revisions.
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
    // An actor whose record has another version is not deleted here, but by a program version that can read it.
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
    // Each actor is checked again, because work for it may have arrived while `mayGo` decided whether it may be deleted.
    const free = going.filter((found) => isFree(found, actor));
    const gone = free.length === 0 ? [] : await store.forget(free);
    const forgotten = free.filter((_, at) => gone[at] === true).map(({ record }) => record.id);
    for (const id of forgotten) {
      const cell = residents.get(id);
      // If a deleted actor has received work in the meantime, the commit of that work fails; the actor is then loaded again and found to be
      // deleted.
      if (cell !== undefined && !cell.busy && cell.queue === null) residents.remove(cell);
    }
    return { looked: page.actors.length, forgotten: forgotten.map(keyOf), cursor: page.cursor };
  };
}
