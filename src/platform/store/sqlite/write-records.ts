import type { Database } from 'bun:sqlite';
import { declareTable } from './declare-table.ts';
import { failureOf } from './sqlite-error.ts';
import type { TableLayout } from './table-layout.ts';

export type SqlValue = string | number | Uint8Array | null;
export type SqlStatement = { readonly sql: string; readonly params: readonly SqlValue[] };

export type RecordOperation =
  | { readonly kind: 'declare'; readonly layout: TableLayout }
  /**
   * An SQL statement that writes one document. If the statement changes nothing, the `lookups` are run one by one until one of them finds a
   * row. That row is the document which prevented the write.
   */
  | ({ readonly kind: 'write'; readonly lookups?: readonly SqlStatement[] } & SqlStatement)
  /** An SQL statement that writes one document for each row of parameters. A row that violates a unique key changes nothing. */
  | { readonly kind: 'write-rows'; readonly sql: string; readonly rows: readonly (readonly SqlValue[])[] };

/** Returns how many documents an operation writes. */
export function sizeOf(operation: RecordOperation): number {
  return operation.kind === 'write-rows' ? operation.rows.length : 1;
}

export type RecordOperationResult = {
  readonly changes: number;
  readonly found: readonly unknown[] | null;
  /** True when another document has the same unique key. In this case the operation changed nothing. */
  readonly isTaken: boolean;
};

/**
 * Writes to collections within the writer's transaction. An operation that violates a unique key fails alone; any other error makes the
 * whole call fail.
 */
export function writeRecords(db: Database, operations: readonly RecordOperation[]): RecordOperationResult[] {
  return operations.map((operation) => {
    try {
      if (operation.kind === 'declare') {
        declareTable(db, operation.layout);
        return { changes: 0, found: null, isTaken: false };
      }
      if (operation.kind === 'write-rows') {
        return { changes: operation.rows.reduce((sum, row) => sum + changedBy(db, operation.sql, row), 0), found: null, isTaken: false };
      }
      const { changes } = db.query(operation.sql).run(...operation.params);
      return { changes, found: changes === 0 ? firstFound(db, operation.lookups ?? []) : null, isTaken: false };
    } catch (error) {
      if (!isTaken(error)) throw error;
      return { changes: 0, found: null, isTaken: true };
    }
  });
}

function changedBy(db: Database, sql: string, row: readonly SqlValue[]): number {
  try {
    return db.query(sql).run(...row).changes;
  } catch (error) {
    if (!isTaken(error)) throw error;
    return 0;
  }
}

function isTaken(error: unknown): boolean {
  return failureOf(error).code.startsWith('SQLITE_CONSTRAINT');
}

function firstFound(db: Database, lookups: readonly SqlStatement[]): readonly unknown[] | null {
  for (const { sql, params } of lookups) {
    const row = db.query(sql).values(...params)[0];
    if (row !== undefined) return row;
  }
  return null;
}
