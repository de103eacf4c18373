import type { Json } from '../../../../values/json.ts';

export type TreePath = readonly string[];

/** The open objects and lists, by the key of their path, with the number of fields that each of them shows. */
export type OpenNodes = ReadonlyMap<string, number>;

export type TreeRow =
  | {
      readonly kind: 'container';
      readonly key: string;
      readonly path: TreePath;
      readonly name: string;
      readonly depth: number;
      readonly isList: boolean;
      readonly size: number;
      readonly isOpen: boolean;
    }
  | {
      readonly kind: 'value';
      readonly key: string;
      readonly path: TreePath;
      readonly name: string;
      readonly depth: number;
      readonly value: Scalar;
    }
  /** A row that represents those fields of a large object or list that are not shown yet. */
  | {
      readonly kind: 'rest';
      readonly key: string;
      readonly of: string;
      readonly depth: number;
      readonly shown: number;
      readonly size: number;
    };

export type Scalar = string | number | boolean | null;

/** Number of fields of an object or list that are shown at first, and that each click on "more" adds. */
export const PAGE = 100;

/**
 * Returns a text that identifies a path in the tree. Names are joined by a separator character; if a name itself contains this character,
 * two paths could in theory get the same text, which only affects the display.
 */
export function keyOf(path: TreePath): string {
  return path.join('\u0000');
}

/**
 * Returns the visible rows of a JSON value: its fields, and the fields of all open objects and lists inside it. Closed objects and lists
 * are not processed, so the work does not depend on the size and depth of the whole value.
 */
export function treeRows(root: Json, open: OpenNodes): TreeRow[] {
  const rows: TreeRow[] = [];
  // The function uses an explicit stack instead of recursion, because malicious data may be nested deeper than JavaScript's call stack
  // allows.
  const stack: { readonly value: Json; readonly path: TreePath; readonly next: number }[] = [{ value: root, path: [], next: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, path, next } = top;
    const key = keyOf(path);
    const names = namesOf(value);
    const shown = path.length === 0 && !open.has(key) ? PAGE : (open.get(key) ?? 0);
    const name = names[next];
    if (name === undefined || next >= shown) {
      if (name !== undefined)
        rows.push({ kind: 'rest', key: `${key}\u0001`, of: key, depth: path.length, shown: next, size: names.length });
      continue;
    }
    stack.push({ value, path, next: next + 1 });
    const member = memberOf(value, name);
    const memberPath = [...path, name];
    const memberKey = keyOf(memberPath);
    const about = { key: memberKey, path: memberPath, name, depth: path.length };
    if (!isContainer(member)) {
      rows.push({ ...about, kind: 'value', value: member });
      continue;
    }
    const isOpen = open.has(memberKey);
    rows.push({ ...about, kind: 'container', isList: Array.isArray(member), size: namesOf(member).length, isOpen });
    if (isOpen) stack.push({ value: member, path: memberPath, next: 0 });
  }
  return rows;
}

/** Toggles an object or list: opens it with its first page of fields, or closes it and forgets how many fields it showed. */
export function toggled(open: OpenNodes, key: string): OpenNodes {
  const next = new Map(open);
  if (!next.delete(key)) next.set(key, PAGE);
  return next;
}

export function withMore(open: OpenNodes, key: string): OpenNodes {
  return new Map(open).set(key, (open.get(key) ?? PAGE) + PAGE);
}

/** Opens every object and list along a path, each with enough pages to show the path's next field. */
export function revealed(root: Json, open: OpenNodes, path: TreePath): OpenNodes {
  const next = new Map(open);
  let value: Json = root;
  path.forEach((name, index) => {
    const key = keyOf(path.slice(0, index));
    const at = namesOf(value).indexOf(name);
    const needed = Math.ceil((at + 1) / PAGE) * PAGE;
    next.set(key, Math.max(next.get(key) ?? PAGE, needed));
    value = memberOf(value, name);
  });
  return next;
}

export function isContainer(value: Json): value is Exclude<Json, Scalar> {
  return typeof value === 'object' && value !== null;
}

const named = new WeakMap<object, readonly string[]>();

/** Returns the names of an object's fields in order, or the indexes of a list. The result for each object or list is cached. */
export function namesOf(value: Json): readonly string[] {
  if (!isContainer(value)) return [];
  const known = named.get(value);
  if (known !== undefined) return known;
  const names = Object.keys(value);
  named.set(value, names);
  return names;
}

export function memberOf(value: Json, name: string): Json {
  if (Array.isArray(value)) return value[Number(name)] ?? null;
  if (!isContainer(value) || !Object.hasOwn(value, name)) return null;
  return (value as { readonly [member: string]: Json })[name] ?? null;
}
