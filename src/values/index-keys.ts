/** The value of an index key: a string or a whole number; null when the actor has no value for the key. */
export type KeyValue = string | number | null;

/**
 * The index keys of an actor with their values, by which queries filter. The actor's definition declares the keys, and each commit that
 * changes their values writes them. Every actor has the key `status`; actors are counted by type and `status`.
 */
export type IndexKeys = { readonly status: string | null; readonly [name: string]: KeyValue };

/**
 * Maximum number of index keys of an actor type, including `status`. The number is limited because each key needs a database index, which
 * is updated for every new actor.
 */
export const MOST_KEYS = 4;

export const NO_KEYS: IndexKeys = Object.freeze({ status: null });

/** The declaration of an index key of an actor type. */
export type KeyInfo = {
  readonly name: string;
  /** The kind of the key's values; `number` is a whole number above 0. */
  readonly kind: 'text' | 'number';
  /** The command-line option by which operators filter by the key: `--name VALUE`, with its help text. */
  readonly option: { readonly name: string; readonly value: string; readonly help: string };
  /** Whether a prefix search also searches the values of this key. */
  readonly isSearched: boolean;
  /** Converts text that a user entered to a value of the index key. */
  readonly read: (text: string) => string;
  /** Returns the beginnings of the key's values for which a search must look when the user has entered a text. */
  readonly prefixesOf: (text: string) => readonly string[];
};

/**
 * Names that an index key must not have, because query parameters, or fields of the stored documents and events, already have these names.
 */
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

/** Returns the names of the index keys (other than `status`) whose values differ between two records. A missing key counts as null. */
export function changedKeys(before: IndexKeys, after: IndexKeys): readonly string[] {
  if (before === after) return NONE;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('status');
  return [...names].filter((name) => (before[name] ?? null) !== (after[name] ?? null));
}

const NONE: readonly string[] = [];

/** Returns the index keys of a record that have a value, without `status`. */
export function namedKeys(keys: IndexKeys): readonly (readonly [name: string, value: string | number])[] {
  return Object.entries(keys).flatMap(([name, value]) => (name === 'status' || value === null ? [] : [[name, value] as const]));
}

/**
 * Describes what is wrong with the index keys of a record; null when they are valid. It is called for every record that is read from the
 * store.
 */
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
