import type { JsonObject } from '../../../values/json.ts';
import { type DocumentText, encodeDocument, indexedValue } from '../record-document.ts';
import type { IndexedField, Scalar } from '../record-store.ts';
import { sortableText, textFromSortable } from './sortable-text.ts';

/**
 * A document as it is stored. Copies of the indexed fields are stored next to the complete document; for a field that the document lacks,
 * the copy is null. The stored null makes a unique key apply to missing fields, too. The field names of a row cannot collide with those of
 * the document.
 */
export type RecordRow = {
  readonly _id: string;
  readonly rev: number;
  /** Key that defines the document's place in the order of insertion; see `createInsertionKeys`. */
  readonly place: string;
  readonly index: { readonly [field: IndexedField]: Scalar };
  /** The document as ASCII JSON. BSON, the format of MongoDB, would refuse or change lone surrogates and some keys. */
  readonly body: string;
};

/** The fields of a row that each write of its document sets. */
export type RowContent = Pick<RecordRow, 'index' | 'body'>;

/** Encodes a document as row content. @throws TerminalError `invalid-indexed-value` */
export function rowContent(value: JsonObject, fields: readonly IndexedField[]): RowContent {
  const index = Object.fromEntries(fields.map((field) => [field, storedScalar(indexedValue(value, field))]));
  return { index, body: asciiJson(encodeDocument(value)) };
}

/** Converts a field's value of a document to the value that is stored for the index. */
export function storedScalar(value: Scalar): Scalar {
  if (typeof value === 'string') return sortableText(value);
  // -0 is converted to 0. JSON, in which the document is stored, cannot represent -0, but the copy for the index could.
  return value === 0 ? 0 : value;
}

export function scalarOf(stored: Scalar): Scalar {
  return typeof stored === 'string' ? textFromSortable(stored) : stored;
}

export function documentText({ _id, rev, body }: Pick<RecordRow, '_id' | 'rev' | 'body'>): DocumentText {
  return { id: textFromSortable(_id), rev, text: body };
}

/** Returns the path under which a row in MongoDB stores the copy of an indexed field. */
export function pathOf(field: IndexedField): string {
  return `index.${field}`;
}

function asciiJson(text: string): string {
  return text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}
