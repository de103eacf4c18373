import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { IndexedField, Scalar, Stored } from './record-store.ts';

/** The document as text. `_id` and `rev` are the store's own: a document that was read can be written back as it is. */
export function encodeDocument(value: JsonObject): string {
  if (!Object.hasOwn(value, '_id') && !Object.hasOwn(value, 'rev')) return JSON.stringify(value);
  const { _id, rev, ...own } = value;
  return JSON.stringify(own);
}

/** @throws TerminalError `wrong-data` for a text that is no document */
export function decodeDocument<T extends JsonObject>(id: string, rev: number, text: string): Stored<T> {
  const value = jsonOf(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new TerminalError({ code: 'wrong-data', status: 500, message: `What the store holds as ${id} is no document.` });
  }
  // What was written was a T; the collection's declaration is what says so.
  return { ...(value as T), _id: id, rev };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Told of a document that was left out of an answer because it cannot be read. */
export type OnWrongDocument = (collection: string, error: unknown) => void;

/** Of many those that can be read: one that cannot must not keep the others from whoever asks for a page of them. */
export function readableDocuments<Row, T extends JsonObject>(
  rows: readonly Row[],
  decode: (row: Row) => Stored<T>,
  onWrong: (error: unknown) => void,
): Stored<T>[] {
  return rows.flatMap((row) => {
    try {
      return [decode(row)];
    } catch (error) {
      onWrong(error);
      return [];
    }
  });
}

/**
 * A field's value as indexes see it: missing is null.
 * @throws TerminalError `invalid-indexed-value` for an object or an array
 */
export function indexedValue(value: JsonObject, field: IndexedField): Scalar {
  const member: Json | undefined = Object.hasOwn(value, field) ? value[field] : null;
  if (member === undefined || member === null) return null;
  // JSON has no form for NaN and the infinities: it writes null.
  if (typeof member === 'number') return Number.isFinite(member) ? member : null;
  if (typeof member === 'string' || typeof member === 'boolean') return member;
  throw new TerminalError({
    code: 'invalid-indexed-value',
    message: `The indexed field ${field} must be a string, a number, a boolean or null.`,
  });
}
