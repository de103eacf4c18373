import { describe } from 'bun:test';
import { testCommits, testSharing } from './commits-contract.ts';
import { testCounts, testSharedCounts } from './counts-contract.ts';
import { testDamage } from './damage-contract.ts';
import { testForget } from './forget-contract.ts';
import { testHistory } from './history-contract.ts';
import type { OpenSharedStore, OpenStore } from './open-actor-store.ts';
import { testQueries } from './queries-contract.ts';
import { testSharedTriggers, testTriggers } from './triggers-contract.ts';

/** What every `ActorStore` has to keep; run for each adapter. */
export function actorStoreContract(name: string, open: OpenStore): void {
  describe(`the ${name} actor store`, () => {
    testCommits(open);
    testHistory(open);
    testQueries(open);
    testCounts(open);
    testTriggers(open);
    testForget(open);
    testDamage(open);
  });
}

/** What a store whose data several processes open has to keep as well. */
export function sharedActorStoreContract(name: string, open: OpenSharedStore): void {
  describe(`the ${name} actor store, opened more than once`, () => {
    testSharing(open);
    testSharedCounts(open);
    testSharedTriggers(open);
  });
}
