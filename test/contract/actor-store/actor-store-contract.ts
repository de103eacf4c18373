import { describe } from 'bun:test';
import { testCommits, testSharing } from './commits-contract.ts';
import { testCounts, testSharedCounts } from './counts-contract.ts';
import { testDamage } from './damage-contract.ts';
import { testForget } from './forget-contract.ts';
import { testHistory } from './history-contract.ts';
import type { OpenSharedStore, OpenStore } from './open-actor-store.ts';
import { testQueries } from './queries-contract.ts';
import { testSharedTriggers, testTriggers } from './triggers-contract.ts';

/** The tests that every `ActorStore` must pass, run for each adapter. */
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

/** Additional tests for stores whose data several processes can open at the same time. */
export function sharedActorStoreContract(name: string, open: OpenSharedStore): void {
  describe(`the ${name} actor store, opened more than once`, () => {
    testSharing(open);
    testSharedCounts(open);
    testSharedTriggers(open);
  });
}
