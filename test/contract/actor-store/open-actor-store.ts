import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';

/** A store for one test. */
export type OpenActorStore = AsyncDisposable & {
  readonly store: ActorStore;
  /** Changes the stored text that contains the newest revision of an actor, without using the store. */
  readonly rewrite: (id: string, change: (text: string) => string) => void | Promise<void>;
};
/** `again` opens the same data a second time. */
export type OpenSharedActorStore = OpenActorStore & { readonly again: () => ActorStore };

/** Opens a store. Some stores open synchronously, others after a server has started. */
export type OpenStore = () => OpenActorStore | Promise<OpenActorStore>;
export type OpenSharedStore = () => OpenSharedActorStore | Promise<OpenSharedActorStore>;
