/**
 * The difference between two JSON values of the same kind that are mostly equal. For a list: the new items in order, where `[from, count]`
 * stands for consecutive old items, `[value]` for a new item, and `[at, null, change]` for an old item that changed. For an object: `o`
 * lists changed and new fields (key, value, key, value; a list allows any text as a key), `m` lists fields that changed partially, and `x`
 * lists removed keys.
 */
export type ValueChange =
  | { readonly a: readonly ListStep[] }
  | { readonly o?: readonly unknown[]; readonly m?: readonly unknown[]; readonly x?: readonly string[] };

type ListStep = readonly [from: number, count: number] | readonly [value: unknown] | readonly [at: number, none: null, change: ValueChange];
type Members = { readonly [key: string]: unknown };

/** Maximum nesting depth at which partial changes are searched for. Values nested deeper are written completely. */
const DEEPEST = 8;
/**
 * Objects with at most this number of short values are written completely, because a partial change would not be shorter and takes more
 * time.
 */
const FEW_MEMBERS = 4;
const SHORT_TEXT = 48;
/**
 * An item of the new list is searched for among this many of the next items of the old list. Without a limit, a long list could need a very
 * large number of comparisons.
 */
const LOOKED_AHEAD = 32;

/**
 * Computes the difference between two values. Parts are compared by reference, since machines keep unchanged parts as they are. Returns
 * null when the new value must be written completely, because it is of another kind or has nothing in common with the old one. Applied to
 * the JSON of `before`, the result produces the JSON of `after`, with keys in the same order.
 */
export function changeOf(before: unknown, after: unknown, depth = 0): ValueChange | null {
  if (depth >= DEEPEST) return null;
  if (Array.isArray(before)) return Array.isArray(after) ? listChange(before, after, depth) : null;
  return isPlain(before) && isPlain(after) && !isSmall(after) ? objectChange(before, after, depth) : null;
}

/**
 * Applies a change to a value. The result shares unchanged parts with the value. @throws Error when the change does not belong to this
 * value
 */
export function withChange(value: unknown, change: ValueChange): unknown {
  if ('a' in change) {
    if (!Array.isArray(value)) throw new Error('a stored change of a list belongs to a value that is not a list');
    return changedList(value, change.a);
  }
  if (!isPlain(value)) throw new Error('a stored change of an object belongs to a value that is not an object');
  const next: { [key: string]: unknown } = { ...value };
  for (const key of change.x ?? []) delete next[key];
  for (const [key, member] of pairsOf(change.o)) next[key] = member;
  for (const [key, inner] of pairsOf(change.m)) next[key] = withChange(next[key], inner as ValueChange);
  return next;
}

/** Whether JSON can represent a value. JSON omits a field of an object if it cannot represent the field's value. */
export function hasJson(value: unknown): boolean {
  return value !== undefined && typeof value !== 'function' && typeof value !== 'symbol';
}

function listChange(before: readonly unknown[], after: readonly unknown[], depth: number): ValueChange | null {
  const steps: ListStep[] = [];
  let run: [from: number, count: number] | null = null;
  let expected = 0;
  let isShared = false;
  for (const item of after) {
    const found = indexOf(before, item, expected);
    if (found >= 0) {
      isShared = true;
      expected = found + 1;
      if (run !== null && run[0] + run[1] === found) run[1] += 1;
      else {
        run = [found, 1];
        steps.push(run);
      }
      continue;
    }
    run = null;
    const at = relatedTo(before, item, expected, after.length === before.length);
    const change = at < 0 ? null : changeOf(before[at], item, depth + 1);
    if (change === null) steps.push([item]);
    else {
      isShared = true;
      expected = at + 1;
      steps.push([at, null, change]);
    }
  }
  return isShared ? { a: steps } : null;
}

function changedList(list: readonly unknown[], steps: readonly ListStep[]): unknown[] {
  const next: unknown[] = [];
  for (const step of steps) {
    if (step.length === 1) next.push(step[0]);
    else if (step.length === 2) next.push(...list.slice(step[0], step[0] + step[1]));
    else next.push(withChange(list[step[0]], step[2]));
  }
  return next;
}

function objectChange(before: Members, after: Members, depth: number): ValueChange | null {
  const oldKeys = Object.keys(before).filter((key) => hasJson(before[key]));
  const set: unknown[] = [];
  const changed: unknown[] = [];
  let at = 0;
  let shared = 0;
  let hasNew = false;
  for (const key of Object.keys(after)) {
    const value = after[key];
    if (!hasJson(value)) continue;
    const place = oldKeys.indexOf(key, at);
    if (place < 0) {
      // In the new object, the fields are in another order than in the old object. A partial change keeps fields at their old positions, so
      // it cannot represent a new order, and the object is written completely.
      if (oldKeys.includes(key)) return null;
      hasNew = true;
      set.push(key, value);
      continue;
    }
    if (hasNew) return null;
    at = place + 1;
    const old = before[key];
    if (old === value) {
      shared += 1;
      continue;
    }
    const change = changeOf(old, value, depth + 1);
    if (change === null) set.push(key, value);
    else changed.push(key, change);
  }
  if (shared === 0 && changed.length === 0) return null;
  const removed = oldKeys.filter((key) => !Object.hasOwn(after, key) || !hasJson(after[key]));
  return {
    ...(set.length === 0 ? {} : { o: set }),
    ...(changed.length === 0 ? {} : { m: changed }),
    ...(removed.length === 0 ? {} : { x: removed }),
  };
}

function isSmall(value: Members): boolean {
  const keys = Object.keys(value);
  if (keys.length > FEW_MEMBERS) return false;
  return keys.every((key) => {
    const member = value[key];
    return typeof member === 'string' ? member.length <= SHORT_TEXT : typeof member !== 'object' || member === null;
  });
}

function indexOf(list: readonly unknown[], item: unknown, expected: number): number {
  const last = Math.min(list.length, expected + LOOKED_AHEAD);
  for (let at = expected; at < last; at += 1) if (list[at] === item) return at;
  return -1;
}

/**
 * Finds the old list item from which a new item was created: an old item that shares an object with the new item or, if there is none, the
 * item at the same position.
 */
function relatedTo(list: readonly unknown[], item: unknown, expected: number, hasSameLength: boolean): number {
  if (!isPlain(item)) return -1;
  const parts = Object.keys(item).filter((key) => typeof item[key] === 'object' && item[key] !== null);
  const last = Math.min(list.length, expected + LOOKED_AHEAD);
  for (let at = expected; at < last; at += 1) {
    const old = list[at];
    if (isPlain(old) && parts.some((key) => old[key] === item[key])) return at;
  }
  return hasSameLength && expected < list.length ? expected : -1;
}

function pairsOf(list: readonly unknown[] = []): [key: string, value: unknown][] {
  return Array.from({ length: list.length / 2 }, (_, at) => [String(list[at * 2]), list[at * 2 + 1]]);
}

/**
 * Whether a value is an object that JSON writes field by field. An object with a key `__proto__` is excluded, because assigning this key
 * would change the object's prototype.
 */
function isPlain(value: unknown): value is Members {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (
    (prototype === Object.prototype || prototype === null) &&
    typeof Object(value).toJSON !== 'function' &&
    !Object.hasOwn(value, '__proto__')
  );
}
