import type { Json } from './json.ts';

/** Matches JSON text with a number, and texts with a string that contains the same characters. */
const MAY_HOLD_A_NUMBER = /(?:^|[:,[])\s*-?[0-9]/;

/**
 * Parses JSON text so that `exactJsonText` can write every number exactly as it was. Numbers that a double (a JavaScript number) cannot
 * represent exactly, or that JavaScript would write differently (`1.10`, `1e5`), are stored as strings internally. Exact numbers are needed
 * for data that is forwarded to a provider, because providers sign such data or read 160-bit numbers from it. A number too large for a
 * double becomes Infinity.
 * @throws SyntaxError like JSON.parse
 */
export function parseExactJson(text: string): unknown {
  // Looking at every value makes parsing ten times slower, and is only needed when the text contains a number.
  return MAY_HOLD_A_NUMBER.test(text) ? JSON.parse(text, keepSource) : JSON.parse(text);
}

/** Writes the result of `parseExactJson`, or any JSON value, as text without white space; fields keep their order. */
export function exactJsonText(value: unknown): string {
  return JSON.stringify(value);
}

/** Returns the digits of a number that is kept as a string; null for all other values. */
export function keptNumberOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || isRawJson(value) !== true) return null;
  return 'rawJSON' in value && typeof value.rawJSON === 'string' ? value.rawJSON : null;
}

/** Whether a value is a JSON object. False for a list, and for a number that is kept as a string (which is an object internally). */
export function isExactObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && keptNumberOf(value) === null;
}

/** Whether a JavaScript number (a double) can represent every digit of a number that is given as text. */
export function isHeldExactly(source: string): boolean {
  return digitsOf(source) === digitsOf(String(Number(source)));
}

/** Returns the value with every number converted to a JavaScript number, as `JSON.parse` would. */
export function asDoubles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept = keptNumberOf(value);
  if (kept !== null) return Number(kept);
  if (Array.isArray(value)) return value.map(asDoubles);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asDoubles(member)]));
}

/** Casts a value that was parsed from JSON text to the type `Json`; also for a result of `parseExactJson`. */
export function asExactJson(value: unknown): Json {
  return value as Json;
}

/**
 * Returns `JSON.rawJSON` or `JSON.isRawJSON`. Bun implements these ES2026 functions, but TypeScript's standard types do not contain them
 * yet.
 */
function ofJson(name: 'rawJSON' | 'isRawJSON'): (value: unknown) => unknown {
  const method: unknown = Reflect.get(JSON, name);
  if (typeof method !== 'function') throw new Error(`This runtime has no JSON.${name}`);
  return (value) => Reflect.apply(method, JSON, [value]);
}

const rawJson = ofJson('rawJSON');
const isRawJson = ofJson('isRawJSON');

function keepSource(this: unknown, _key: string, value: unknown, context?: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || !Number.isFinite(value)) return value;
  const source = context?.source;
  return source === undefined || source === String(value) ? value : rawJson(source);
}

/**
 * Returns a number's sign, its digits without leading and trailing zeros, and its power of ten. Different notations of the same number give
 * the same text.
 */
function digitsOf(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(source) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return '0';
  return `${sign}${digits}e${Number(exponent) - fraction.length + (all.length - digits.length)}`;
}
