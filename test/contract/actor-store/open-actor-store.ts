import type { ActorStore } from '../../../src/runtime/actor-store.ts';

/** A store of its own for one test. */
export type OpenActorStore = AsyncDisposable & { readonly store: ActorStore };
/** `again` opens the same data a second time. */
export type OpenSharedActorStore = OpenActorStore & { readonly again: () => ActorStore };
