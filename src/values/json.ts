/** Any value that JSON text can carry. Amounts inside are decimal strings, never bigint. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** A JSON object. Members that are `undefined` are not allowed: leave them out. */
export type JsonObject = { readonly [key: string]: Json };

/** Converts a value that is JSON, though its type does not say so (optional members, interfaces); `undefined` members are dropped. */
export function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject;
}
