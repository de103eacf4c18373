import { type Address, isAddress } from '../../values/address.ts';
import type { Problem } from '../../values/errors/invalid-input-error.ts';
import { isNative } from '../../values/native.ts';

/** Maximum number of problems of a policy that one reply lists. */
const MOST_PROBLEMS = 100;
/** Maximum number of characters of a field name that an error message quotes. Field names come from clients. */
const LONGEST_NAME = 64;
/** Maximum number of digits of an amount on each side of the decimal point. The largest amount, 2^256, has 78 digits. */
const MOST_DIGITS = 78;
const DECIMAL = /^\d+(\.\d+)?$/;

export type Fields = Readonly<Record<string, unknown>>;
/** A field of an object in the policy document: its path, and its value (undefined when the field is missing). */
export type Field = { readonly path: string; readonly value: unknown };
export type Bounds = { readonly min: number; readonly max: number; readonly unit?: string };

/** The problems found in a policy document, in the order in which it is read. */
export type ProblemList = {
  readonly problems: readonly Problem[];
  add(path: string, code: string, message: string): void;
};

export function createProblemList(): ProblemList {
  const problems: Problem[] = [];
  const add = (path: string, code: string, message: string) => {
    if (problems.length < MOST_PROBLEMS) problems.push({ path, code, message });
  };
  return { problems, add };
}

/** Returns the field of an object with the name `name`. Only the object's own fields are read, so `constructor` counts as missing. */
export function fieldOf(fields: Fields, path: string, name: string): Field {
  return { path: join(path, name), value: Object.hasOwn(fields, name) ? fields[name] : undefined };
}

export function join(path: string, name: string | number): string {
  return path === '' ? String(name) : `${path}.${name}`;
}

/** Reads an object of the policy document and reports fields that are not in `known`; null when the value is not an object. */
export function readFields({ path, value }: Field, known: readonly string[], list: ProblemList): Fields | null {
  if (!isFields(value)) return refuse(list, path, value, 'an object');
  for (const name of Object.keys(value)) {
    if (known.includes(name)) continue;
    const shown = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}...` : name;
    list.add(join(path, shown), 'unknown-field', `This member is unknown. Accepted: ${known.join(', ')}.`);
    if (list.problems.length >= MOST_PROBLEMS) break;
  }
  return value;
}

/** Reads a list of the policy document. A list that is too long is reported, and only the allowed number of elements is read. */
export function readList({ path, value }: Field, most: number, list: ProblemList): readonly unknown[] | null {
  if (!Array.isArray(value)) return refuse(list, path, value, 'a list');
  const items: readonly unknown[] = value;
  if (items.length > most) list.add(path, 'too-many', `The list has ${items.length} items; at most ${most} are allowed.`);
  return items.slice(0, most);
}

export function readInteger({ path, value }: Field, { min, max, unit }: Bounds, list: ProblemList): number | null {
  const accepted = `a whole number from ${min} to ${max}${unit === undefined ? '' : ` (${unit})`}`;
  if (typeof value !== 'number' || !Number.isInteger(value)) return refuse(list, path, value, accepted);
  if (value < min || value > max) return found(list, path, 'out-of-range', `${value} is not ${accepted}.`);
  // Converts -0 to 0: JSON text contains 0 for both numbers, so policies with either number must have the same hash.
  return value === 0 ? 0 : value;
}

/** Reads a JSON number greater than 0 from a field of the policy document. */
export function readPositiveNumber({ path, value }: Field, list: ProblemList): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return refuse(list, path, value, 'a number above 0');
  return value > 0 ? value : found(list, path, 'not-positive', `${value} is not above 0.`);
}

export function readBoolean({ path, value }: Field, list: ProblemList): boolean | null {
  return typeof value === 'boolean' ? value : refuse(list, path, value, 'true or false');
}

/** Reads a string with at most `most` characters from a field of the policy document. */
export function readText({ path, value }: Field, most: number, list: ProblemList): string | null {
  if (typeof value !== 'string') return refuse(list, path, value, 'text');
  return value.length <= most
    ? value
    : found(list, path, 'too-long', `The text has ${value.length} characters; at most ${most} are allowed.`);
}

/** Reads a positive decimal number written as a string (API specification, "Autopilot policy amounts"). */
export function readDecimal({ path, value }: Field, list: ProblemList): string | null {
  const accepted = `a number above 0 as text in decimal digits, such as "12.5", with at most ${MOST_DIGITS} digits`;
  if (typeof value !== 'string') return refuse(list, path, value, accepted);
  if (value.length > MOST_DIGITS + 1 || !DECIMAL.test(value) || value.replace('.', '').length > MOST_DIGITS) {
    return found(list, path, 'invalid-amount', `Expected ${accepted}, without sign, exponent, space or separator.`);
  }
  return /[1-9]/.test(value) ? value : found(list, path, 'not-positive', `${value} is not above 0.`);
}

/** Reads an EVM address in any casing and returns it in lowercase. */
export function readAddress({ path, value }: Field, list: ProblemList): Address | null {
  const accepted = 'an EVM address: 0x followed by 40 hex digits';
  if (typeof value !== 'string') return refuse(list, path, value, accepted);
  const lowered = value.length === 42 ? value.toLowerCase() : '';
  return isAddress(lowered) ? lowered : found(list, path, 'invalid-address', `Expected ${accepted}.`);
}

/** Reads the address of a token that a vault can hold. Refuses the addresses that represent the native asset. */
export function readToken(field: Field, list: ProblemList): Address | null {
  const address = readAddress(field, list);
  if (address === null || !isNative(address)) return address;
  return found(list, field.path, 'native-token', 'A vault holds ERC-20 tokens only. Use the wrapped native token.');
}

/** Reads a field with the function `read` if the field is present; otherwise returns undefined. */
export function ifThere<T>(field: Field, read: (field: Field) => T | null): T | null | undefined {
  return field.value === undefined ? undefined : read(field);
}

function found(list: ProblemList, path: string, code: string, message: string): null {
  list.add(path, code, message);
  return null;
}

function refuse(list: ProblemList, path: string, value: unknown, accepted: string): null {
  if (value === undefined) return found(list, path, 'required', `This field is required: expected ${accepted}.`);
  return found(list, path, 'wrong-type', `Expected ${accepted}; this is ${kindOf(value)}.`);
}

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'number') return Number.isInteger(value) ? 'a number' : 'a number that is not whole';
  return typeof value === 'string' ? 'text' : typeof value === 'object' ? 'an object' : String(value);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
