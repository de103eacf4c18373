import { unpackText } from '../../../src/platform/store/packed-text.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { sqliteFile } from '../../support/sqlite-file.ts';
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
    rewrite: (id, change) => rewriteSqlite(folder.file('store.sqlite'), id, change),
    async [Symbol.asyncDispose]() {
      await store.close();
      folder[Symbol.dispose]();
    },
  };
}

function rewriteSqlite(path: string, id: string, change: (text: string) => string): void {
  const db = sqliteFile(path);
  const [head] = db
    .query(
      'SELECT h.key, h.revision, h.last_seq, h.last_off, h.last_len, f.row, f.revision, f.body FROM heads h JOIN fulls f ON f.row = h.full_row JOIN actors a ON a.key = h.key WHERE a.id = ?',
    )
    .values(id);
  if (head === undefined) throw new Error(`there is no ${id}`);
  const [key, revision, seq, off, len, row, fullRevision] = head.slice(0, 7).map(Number);
  if (revision === fullRevision) db.run('UPDATE fulls SET body = ? WHERE row = ?', [change(unpackText(head[7])), row ?? 0]);
  else {
    const chunk = unpackText(db.query('SELECT body FROM commits WHERE seq = ?').values(seq ?? 0)[0]?.[0]);
    const entry = chunk.slice(off, (off ?? 0) + (len ?? 0));
    const begin = entry.indexOf(';') + 1;
    const changed = entry.slice(0, begin) + change(entry.slice(begin));
    db.run('UPDATE commits SET body = CAST(? AS BLOB) WHERE seq = ?', [`${chunk.slice(0, off)}${changed}\n`, seq ?? 0]);
    db.run('UPDATE heads SET last_len = ? WHERE key = ?', [changed.length, key ?? 0]);
  }
  db.close();
}
