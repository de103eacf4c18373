import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Json, JsonObject } from '../../values/json.ts';
import type { CollectionSpec, FindQuery, IndexedField, Scalar, Stored } from './record-store.ts';

/** The document as text. `_id` and `rev` are the store's own: a document that was read can be written back as it is. */
export function encodeDocument(value: JsonObject): string {
  if (!Object.hasOwn(value, '_id') && !Object.hasOwn(value, 'rev')) return JSON.stringify(value);
  const { _id, rev, ...own } = value;
  return JSON.stringify(own);
}

/** A document as a store keeps it. */
export type DocumentText = { readonly id: string; readonly rev: number; readonly text: string };

/** Reads the documents of one collection. */
export type DocumentReader<T extends JsonObject> = {
  /** @throws TerminalError `wrong-data` for a text that is no document, or one of another form */
  readonly one: (stored: DocumentText) => Stored<T>;
  /** Those that can be read: one that cannot must not keep the others from whoever asks for a page of them. */
  readonly many: (stored: readonly DocumentText[]) => Stored<T>[];
};

/** @param onWrong told of each document that cannot be read */
export function createDocumentReader<T extends JsonObject>(
  { name, form }: Pick<CollectionSpec, 'name' | 'form'>,
  onWrong: OnWrongDocument | undefined,
): DocumentReader<T> {
  const one = ({ id, rev, text }: DocumentText): Stored<T> => {
    const value = jsonOf(text);
    if (!isDocument<T>(value)) throw told(`What the store holds as ${id} is no document.`);
    const member = form === undefined ? null : form(value);
    if (member !== null) throw told(`What the store holds as ${id} has another form: its "${member}" is missing, or of another kind.`);
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
        // Told by `one`.
        return [];
      }
    });
  return { one, many };
}

/** Whether it is an object: what was written was a T, and the collection's form is what says so. */
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

/** Told of a document that was left out of an answer because it cannot be read. */
export type OnWrongDocument = (collection: string, error: unknown) => void;

/**
 * Reads on where a page has fewer than were asked for because some of it cannot be read: whoever asks for the first one only would else be told that
 * there is none.
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

/** A page that is still short by then stays so: its cursor goes on. */
const MOST_ROUNDS = 100;

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
