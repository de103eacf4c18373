import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';

/** A store of its own for one test. */
export type OpenActorStore = AsyncDisposable & {
  readonly store: ActorStore;
  /** Puts another text in the place of the one that the newest revision of an actor is read from, past the store. */
  readonly rewrite: (id: string, change: (text: string) => string) => void | Promise<void>;
};
/** `again` opens the same data a second time. */
export type OpenSharedActorStore = OpenActorStore & { readonly again: () => ActorStore };

/** Some are there at once, some after a server has started. */
export type OpenStore = () => OpenActorStore | Promise<OpenActorStore>;
export type OpenSharedStore = () => OpenSharedActorStore | Promise<OpenSharedActorStore>;
