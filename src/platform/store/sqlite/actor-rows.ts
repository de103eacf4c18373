import type { Changes, Database, Statement } from 'bun:sqlite';
import { keyColumn } from './names.ts';
import type { SqlValue } from './write-records.ts';

/** The index keys of an actor: the number of each key's name, with its value. */
export type KeyValues = readonly (readonly [no: number, value: string | number | null])[];

/** Writes rows of `actors` within the writer's transaction. */
export type ActorRows = {
  /** Inserts an actor; changes nothing when an actor with this id already exists. */
  insert(
    row: readonly [id: string | null, typeNo: number, statusNo: number | null, health: number, createdAt: number],
    keys: KeyValues,
  ): Changes;
  update(key: number, keys: KeyValues): void;
};

/**
 * Creates the writer of rows. It prepares one SQL statement for each combination of index keys. There are only a few combinations, one or
 * two for each actor type.
 */
export function createActorRows(db: Database): ActorRows {
  const statements = new Map<string, Statement>();

  function statement(sql: string): Statement<unknown, SqlValue[]> {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  }
  const values = (keys: KeyValues) => keys.map(([, value]) => value);

  return {
    insert(row, keys) {
      const columns = keys.map(([no]) => `, ${keyColumn(no)}`).join('');
      const marks = ', ?'.repeat(keys.length);
      const sql = `INSERT INTO actors (id, type_no, status_no, health, created_at${columns}) VALUES (?, ?, ?, ?, ?${marks}) ON CONFLICT DO NOTHING`;
      return statement(sql).run(...row, ...values(keys));
    },
    update(key, keys) {
      const columns = keys.map(([no]) => `${keyColumn(no)} = ?`).join(', ');
      statement(`UPDATE actors SET ${columns} WHERE key = ?`).run(...values(keys), key);
    },
  };
}
