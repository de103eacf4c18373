import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { IndexedField, Scalar, Stored } from './record-store.ts';

/** The document as text. `_id` and `rev` are the store's own: a document that was read can be written back as it is. */
export function encodeDocument(value: JsonObject): string {
  if (!Object.hasOwn(value, '_id') && !Object.hasOwn(value, 'rev')) return JSON.stringify(value);
  const { _id, rev, ...own } = value;
  return JSON.stringify(own);
}

export function decodeDocument<T extends JsonObject>(id: string, rev: number, text: string): Stored<T> {
  // What was written was a T; the collection's declaration is what says so.
  const value: T = JSON.parse(text);
  return { ...value, _id: id, rev };
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
