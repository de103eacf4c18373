/** Any value that JSON can represent. Amounts in it are decimal strings, never bigint. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Members that are `undefined` are not allowed and must be omitted. */
export type JsonObject = { readonly [key: string]: Json };

/**
 * Converts a value to a JSON type when it is JSON but its type does not guarantee that (optional members, interfaces). `undefined` members
 * are dropped.
 */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
