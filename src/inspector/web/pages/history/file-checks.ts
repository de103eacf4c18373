import type { Json, JsonObject } from '../../../../values/json.ts';
import { isList, isObject, memberOf } from '../../../../values/json-diff/is-equal.ts';

/** A problem of a history file that the user opened. The message describes the expected value. */
export class HistoryFileError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'HistoryFileError';
  }
}

/**
 * Checks that a value in a history file is an object.
 * @throws HistoryFileError with the value's path
 */
export function objectAt(value: Json | undefined, path: string): JsonObject {
  return isObject(value) ? value : refuse(path, 'an object', value);
}

export function listAt(value: Json | undefined, path: string, most: number): readonly Json[] {
  if (!isList(value)) return refuse(path, 'a list', value);
  if (value.length > most) throw new HistoryFileError(`${path} has ${value.length} items; at most ${most} are accepted.`);
  return value;
}

export function textAt(value: Json | undefined, path: string): string {
  return typeof value === 'string' ? value : refuse(path, 'a text', value);
}

export function wholeAt(value: Json | undefined, path: string): number {
  return typeof value === 'number' && Number.isSafeInteger(value) ? value : refuse(path, 'a whole number', value);
}

export function oneOf<T extends string>(value: Json | undefined, path: string, options: readonly T[]): T {
  const found = options.find((option) => option === value);
  return found ?? refuse(path, `one of ${options.join(', ')}`, value);
}

export function orNull<T>(value: Json | undefined, read: (value: Json | undefined) => T): T | null {
  return value === null || value === undefined ? null : read(value);
}

export function member(value: JsonObject, name: string): Json | undefined {
  return memberOf(value, name);
}

function refuse(path: string, expected: string, value: Json | undefined): never {
  throw new HistoryFileError(`${path} is ${nameOf(value)}; expected ${expected}.`);
}

function nameOf(value: Json | undefined): string {
  if (value === undefined) return 'missing';
  if (value === null) return 'null';
  if (typeof value === 'string') return value.length > 40 ? 'a text' : `"${value}"`;
  return typeof value === 'object' ? (isList(value) ? 'a list' : 'an object') : String(value);
}
