import { Database } from 'bun:sqlite';
import { createHash } from 'node:crypto';

/** Reads the service's database file directly, independently of the service, to detect writes. */
export type RecordWatch = Disposable & {
  /** Returns a number that changes with every write to the database, by any process. */
  version(): number;
  /** Returns the number of rows per table, and a digest of the whole content. */
  content(): { readonly rows: Readonly<Record<string, number>>; readonly digest: string };
};

/** The service itself writes to this table from time to time, so its content is not compared. */
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
