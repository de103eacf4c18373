import { checkSpec, indexedFieldsOf, indexesOf } from '../record-query.ts';
import type { CollectionSpec, IndexedField, Scalar } from '../record-store.ts';
import { storedText, textFromStored } from './stored-text.ts';

/**
 * The table in which a collection is stored: its columns by field, and its indexes. It is plain data, since it is sent to the writer's
 * thread.
 */
export type TableLayout = {
  readonly table: string;
  readonly columns: readonly (readonly [field: IndexedField, column: string])[];
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[]; readonly isUnique: boolean }[];
};

/** Builds the layout of the table in which a collection is stored. @throws TerminalError `invalid-collection` */
export function tableLayout(spec: CollectionSpec): TableLayout {
  checkSpec(spec);
  const fields = indexedFieldsOf(spec);
  const table = quoted(`c_${lowerCase(spec.name)}`);
  const unique = new Set((spec.unique ?? []).map((key) => key.join('\n')));
  return {
    table,
    columns: fields.map((field) => [field, columnOf(field)]),
    indexes: indexesOf(spec).map((index) => ({
      name: indexName(spec.name, index, unique.has(index.join('\n'))),
      columns: index.map(columnOf),
      isUnique: unique.has(index.join('\n')),
    })),
  };
}

export function columnOf(field: IndexedField): string {
  return quoted(`f_${lowerCase(field)}`);
}

/**
 * Returns the name of an index. The name contains whether the index is unique. So when an index becomes unique, it gets another name and is
 * built again.
 */
function indexName(collection: string, fields: readonly IndexedField[], isUnique: boolean): string {
  return quoted([isUnique ? 'u' : 'i', lowerCase(collection), ...fields.map(lowerCase)].join('$'));
}

/**
 * Encodes a value for its column. Null is stored as minus infinity, so it sorts below all numbers, and a unique key treats two nulls as
 * equal (SQLite's own nulls are never equal). Booleans are stored as blobs, so that true does not equal 1; blobs sort above strings.
 */
export function columnValue(value: Scalar): string | number | Uint8Array {
  if (value === null) return Number.NEGATIVE_INFINITY;
  if (typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0);
  return typeof value === 'string' ? storedText(value) : value;
}

/** Decodes a column's value. */
export function scalarOfColumn(held: unknown): Scalar {
  if (typeof held === 'string') return textFromStored(held);
  if (held instanceof Uint8Array) return held[0] === 1;
  return typeof held === 'number' && Number.isFinite(held) ? held : null;
}

/** Encodes capitals as `_h` and `_` as `__`. Without this, SQLite would treat `txHash` and `txhash` as the same name. */
function lowerCase(name: string): string {
  return name.replace(/[A-Z_]/g, (letter) => (letter === '_' ? '__' : `_${letter.toLowerCase()}`));
}

function quoted(name: string): string {
  return `"${name}"`;
}
