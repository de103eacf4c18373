import type { Json, JsonObject } from './json.ts';

/**
 * Checks whether a value matches the expected schema. Extra members are allowed, because newer versions may write them. The type must match
 * exactly: a schema without null would refuse documents that contain null.
 */
export type Form<T> = ((value: unknown) => boolean) & { readonly exactly?: (value: T) => T };
/** The schema of an optional member; null counts as missing. */
export type OptionalForm<T> = Form<T> & { readonly isOptional: true };

/** Returns the name of the first member that does not match its schema; null when all match. */
export type DocumentForm = (document: JsonObject) => string | null;

/** A type as far as JSON can distinguish it: a union of string literals is just a string. */
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
/** A schema for each member of a type. */
export type Members<T> = {
  readonly [K in keyof T]-?: undefined extends T[K] ? OptionalForm<Plain<Exclude<T[K], undefined>>> : Form<Plain<T[K]>>;
};

/** The maximum time that a Date can represent, in ms. */
const MOST_MS = 8.64e15;

export const text: Form<string> = (value) => typeof value === 'string';
export const flag: Form<boolean> = (value) => typeof value === 'boolean';
export const number: Form<number> = (value) => typeof value === 'number';
/** Accepts an integer, so that the number can be converted to bigint. */
export const integer: Form<number> = (value) => Number.isInteger(value);
/** Accepts a time in UTC ms within the range of a Date. */
export const time: Form<number> = (value) => typeof value === 'number' && Math.abs(value) <= MOST_MS;
/** Accepts an amount in base units: decimal digits. */
export const digits: Form<string> = (value) => typeof value === 'string' && DIGITS.test(value);
/** Accepts the text of a JSON object. */
export const objectText: Form<string> = (value) => typeof value === 'string' && isObjectText(value);
/** Accepts a string, number, boolean or null. */
export const scalar: Form<string | number | boolean | null> = (value) => value === null || typeof value !== 'object';
export const object: Form<JsonObject> = (value) => isObject(value);

const DIGITS = /^[0-9]+$/;

/** Accepts one of these keywords, for members on which the program's behaviour depends. */
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

/** Accepts an object whose members all have the same schema, whatever their names. */
export function recordOf<T extends Json>(form: Form<T>): Form<{ readonly [name: string]: T }> {
  return (value) => isObject(value) && Object.values(value).every((one) => form(one));
}

export function membersOf<T>(members: Members<T>): Form<Plain<T>> {
  const form = documentForm<T>(members);
  return (value) => isObject(value) && form(value) === null;
}

/**
 * Builds the schema of a collection's documents from the schemas of all members of the type. Members that older versions did not write must
 * be `optional`.
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
