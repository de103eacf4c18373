import type { Database } from 'bun:sqlite';
import type { JsonObject } from '../../../values/json.ts';
import { indexedValue } from '../record-document.ts';
import { columnValue, type TableLayout } from './table-layout.ts';

/**
 * Changes a table to match its layout: creates the table, adds columns and fills them from the documents, and builds indexes. Repeated
 * calls have no further effect.
 */
export function declareTable(db: Database, { table, columns, indexes }: TableLayout): void {
  db.run(
    `CREATE TABLE IF NOT EXISTS ${table} (row INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, rev INTEGER NOT NULL, body TEXT NOT NULL)`,
  );
  const present = columnsIn(db, table);
  const missing = columns.filter(([, column]) => !present.has(column));
  for (const [, column] of missing) db.run(`ALTER TABLE ${table} ADD COLUMN ${column} NOT NULL DEFAULT (-9e999)`);
  if (missing.length > 0) fill(db, table, missing);
  for (const { name, columns: indexed, isUnique } of indexes) {
    db.run(`CREATE ${isUnique ? 'UNIQUE ' : ''}INDEX IF NOT EXISTS ${name} ON ${table} (${indexed.join(', ')})`);
  }
}

/**
 * Returns whether a collection's table in a file matches its layout, was created by an older version, or is missing. Needs no write access.
 */
export function stateOfTable(db: Database, { table, columns, indexes }: TableLayout): 'declared' | 'older' | 'missing' {
  const present = columnsIn(db, table);
  if (present.size === 0) return 'missing';
  if (columns.some(([, column]) => !present.has(column))) return 'older';
  const built = namesIn(db, `SELECT name FROM pragma_index_list('${table.slice(1, -1)}')`);
  return indexes.every(({ name }) => built.has(name)) ? 'declared' : 'older';
}

function columnsIn(db: Database, table: string): ReadonlySet<string> {
  return namesIn(db, `SELECT name FROM pragma_table_info('${table.slice(1, -1)}')`);
}

function namesIn(db: Database, query: string): ReadonlySet<string> {
  return new Set(
    db
      .query(query)
      .values()
      .map(([name]) => `"${name}"`),
  );
}

function fill(db: Database, table: string, missing: TableLayout['columns']): void {
  const update = db.prepare(`UPDATE ${table} SET ${missing.map(([, column]) => `${column} = ?`).join(', ')} WHERE row = ?`);
  const page = db.prepare(`SELECT row, body FROM ${table} WHERE row > ? ORDER BY row LIMIT 1000`);
  let rows = page.values(0);
  while (rows.length > 0) {
    for (const [row, body] of rows) {
      const document: JsonObject = JSON.parse(String(body));
      update.run(...missing.map(([field]) => columnValue(indexedValue(document, field))), Number(row));
    }
    rows = page.values(Number(rows.at(-1)?.[0]));
  }
}
