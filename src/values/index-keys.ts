/** The value of an index key: a string or a whole number; null for no value. */
export type KeyValue = string | number | null;

/**
 * Values by which queries filter. The actor's definition declares them, and each commit that changes them writes them. Every actor has
 * `status`; actors are counted by type and `status`.
 */
export type IndexKeys = { readonly status: string | null; readonly [name: string]: KeyValue };

/** The maximum number of index keys of a type, including `status`. Each has an index that is written when an actor is created. */
export const MOST_KEYS = 4;

export const NO_KEYS: IndexKeys = Object.freeze({ status: null });

/** A type's index key, without its value. */
export type KeyInfo = {
  readonly name: string;
  /** The kind of the key's values; `number` is a whole number above 0. */
  readonly kind: 'text' | 'number';
  /** The command-line option for the key: `--name VALUE`, with its help text. */
  readonly option: { readonly name: string; readonly value: string; readonly help: string };
  /** Whether a prefix search includes this key. */
  readonly isSearched: boolean;
  /** Converts a user's input to a value of the key. */
  readonly read: (text: string) => string;
};

/** Names that a key must not have: names of other filters, and of members of the stored documents and events in which keys are stored. */
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

/** Returns the problem of a record's keys, or null. Called for every record that is read. */
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
