import { checkSpec, indexedFieldsOf, indexesOf } from '../record-query.ts';
import type { CollectionSpec, IndexedField, Scalar } from '../record-store.ts';
import { storedText, textFromStored } from './stored-text.ts';

/** A collection as a table: its columns by field, and its indexes. Plain data: it crosses to the writer's thread. */
export type TableLayout = {
  readonly table: string;
  readonly columns: readonly (readonly [field: IndexedField, column: string])[];
  readonly indexes: readonly { readonly name: string; readonly columns: readonly string[]; readonly isUnique: boolean }[];
};

/** @throws TerminalError `invalid-collection` */
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

/** Unique or not is in the name: an index that becomes unique is another one. */
function indexName(collection: string, fields: readonly IndexedField[], isUnique: boolean): string {
  return quoted([isUnique ? 'u' : 'i', lowerCase(collection), ...fields.map(lowerCase)].join('$'));
}

/**
 * A value as its column holds it. Null is minus infinity: it orders below all numbers, and a unique key takes nulls as equal, which
 * SQLite's own are not. Booleans are blobs, so that true is not 1; blobs order above texts.
 */
export function columnValue(value: Scalar): string | number | Uint8Array {
  if (value === null) return Number.NEGATIVE_INFINITY;
  if (typeof value === 'boolean') return Uint8Array.of(value ? 1 : 0);
  return typeof value === 'string' ? storedText(value) : value;
}

/** The value that a column holds. */
export function scalarOfColumn(held: unknown): Scalar {
  if (typeof held === 'string') return textFromStored(held);
  if (held instanceof Uint8Array) return held[0] === 1;
  return typeof held === 'number' && Number.isFinite(held) ? held : null;
}

/** SQLite takes `txHash` and `txhash` for one name: capitals become `_h`, and `_` becomes `__`. */
function lowerCase(name: string): string {
  return name.replace(/[A-Z_]/g, (letter) => (letter === '_' ? '__' : `_${letter.toLowerCase()}`));
}

function quoted(name: string): string {
  return `"${name}"`;
}
