import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { wallClock } from '../../support/devnet.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { trainingContract } from './training-contract.ts';

trainingContract('SQLite', async () => {
  const folder = tempFolder();
  const store = createSqliteStore({ path: folder.file('store.sqlite'), clock: wallClock });
  return {
    store: store.records,
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
});
