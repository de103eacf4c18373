import type { Json } from './json.ts';

/**
 * Reads JSON text so that `exactJsonText` writes its numbers as they stood: those that a double cannot hold in full, and those written in
 * another way than JavaScript does (`1.10`, `1e5`), stay as text inside. What was sent to be sent back must not change on the way: providers sign
 * it, or take a 160-bit number from it. A number too large for any double stays an infinity.
 * @throws SyntaxError as JSON.parse
 */
export function parseExactJson(text: string): unknown {
  return JSON.parse(text, keepSource);
}

/** The text of what `parseExactJson` gave, or of any JSON; members in their order, without white space. */
export function exactJsonText(value: unknown): string {
  return JSON.stringify(value);
}

/** A number that is kept as text inside; null for everything else. */
export function keptNumberOf(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || isRawJson(value) !== true) return null;
  return 'rawJSON' in value && typeof value.rawJSON === 'string' ? value.rawJSON : null;
}

/** An object of JSON: neither a list, nor a number that is kept as text, which is an object inside. */
export function isExactObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && keptNumberOf(value) === null;
}

/** Whether a double holds every digit of a number as it was written. */
export function isHeldExactly(source: string): boolean {
  return digitsOf(source) === digitsOf(String(Number(source)));
}

/** The same with every number as `JSON.parse` has it. */
export function asDoubles(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  const kept = keptNumberOf(value);
  if (kept !== null) return Number(kept);
  if (Array.isArray(value)) return value.map(asDoubles);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, asDoubles(member)]));
}

/** Any value that came from JSON text, also from `parseExactJson`. */
export function asExactJson(value: unknown): Json {
  return value as Json;
}

/** `JSON.rawJSON`, `JSON.isRawJSON` and the source of a revived value are ES2026, and in Bun; the standard library's types have none of them yet. */
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

/** Sign, digits without leading and trailing zeros, and the power of ten: the same for every way to write a number. */
function digitsOf(source: string): string {
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = /^(-?)([0-9]+)(?:\.([0-9]+))?(?:[eE]([+-]?[0-9]+))?$/.exec(source) ?? [];
  const all = `${whole}${fraction}`.replace(/^0+/, '');
  const digits = all.replace(/0+$/, '');
  if (digits === '') return '0';
  return `${sign}${digits}e${Number(exponent) - fraction.length + (all.length - digits.length)}`;
}
