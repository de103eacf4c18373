import { Database } from 'bun:sqlite';
import { createHash } from 'node:crypto';

/** Looks at the service's database from outside, past everything that it says of itself. */
export type RecordWatch = Disposable & {
  /** Another number after any write at all, by whomever. */
  version(): number;
  /** Rows per table, and a digest of all that is in them. */
  content(): { readonly rows: Readonly<Record<string, number>>; readonly digest: string };
};

/** Written every now and then with what strangers wrote before, whatever is asked meanwhile. */
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
