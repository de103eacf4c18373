import type { ActorStore } from '../../../src/runtime/record/actor-store.ts';

/** A store that one test uses. */
export type OpenActorStore = AsyncDisposable & {
  readonly store: ActorStore;
  /** Changes the stored text of an actor's newest revision, bypassing the store. */
  readonly rewrite: (id: string, change: (text: string) => string) => void | Promise<void>;
};
/** A store whose data can be opened more than once; `again` opens the same data another time. */
export type OpenSharedActorStore = OpenActorStore & { readonly again: () => ActorStore };

/** Opens a store for a test: synchronously, or asynchronously when a server must start first. */
export type OpenStore = () => OpenActorStore | Promise<OpenActorStore>;
export type OpenSharedStore = () => OpenSharedActorStore | Promise<OpenSharedActorStore>;
