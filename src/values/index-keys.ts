/** The value of an index key: text or a whole number; null for no value. */
export type KeyValue = string | number | null;

/**
 * Values by which queries filter, declared by the actor's definition and written with each commit that changes them. Every actor has
 * `status`, by which, together with the type, actors are counted.
 */
export type IndexKeys = { readonly status: string | null; readonly [name: string]: KeyValue };

/** The maximum number of keys of a type, including `status`. Each is an index to which the creation of an actor writes. */
export const MOST_KEYS = 4;

export const NO_KEYS: IndexKeys = Object.freeze({ status: null });

/** A type's index key, without its value. */
export type KeyInfo = {
  readonly name: string;
  /** `number`: a whole number above 0. */
  readonly kind: 'text' | 'number';
  /** The command line's option for the key: `--name VALUE`, with its help text. */
  readonly option: { readonly name: string; readonly value: string; readonly help: string };
  /** Whether a search for the start of a text includes this key. */
  readonly isSearched: boolean;
  /** Converts a person's text to a value of the key. */
  readonly read: (text: string) => string;
};

/** Names that a key must not have: other filters, and members of stored documents and events beside which keys are stored. */
const TAKEN_NAMES: ReadonlySet<string> = new Set([
  ...['act', 'all', 'cursor', 'fields', 'health', 'held', 'id', 'json', 'kind', 'limit', 'newest', 'order', 'overdue', 'prefix', 'reason'],
  ...['search', 'sort', 'store', 'token', 'type', 'url'],
  ...['body', 'createdAt', 'events', 'outbox', 'revision', 'shard', 'triggers', 'wakeAt'],
  ...[
    'atMs',
    'attempt',
    'cause',
    'effects',
    'error',
    'event',
    'eventId',
    'from',
    'key',
    'ms',
    'name',
    'node',
    'outcome',
    'seq',
    'state',
    'to',
  ],
  ...['tries', 'constructor'],
]);

export function keyNameProblem(name: string): string | null {
  if (!/^[a-z][A-Za-z0-9]{0,30}$/.test(name)) return `index key "${name}": use a short name in letters and digits, a small letter first`;
  return TAKEN_NAMES.has(name) ? `index key "${name}": this name is reserved by filters or stores; choose another` : null;
}

export function sameKeys(before: IndexKeys, after: IndexKeys): boolean {
  return before === after || (before.status === after.status && changedKeys(before, after).length === 0);
}

/** Returns the names of keys other than `status` whose values differ. A missing key counts as null. */
export function changedKeys(before: IndexKeys, after: IndexKeys): readonly string[] {
  if (before === after) return NONE;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('status');
  return [...names].filter((name) => (before[name] ?? null) !== (after[name] ?? null));
}

const NONE: readonly string[] = [];

/** Returns the keys other than `status` that have a value. */
export function namedKeys(keys: IndexKeys): readonly (readonly [name: string, value: string | number])[] {
  return Object.entries(keys).flatMap(([name, value]) => (name === 'status' || value === null ? [] : [[name, value] as const]));
}

/** Returns the problem of a record's keys, or null. Every record that is read is checked. */
export function keysProblem(keys: { readonly [name: string]: unknown }): string | null {
  let count = 0;
  for (const name in keys) {
    const value = keys[name];
    count += 1;
    const isRight = value === null || typeof value === 'string' || (name !== 'status' && Number.isSafeInteger(value));
    if (!isRight) return `keys.${name} is not ${name === 'status' ? 'text or null' : 'text, a whole number or null'}`;
  }
  if (keys.status === undefined) return 'keys.status is not text or null';
  return count > MOST_KEYS ? `keys are more than ${MOST_KEYS}` : null;
}
