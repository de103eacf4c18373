import type { Json } from '../json.ts';

/**
 * Whether two JSON values are equal. The function is iterative and not recursive, because values from actors may be nested to any depth.
 */
export function isEqual(one: Json, other: Json): boolean {
  const pairs: [Json, Json][] = [[one, other]];
  for (let pair = pairs.pop(); pair !== undefined; pair = pairs.pop()) {
    const [a, b] = pair;
    if (a === b) continue;
    if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
    if (isList(a) !== isList(b)) return false;
    if (isList(a) && isList(b)) {
      if (a.length !== b.length) return false;
      for (const [i, item] of a.entries()) pairs.push([item, b[i] ?? null]);
      continue;
    }
    const members = Object.entries(a);
    if (members.length !== Object.keys(b).length) return false;
    for (const [name, value] of members) {
      const there = memberOf(b, name);
      if (there === undefined) return false;
      pairs.push([value, there]);
    }
  }
  return true;
}

export function isList(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

export function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Returns an object's own field by name, never a field of its prototype. The names come from stored data and could be names such as
 * `constructor`.
 */
export function memberOf(value: object, name: string): Json | undefined {
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}
