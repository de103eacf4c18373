import type { Json } from '../json.ts';
import { editScript } from './edit-script.ts';
import { isEqual, isList, isObject, memberOf } from './is-equal.ts';

/** One step of a path in a JSON value: a field's name, a list index, or a list entry identified by its `key` or `id`. */
export type PathStep = string | number | { readonly by: 'key' | 'id'; readonly is: string };

/**
 * One difference between two JSON values. In lists without keys, the path of a removed or changed entry contains its index in the older
 * list, and the path of an added entry its index in the newer list. In lists with keys, added entries are considered to be at the end until
 * a `reordered` change moves them.
 */
export type Change = { readonly path: readonly PathStep[] } & (
  | { readonly kind: 'added'; readonly after: Json }
  | { readonly kind: 'removed'; readonly before: Json }
  | { readonly kind: 'changed'; readonly before: Json; readonly after: Json }
  | { readonly kind: 'reordered'; readonly order: readonly string[] }
);

/** Maximum depth to which objects are compared field by field. Values nested deeper are compared as a whole. */
const DEEPEST = 100;

/** Lists the changes from one JSON value to another. When the changes are applied in order, they turn `before` into `after`. */
export function jsonChanges(before: Json, after: Json): readonly Change[] {
  const changes: Change[] = [];
  diffInto(changes, [], before, after);
  return changes;
}

function diffInto(changes: Change[], path: readonly PathStep[], before: Json, after: Json): void {
  if (before === after) return;
  const isDeep = path.length >= DEEPEST;
  if (!isDeep && isObject(before) && isObject(after)) diffMembers(changes, path, before, after);
  else if (!isDeep && isList(before) && isList(after)) diffLists(changes, path, before, after);
  else if (!isEqual(before, after)) changes.push({ kind: 'changed', path, before, after });
}

function diffMembers(changes: Change[], path: readonly PathStep[], before: object, after: object): void {
  for (const [name, value] of entriesOf(before)) {
    const there = memberOf(after, name);
    if (there === undefined) changes.push({ kind: 'removed', path: [...path, name], before: value });
    else diffInto(changes, [...path, name], value, there);
  }
  for (const [name, value] of entriesOf(after)) {
    if (!Object.hasOwn(before, name)) changes.push({ kind: 'added', path: [...path, name], after: value });
  }
}

function diffLists(changes: Change[], path: readonly PathStep[], before: readonly Json[], after: readonly Json[]): void {
  for (const by of ['key', 'id'] as const) {
    const olds = keyed(before, by);
    const news = keyed(after, by);
    if (olds === null || news === null || olds.size + news.size === 0) continue;
    diffKeyed(changes, path, by, olds, news);
    return;
  }
  const hunks = editScript(before.length, after.length, (i, j) => isEqual(before[i] ?? null, after[j] ?? null));
  for (const { from, fromEnd, to, toEnd } of hunks) {
    const pairs = Math.min(fromEnd - from, toEnd - to);
    for (let i = 0; i < pairs; i += 1) diffInto(changes, [...path, from + i], before[from + i] ?? null, after[to + i] ?? null);
    for (let i = from + pairs; i < fromEnd; i += 1) changes.push({ kind: 'removed', path: [...path, i], before: before[i] ?? null });
    for (let j = to + pairs; j < toEnd; j += 1) changes.push({ kind: 'added', path: [...path, j], after: after[j] ?? null });
  }
}

/** Maps the entries of a list by their keys, in order. Returns null unless every entry has a key and all keys are different. */
function keyed(list: readonly Json[], by: 'key' | 'id'): ReadonlyMap<string, Json> | null {
  const found = new Map<string, Json>();
  for (const entry of list) {
    const key = isObject(entry) ? memberOf(entry, by) : undefined;
    if (typeof key !== 'string' || found.has(key)) return null;
    found.set(key, entry);
  }
  return found;
}

function diffKeyed(
  changes: Change[],
  path: readonly PathStep[],
  by: 'key' | 'id',
  olds: ReadonlyMap<string, Json>,
  news: ReadonlyMap<string, Json>,
): void {
  for (const [is, entry] of olds) {
    const there = news.get(is);
    if (there === undefined) changes.push({ kind: 'removed', path: [...path, { by, is }], before: entry });
    else diffInto(changes, [...path, { by, is }], entry, there);
  }
  for (const [is, entry] of news) if (!olds.has(is)) changes.push({ kind: 'added', path: [...path, { by, is }], after: entry });
  const order = [...news.keys()];
  const kept = [...olds.keys()].filter((is) => news.has(is));
  const asApplied = [...kept, ...order.filter((is) => !olds.has(is))];
  if (order.some((is, i) => is !== asApplied[i])) changes.push({ kind: 'reordered', path, order });
}

function entriesOf(value: object): [string, Json][] {
  return Object.entries(value);
}
