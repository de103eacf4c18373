import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { CollectionSpec, FindQuery, IndexedField, Scalar, Stored } from './record-store.ts';

/** Encodes a document as text. Its `_id` and `rev` are left out, so that a document that was read can be written back. */
export function encodeDocument(value: JsonObject): string {
  if (!Object.hasOwn(value, '_id') && !Object.hasOwn(value, 'rev')) return JSON.stringify(value);
  const { _id, rev, ...own } = value;
  return JSON.stringify(own);
}

/** A document as it is stored: its id, its revision and its text. */
export type DocumentText = { readonly id: string; readonly rev: number; readonly text: string };

/** Parses the documents of one collection. */
export type DocumentReader<T extends JsonObject> = {
  /** Parses one document. @throws TerminalError `wrong-data` for invalid text, or a document that does not match the schema */
  readonly one: (stored: DocumentText) => Stored<T>;
  /**
   * Parses the readable documents and skips the unreadable documents, so that one unreadable document does not make the whole page fail.
   */
  readonly many: (stored: readonly DocumentText[]) => Stored<T>[];
};

/** Creates the reader of a collection's documents. @param onWrong called for each unreadable document */
export function createDocumentReader<T extends JsonObject>(
  { name, form }: Pick<CollectionSpec, 'name' | 'form'>,
  onWrong: OnWrongDocument | undefined,
): DocumentReader<T> {
  const one = ({ id, rev, text }: DocumentText): Stored<T> => {
    const value = jsonOf(text);
    if (!isDocument<T>(value)) throw told(`The stored document ${id} is not an object.`);
    const member = form === undefined ? null : form(value);
    if (member !== null) throw told(`The stored document ${id} has an unexpected form: its "${member}" is missing or has another type.`);
    return { ...value, _id: id, rev };
  };
  const told = (message: string): TerminalError => {
    const error = new TerminalError({ code: 'wrong-data', status: 500, message });
    onWrong?.(name, error);
    return error;
  };
  const many = (stored: readonly DocumentText[]) =>
    stored.flatMap((document) => {
      try {
        return [one(document)];
      } catch {
        // The error is ignored here, because the function `one` has already reported it.
        return [];
      }
    });
  return { one, many };
}

/**
 * Whether a value is a JSON object. Its fields are not checked here, because only documents of type T were written, and the collection's
 * schema checks them.
 */
function isDocument<T extends JsonObject>(value: unknown): value is T {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Called for a document that was omitted from a result because it cannot be read. */
export type OnWrongDocument = (collection: string, error: unknown) => void;

/**
 * Reads further documents when a page is not full because some documents could not be read. Otherwise a query with a limit of one document
 * might return none.
 */
export async function filledPage<T extends JsonObject>(
  query: FindQuery,
  read: (query: FindQuery) => Promise<{ readonly rows: readonly Stored<T>[]; readonly cursor: string | null }>,
): Promise<{ readonly rows: readonly Stored<T>[]; readonly cursor: string | null }> {
  const first = await read(query);
  if (first.rows.length >= query.limit || first.cursor === null) return first;
  const rows = [...first.rows];
  let cursor: string | null = first.cursor;
  for (let round = 0; round < MOST_ROUNDS && cursor !== null && rows.length < query.limit; round += 1) {
    const more = await read({ ...query, limit: query.limit - rows.length, cursor });
    rows.push(...more.rows);
    cursor = more.cursor;
  }
  return { rows, cursor };
}

/**
 * Maximum number of additional reads for one page. If the page is still not full after these reads, it stays short, and the next page
 * continues after its last document.
 */
const MOST_ROUNDS = 100;

/**
 * Returns a field's value for the index; null when the field is missing. @throws TerminalError `invalid-indexed-value` for an object or an
 * array
 */
export function indexedValue(value: JsonObject, field: IndexedField): Scalar {
  const member: Json | undefined = Object.hasOwn(value, field) ? value[field] : null;
  if (member === undefined || member === null) return null;
  // NaN and infinite numbers are indexed as null, because JSON writes them as null in the document.
  if (typeof member === 'number') return Number.isFinite(member) ? member : null;
  if (typeof member === 'string' || typeof member === 'boolean') return member;
  throw new TerminalError({
    code: 'invalid-indexed-value',
    message: `The indexed field ${field} must be a string, a number, a boolean or null.`,
  });
}
