import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { sqliteFile } from '../../support/sqlite-file.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { recordStoreContract } from './record-store-contract.ts';

recordStoreContract('sqlite', () => {
  let nowMs = 0;
  const wrong: string[] = [];
  const folder = tempFolder();
  const store = createSqliteStore({
    path: folder.file('store.sqlite'),
    clock: { now: () => nowMs },
    onWrong: (collection) => wrong.push(collection),
  });
  return {
    store: store.records,
    wrong,
    rewrite(collection, id, text) {
      const db = sqliteFile(folder.file('store.sqlite'));
      db.run(`UPDATE "c_${collection}" SET body = ? WHERE id = ?`, [text, id]);
      db.close();
    },
    setNow(to) {
      nowMs = to;
    },
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
});
