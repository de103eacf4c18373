/** Text, or a whole number; null for none. */
export type KeyValue = string | number | null;

/**
 * What queries filter by, as the definition declares it; written on each commit that changes it. `status` is there for every actor: by it and
 * the type actors are counted.
 */
export type IndexKeys = { readonly status: string | null; readonly [name: string]: KeyValue };

/** At most so many are declared for a type, `status` among them: each is an index that creating an actor writes to. */
export const MOST_KEYS = 4;

export const NO_KEYS: IndexKeys = Object.freeze({ status: null });

/** What a type's index key is, beside its value. */
export type KeyInfo = {
  readonly name: string;
  /** `number`: a whole number above 0. */
  readonly kind: 'text' | 'number';
  /** The command line's option for it: `--name VALUE`, and what that says of actors. */
  readonly option: { readonly name: string; readonly value: string; readonly help: string };
  /** Whether a search for the beginning of a text looks at it too. */
  readonly isSearched: boolean;
  /** What a person's text is as a value of it. */
  readonly read: (text: string) => string;
};

/** Other filters, and members of stored documents and of the feed's events, beside which keys stand by their names. */
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
  return TAKEN_NAMES.has(name) ? `index key "${name}": the name means something else to filters or stores` : null;
}

export function sameKeys(before: IndexKeys, after: IndexKeys): boolean {
  return before === after || (before.status === after.status && changedKeys(before, after).length === 0);
}

/** The names of those beside `status` that differ. A name that is not there is null. */
export function changedKeys(before: IndexKeys, after: IndexKeys): readonly string[] {
  if (before === after) return NONE;
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  names.delete('status');
  return [...names].filter((name) => (before[name] ?? null) !== (after[name] ?? null));
}

const NONE: readonly string[] = [];

/** Those beside `status` that have a value. */
export function namedKeys(keys: IndexKeys): readonly (readonly [name: string, value: string | number])[] {
  return Object.entries(keys).flatMap(([name, value]) => (name === 'status' || value === null ? [] : [[name, value] as const]));
}

/** What is wrong with a record's keys, or null. Asked of every record that is read. */
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
