import type { Json, JsonObject } from './json.ts';

/**
 * Checks whether a value matches a schema. Additional fields are accepted, because newer versions may write them. The TypeScript type of
 * the schema must equal the document's type: a schema without null would refuse documents that contain null.
 */
export type Form<T> = ((value: unknown) => boolean) & { readonly exactly?: (value: T) => T };
/** The schema of an optional field. The field may be missing or null. */
export type OptionalForm<T> = Form<T> & { readonly isOptional: true };

/** Checks a document of a collection: returns the name of the first field that does not match its schema; null when all fields match. */
export type DocumentForm = (document: JsonObject) => string | null;

/** A TypeScript type reduced to what JSON can distinguish: a union of string literals is just a string. */
type Plain<T> = T extends string
  ? string
  : T extends number
    ? number
    : T extends boolean
      ? boolean
      : T extends null | undefined
        ? T
        : string extends keyof T
          ? T
          : { readonly [K in keyof T]: Plain<T[K]> };
/** A schema for each field of an object type. */
export type Members<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? OptionalForm<Plain<Exclude<T[K], undefined>>> : Form<Plain<T[K]>>;
};

/** The latest time that a JavaScript Date can represent, in UTC ms. */
const MOST_MS = 8.64e15;

export const text: Form<string> = (value) => typeof value === 'string';
export const flag: Form<boolean> = (value) => typeof value === 'boolean';
export const number: Form<number> = (value) => typeof value === 'number';
/** A schema that accepts an integer, that is, a number that can be converted to bigint. */
export const integer: Form<number> = (value) => Number.isInteger(value);
/** A schema that accepts a time in UTC ms within the range of a JavaScript Date. */
export const time: Form<number> = (value) => typeof value === 'number' && Math.abs(value) <= MOST_MS;
/** A schema that accepts an amount in base units, as a string of decimal digits. */
export const digits: Form<string> = (value) => typeof value === 'string' && DIGITS.test(value);
/** A schema that accepts the text of a JSON object. */
export const objectText: Form<string> = (value) => typeof value === 'string' && isObjectText(value);
/** A schema that accepts a string, number, boolean or null. */
export const scalar: Form<string | number | boolean | null> = (value) => value === null || typeof value !== 'object';
export const object: Form<JsonObject> = (value) => isObject(value);

const DIGITS = /^[0-9]+$/;

/** Creates a schema that accepts only certain keywords. It is used for fields on whose keyword the behavior of the program depends. */
export const oneOf =
  (...words: readonly string[]): Form<string> =>
  (value) =>
    typeof value === 'string' && words.includes(value);

export function nullable<T>(form: Form<T>): Form<T | null> {
  return (value) => value === null || form(value);
}

export function optional<T>(form: Form<T>): OptionalForm<T> {
  const orMissing = (value: unknown) => value === undefined || value === null || form(value);
  return Object.assign(orMissing, { isOptional: true } as const);
}

export function listOf<T>(form: Form<T>): Form<readonly T[]> {
  return (value) => Array.isArray(value) && value.every((one) => form(one));
}

/** A schema that accepts an object whose values all have the same schema, whatever their names are. */
export function recordOf<T extends Json>(form: Form<T>): Form<{ readonly [name: string]: T }> {
  return (value) => isObject(value) && Object.values(value).every((one) => form(one));
}

export function membersOf<T>(members: Members<T>): Form<Plain<T>> {
  const form = documentForm<T>(members);
  return (value) => isObject(value) && form(value) === null;
}

/**
 * Builds the schema of a collection's documents; a schema must be given for every field of the type. Fields that older versions did not
 * write must be `optional`.
 */
export function documentForm<T>(members: Members<T>): DocumentForm {
  const forms = Object.entries<(value: unknown) => boolean>({ ...members });
  return (document) => {
    for (const [name, form] of forms) if (!form(Object.hasOwn(document, name) ? document[name] : undefined)) return name;
    return null;
  };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isObjectText(value: string): boolean {
  try {
    return isObject(JSON.parse(value));
  } catch {
    return false;
  }
}
