import * as v from 'valibot';
import type { KeyInfo } from '../../values/index-keys.ts';

const MAX_TEXT = 1_000;
const EXPECTED = 'Expected a whole number above 0, such as 137.';

type KeyFilter = { readonly [name: string]: string | number };
type Entries = { readonly [name: string]: v.GenericSchema };

/**
 * Returns the index keys for which filters are generated. `status` is excluded: it exists for all types, and has its own filter that
 * accepts several values.
 */
export function filterKeys(keys: readonly KeyInfo[]): readonly KeyInfo[] {
  return keys.filter(({ name }) => name !== 'status');
}

/** Adds the index keys to the fields of a query schema, as strings. `pickKeys` reads the filters from the validated query. */
export function withKeys<TEntries extends v.ObjectEntries>(
  entries: TEntries,
  keys: readonly KeyInfo[],
): v.ObjectSchema<TEntries, undefined> {
  return v.object({ ...keyEntries(keys, numberText), ...entries });
}

/**
 * Adds the fields by which actors are indexed to the schema of a route's JSON body. Numbers of the body are JSON numbers, and unknown fields
 * are rejected.
 */
export function withKeysStrict<TEntries extends v.ObjectEntries>(
  entries: TEntries,
  keys: readonly KeyInfo[],
): v.StrictObjectSchema<TEntries, undefined> {
  return v.strictObject({ ...keyEntries(keys, numberMember), ...entries });
}

export function pickKeys(query: object, keys: readonly KeyInfo[]): KeyFilter {
  const given = new Map<string, unknown>(Object.entries(query));
  const values = filterKeys(keys).flatMap(({ name }): [string, string | number][] => {
    const value = given.get(name);
    return typeof value === 'string' || typeof value === 'number' ? [[name, value]] : [];
  });
  return Object.fromEntries(values);
}

/** Schema of a record's index keys, for the OpenAPI document. */
export function keysSchema(keys: readonly KeyInfo[]) {
  const named = filterKeys(keys).map(({ name, kind }): [string, v.GenericSchema] => [
    name,
    // The field of an index key may be missing, because an actor type has only the keys that its definition declares.
    v.optional(v.nullable(kind === 'number' ? v.number() : v.string())),
  ]);
  return v.object({ ...Object.fromEntries(named), status: v.nullable(v.string()) });
}

const numberText = v.pipe(v.string(), v.regex(/^[1-9][0-9]{0,14}$/, EXPECTED), v.transform(Number));
const numberMember = v.pipe(v.union([v.string(), v.number()]), v.transform(String), numberText);

function keyEntries(keys: readonly KeyInfo[], number: v.GenericSchema): Entries {
  const entries = filterKeys(keys).map(({ name, kind, read }): [string, v.GenericSchema] => [
    name,
    v.optional(kind === 'number' ? number : v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TEXT), v.transform(read))),
  ]);
  return Object.fromEntries(entries);
}
