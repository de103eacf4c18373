import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { actorStoreContract } from './actor-store-contract.ts';

actorStoreContract('memory', () => {
  const store = createMemoryActorStore();
  return { store, rewrite: store.rewrite, [Symbol.asyncDispose]: () => store.close() };
});
