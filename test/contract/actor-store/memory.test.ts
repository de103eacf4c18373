import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { actorStoreContract } from './actor-store-contract.ts';

actorStoreContract('memory', () => {
  const store = createMemoryActorStore();
  return { store, [Symbol.asyncDispose]: () => store.close() };
});
