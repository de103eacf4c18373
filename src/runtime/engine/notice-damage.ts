import type { ActorStore, LoadedActor } from '../record/actor-store.ts';
import { requireWhole } from '../step/hydrate.ts';
import type { Loader } from './loader.ts';

/** Wraps a store so that a damaged actor is quarantined when it is first read. Counts and filters then include it as quarantined. */
export function noticingDamage(store: ActorStore, setAside: Loader['setAside']): ActorStore {
  function noticed<T extends readonly (LoadedActor | null)[]>(actors: T): T {
    for (const found of actors) {
      try {
        if (found !== null) requireWhole(found);
      } catch (error) {
        if (found !== null) setAside(found, error);
      }
    }
    return actors;
  }
  return {
    ...store,
    load: (ids) => store.load(ids).then(noticed),
    loadRefs: (refs) => store.loadRefs(refs).then(noticed),
    async list(query) {
      const page = await store.list(query);
      noticed(page.actors);
      return page;
    },
  };
}
