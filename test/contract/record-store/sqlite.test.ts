import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { recordStoreContract } from './record-store-contract.ts';

recordStoreContract('sqlite', () => {
  let nowMs = 0;
  const folder = tempFolder();
  const store = createSqliteStore({ path: folder.file('store.sqlite'), clock: { now: () => nowMs } });
  return {
    store: store.records,
    setNow(to) {
      nowMs = to;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
});
