/** Any value that JSON can represent. Amounts in it are decimal strings, never bigint. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. A field must not be `undefined`; it must be left out instead. */
export type JsonObject = { readonly [key: string]: Json };

/**
 * Converts a value to a JSON type, when the value is JSON but its TypeScript type does not guarantee that (optional fields, interfaces).
 * Fields that are `undefined` are dropped.
 */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
