import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { actorStoreContract, sharedActorStoreContract } from './actor-store-contract.ts';
import type { OpenSharedActorStore } from './open-actor-store.ts';

actorStoreContract('sqlite', openSqlite);
sharedActorStoreContract('sqlite', openSqlite);

function openSqlite(): OpenSharedActorStore {
  const folder = tempFolder();
  const open = () => createSqliteStore({ path: folder.file('store.sqlite'), clock: { now: () => 0 } }).actors;
  const store = open();
  return {
    store,
    again: open,
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}
