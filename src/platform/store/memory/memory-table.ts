import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../../values/json.ts';
import { compareByCodePoint } from '../code-point-order.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { encodeDocument, indexedValue } from '../record-document.ts';
import { indexedFieldsOf, kindOf, type QueryPlan } from '../record-query.ts';
import type { CollectionSpec, IndexedField, Scalar } from '../record-store.ts';

export type MemoryRow = {
  readonly id: string;
  readonly rev: number;
  readonly text: string;
  readonly place: number;
  readonly fields: ReadonlyMap<IndexedField, Scalar>;
};

/** The documents of one collection of the in-memory store. A write that fails (such as one that violates a unique key) changes nothing. */
export type MemoryTable = {
  /**
   * Declares the collection with its indexes and unique keys. @throws TerminalError `unique-key-taken` when existing documents violate a
   * new unique key
   */
  declare(spec: CollectionSpec): void;
  get(id: string): MemoryRow | undefined;
  /** Inserts a document. Returns null when the document was inserted; otherwise returns the existing row with the same id or unique key. */
  insert(id: string, value: JsonObject): MemoryRow | null;
  /** Replaces or updates a document. @throws TerminalError `unique-key-taken` */
  put(id: string, value: JsonObject): void;
  /** Replaces the text of a row without changing its index, so that tests can simulate a damaged document. */
  rewrite(id: string, text: string): void;
  remove(id: string): boolean;
  removeExpired(nowMs: number): void;
  select(plan: QueryPlan): MemoryRow[];
  page(plan: QueryPlan, limit: number, cursor: string | undefined): { rows: MemoryRow[]; cursor: string | null };
  /** Returns rows in the order of ids, beginning after the id `afterId`. */
  scan(afterId: string | null, limit: number): MemoryRow[];
};

export function createMemoryTable(): MemoryTable {
  const rows = new Map<string, MemoryRow>();
  let spec: CollectionSpec = { name: '' };
  let names: readonly IndexedField[] = [];
  let places = 0;
  /** For each unique key, a map from the combination of its values to the id of the document that has these values. */
  let holders: { fields: readonly IndexedField[]; byValues: Map<string, string> }[] = [];

  function rowOf(id: string, value: JsonObject): MemoryRow {
    const before = rows.get(id);
    const fields = new Map(names.map((name) => [name, indexedValue(value, name)]));
    return { id, rev: (before?.rev ?? 0) + 1, text: encodeDocument(value), place: before?.place ?? ++places, fields };
  }
  function holderOf(row: MemoryRow): MemoryRow | undefined {
    for (const { fields, byValues } of holders) {
      const id = byValues.get(valuesOf(row, fields));
      if (id !== undefined && id !== row.id) return rows.get(id);
    }
    return undefined;
  }
  function set(row: MemoryRow): void {
    drop(row.id);
    rows.set(row.id, row);
    for (const { fields, byValues } of holders) byValues.set(valuesOf(row, fields), row.id);
  }
  function drop(id: string): boolean {
    const row = rows.get(id);
    if (row === undefined) return false;
    for (const { fields, byValues } of holders) byValues.delete(valuesOf(row, fields));
    return rows.delete(id);
  }
  function select({ equal, range, order, isDescending }: QueryPlan): MemoryRow[] {
    const [first] = order;
    const matching = [...rows.values()].filter(
      (row) =>
        equal.every(([field, value]) => row.fields.get(field) === value) &&
        (range === null || first === undefined || isWithin(row.fields.get(first) ?? null, range)),
    );
    const sign = isDescending ? -1 : 1;
    return matching.sort((a, b) => sign * comparePlaces(placeOf(a, order), placeOf(b, order)));
  }

  return {
    declare(next) {
      spec = next;
      names = indexedFieldsOf(next);
      holders = (next.unique ?? []).map((fields) => ({ fields, byValues: new Map() }));
      const before = [...rows.values()];
      for (const row of before) {
        const again = { ...rowOf(row.id, JSON.parse(row.text)), rev: row.rev };
        if (holderOf(again) !== undefined) throw taken(next.name);
        set(again);
      }
    },
    get: (id) => rows.get(id),
    insert(id, value) {
      const row = rowOf(id, value);
      const holder = rows.get(id) ?? holderOf(row);
      if (holder !== undefined) return holder;
      set(row);
      return null;
    },
    put(id, value) {
      const row = rowOf(id, value);
      if (holderOf(row) !== undefined) throw taken(spec.name);
      set(row);
    },
    rewrite(id, text) {
      const row = rows.get(id);
      if (row !== undefined) rows.set(id, { ...row, text });
    },
    remove: drop,
    removeExpired(nowMs) {
      const { expiresAt } = spec;
      if (expiresAt === undefined) return;
      for (const row of rows.values()) {
        const atMs = row.fields.get(expiresAt);
        if (typeof atMs === 'number' && atMs < nowMs) drop(row.id);
      }
    },
    select,
    page(plan, limit, cursor) {
      const after = cursor === undefined ? null : decodeCursor(cursor, plan.order.length + 1);
      const sign = plan.isDescending ? -1 : 1;
      const rest = select(plan).filter((row) => after === null || sign * comparePlaces(placeOf(row, plan.order), after) > 0);
      const page = rest.slice(0, limit);
      const last = page.at(-1);
      return { rows: page, cursor: rest.length > limit && last !== undefined ? encodeCursor(placeOf(last, plan.order)) : null };
    },
    scan: (afterId, limit) =>
      [...rows.values()]
        .filter(({ id }) => afterId === null || compareByCodePoint(id, afterId) > 0)
        .sort((a, b) => compareByCodePoint(a.id, b.id))
        .slice(0, limit),
  };
}

function valuesOf(row: MemoryRow, fields: readonly IndexedField[]): string {
  return JSON.stringify(fields.map((field) => row.fields.get(field)));
}

/** Returns the sort key of a row: the values of the sorted fields, then the row's insertion number. */
function placeOf(row: MemoryRow, order: readonly IndexedField[]): Scalar[] {
  return [...order.map((field) => row.fields.get(field) ?? null), row.place];
}

function comparePlaces(a: readonly Scalar[], b: readonly Scalar[]): number {
  for (const [at, left] of a.entries()) {
    const difference = compare(left, b[at] ?? null);
    if (difference !== 0) return difference;
  }
  return 0;
}

function compare(a: Scalar, b: Scalar): number {
  if (typeof a === 'string' && typeof b === 'string') return compareByCodePoint(a, b);
  return kindOf(a) - kindOf(b) || Number(a) - Number(b);
}

/** Whether a value is in a range. A range contains only values that have the same type as its bounds. */
function isWithin(value: Scalar, { from, to }: { from: Scalar | undefined; to: Scalar | undefined }): boolean {
  const bound = from ?? to ?? null;
  if (kindOf(value) !== kindOf(bound)) return false;
  return (from === undefined || compare(value, from) >= 0) && (to === undefined || compare(value, to) <= 0);
}

function taken(name: string): TerminalError {
  return new TerminalError({
    code: 'unique-key-taken',
    message: `The collection ${name} already contains another document with the same unique key.`,
    status: 409,
  });
}
