import { Database } from 'bun:sqlite';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { NLU_LOG } from '../../../src/features/assistant/legacy/sentence.ts';
import { ORDERS } from '../../../src/features/orders/create-orders.ts';
import { SMART_ACCOUNTS } from '../../../src/features/smart-accounts/create-smart-accounts.ts';
import { tableLayout } from '../../../src/platform/store/sqlite/table-layout.ts';

const FILE = 'coxswain.db';

/** Counts the stored rows of each kind that strangers can write, by reading the database file directly. */
export type Rows = {
  readonly records: number;
  readonly trades: number;
  readonly orders: number;
  readonly sentences: number;
  readonly smartAccounts: number;
};

export function rowsOnDisk(dataDir: string): Rows {
  using database = new Database(join(dataDir, FILE), { readonly: true });
  const numberOf = (sql: string, ...params: string[]): number => Number(database.query(sql).values(...params)[0]?.[0]);
  const actors = (type: string) =>
    numberOf('SELECT count(*) FROM actors WHERE type_no IN (SELECT no FROM names WHERE kind = 0 AND text = ?)', type);
  // The table of a collection exists only after the first write to the collection.
  const rows = (spec: typeof ORDERS) => {
    const { table } = tableLayout(spec);
    const isMade = numberOf("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name = ?", table.replaceAll('"', '')) === 1;
    return isMade ? numberOf(`SELECT count(*) FROM ${table}`) : 0;
  };
  return {
    records: actors('dca-position'),
    trades: actors('trade'),
    orders: rows(ORDERS),
    sentences: rows(NLU_LOG),
    smartAccounts: rows(SMART_ACCOUNTS),
  };
}

/** The size of the database in bytes, including data that is still in its write-ahead log. */
export function databaseBytes(dataDir: string): number {
  using database = new Database(join(dataDir, FILE), { readonly: true });
  const numberOf = (name: string): number => Number(database.query(`PRAGMA ${name}`).values()[0]?.[0]);
  return numberOf('page_count') * numberOf('page_size');
}

/** The size of the database's write-ahead log in bytes. */
export function logBytes(dataDir: string): number {
  return statSync(join(dataDir, `${FILE}-wal`), { throwIfNoEntry: false })?.size ?? 0;
}
