import { Database } from 'bun:sqlite';
import { createHash } from 'node:crypto';

/** Reads the service's database file directly, independently of the service. */
export type RecordWatch = Disposable & {
  /** A number that changes with any write, by any process. */
  version(): number;
  /** Number of rows per table, and a digest of all content. */
  content(): { readonly rows: Readonly<Record<string, number>>; readonly digest: string };
};

/** A table that the service itself writes from time to time, so it is not compared. */
const WRITTEN_BY_TIME = 'c_strangers__written__hours';

export function watchRecords(file: string): RecordWatch {
  const database = new Database(file, { readonly: true });
  const tables = database
    .query<{ name: string }, []>("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name")
    .all()
    .map(({ name }) => name)
    .filter((name) => name !== WRITTEN_BY_TIME);
  const version = database.query<{ data_version: number }, []>('PRAGMA data_version');
  return {
    version: () => version.get()?.data_version ?? -1,
    content() {
      const hash = createHash('sha256');
      const rows: Record<string, number> = {};
      for (const table of tables) {
        const all = database.query(`SELECT * FROM "${table}"`).values();
        rows[table] = all.length;
        for (const row of all) for (const value of row) hash.update(value instanceof Uint8Array ? value : `${typeof value}:${value}\n`);
      }
      return { rows, digest: hash.digest('hex') };
    },
    [Symbol.dispose]: () => database.close(),
  };
}
