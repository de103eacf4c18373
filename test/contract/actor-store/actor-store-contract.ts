import { describe } from 'bun:test';
import type { ActorStore } from '../../../src/runtime/actor-store.ts';
import { testCommits, testSharing } from './commits-contract.ts';
import { testHistory } from './history-contract.ts';
import { testQueries } from './queries-contract.ts';

/** A store of its own for one test. */
export type OpenActorStore = AsyncDisposable & { readonly store: ActorStore };
/** `again` opens the same data a second time. */
export type OpenSharedActorStore = OpenActorStore & { readonly again: () => ActorStore };

/** What every `ActorStore` has to keep; run for each adapter. */
export function actorStoreContract(name: string, open: () => OpenActorStore): void {
  describe(`the ${name} actor store`, () => {
    testCommits(open);
    testHistory(open);
    testQueries(open);
  });
}

/** What a store whose data several processes open has to keep as well. */
export function sharedActorStoreContract(name: string, open: () => OpenSharedActorStore): void {
  describe(`the ${name} actor store, opened more than once`, () => testSharing(open));
}
