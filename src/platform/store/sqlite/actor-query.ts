import type { ListFilter, ListQuery, ListSort } from '../../../runtime/record/actor-store.ts';
import { splitKeys } from '../key-order.ts';
import { healthNumber } from './health-number.ts';
import { type KnownNames, keyColumn } from './names.ts';
import { storedText } from './stored-text.ts';
import type { SqlValue } from './write-records.ts';

/** A fragment of an SQL statement with its parameters. */
export type SqlPart = { readonly sql: string; readonly params: readonly SqlValue[] };

/** The source and the conditions of a single SELECT statement over actors. */
export type ActorStream = {
  /** The table that is scanned, together with the index by which it is scanned. */
  readonly walked: string;
  /** The table that is joined to the scanned table, so that the conditions in `rest` can be checked. */
  readonly joined: string;
  /** The conditions that limit which range of the index is scanned. */
  readonly within: SqlPart;
  /** The conditions that are checked for each scanned row; null when there are none. */
  readonly rest: SqlPart | null;
  /** Whether the index returns the rows in the requested order. If not, the matching rows are sorted. */
  readonly isInOrder: boolean;
};

/** Placeholder in `PLACES`. In a query that sorts by an index key, the column of that key replaces it. */
const VALUE = 'value';

/** For each kind of order, the columns by which a list is sorted. */
export const PLACES: { readonly [Sort in ListSort]: readonly string[] } = {
  created: ['a.created_at', 'a.key'],
  wake: ['h.wake_at', 'h.key'],
  id: ['a.id'],
  key: [VALUE, 'a.type_no', 'a.created_at', 'a.key'],
};

/** Returns the columns by which a query is sorted. When it sorts by an index key, the placeholder is replaced by that key's column. */
export function placesOf({ sort = 'created', keyPrefix }: ListQuery, { keys }: KnownNames): readonly string[] {
  const no = keyPrefix === undefined ? undefined : keys.get(storedText(keyPrefix.name));
  return PLACES[sort].map((column) => (column === VALUE && no !== undefined ? `a.${keyColumn(no)}` : column));
}

type Condition = readonly [sql: string, ...params: SqlValue[]];

const WITH_ACTORS = 'CROSS JOIN actors a ON a.key = h.key';
const WITH_HEADS = 'CROSS JOIN heads h ON h.key = a.key';
/**
 * Text that is appended to a prefix to get the upper end of the prefix's range: the result is greater than every string that begins with
 * the prefix.
 */
const ABOVE = '\u{10ffff}\u{10ffff}';

/** Decides, for a query that can run in two ways, which way costs less. A query that only counts actors does not need this decision. */
export type StreamSizes = {
  /**
   * For actors sorted by wake time: whether the index for the filter selects so few rows that they can be sorted. If not, rows are read in
   * the order of wake time, and the filter is checked for each row.
   */
  readonly isNarrow: (stream: ActorStream) => boolean;
  /**
   * For late actors sorted by creation: whether there are so few late actors that each page can sort them. If not, all pages together scan
   * all actors once.
   */
  readonly areFew: (late: readonly ActorStream[]) => boolean;
};

const FOR_COUNTING: StreamSizes = { isNarrow: () => false, areFew: () => true };

/** Splits a filter into streams (index scans). Together they return every matching actor exactly once. */
export function actorStreams(
  filter: ListFilter,
  names: KnownNames,
  sort: ListSort = 'created',
  { isNarrow, areFew }: StreamSizes = FOR_COUNTING,
): readonly ActorStream[] {
  const { type, keys = {}, keyPrefix, statuses, health, idPrefix, wakeBeforeMs } = filter;
  const types = [...names.types].filter(([name]) => type === undefined || name === storedText(type)).map(([, no]) => no);
  const statusNos = statuses?.flatMap((status) => names.statuses.get(storedText(status)) ?? []);
  if (types.length === 0 || statusNos?.length === 0) return [];
  const ids = prefixOf('a.id', idPrefix);
  const columnOf = (name: string) => keyColumn(names.keys.get(storedText(name)) ?? Number.NaN);
  const named = [...Object.keys(keys), ...(keyPrefix === undefined ? [] : [keyPrefix.name])];
  // If no commit has ever used an index key, no actor has it, so the filter matches no actor.
  if (named.some((name) => !names.keys.has(storedText(name)))) return [];
  const ofKey = (name: string, value: string | number): Condition => [
    `a.${columnOf(name)} = ?`,
    typeof value === 'string' ? storedText(value) : value,
  ];
  const keyEntries = Object.entries(keys);
  const inKeys = keyEntries.map(([name, value]) => ofKey(name, value));
  /** `beside` builds the conditions on all index keys of the filter except the named one; `own` builds the condition on the named one. */
  const beside = (one: string) => keyEntries.filter(([name]) => name !== one).map(([name, value]) => ofKey(name, value));
  const own = (one: string) => keyEntries.filter(([name]) => name === one).map(([name, value]) => ofKey(name, value));
  const { narrow, broad } = splitKeys(filter);
  const prefixed = keyPrefix === undefined ? [] : valuesOf(`a.${columnOf(keyPrefix.name)}`, keyPrefix.prefix);
  const ofHealth: Condition[] = health === undefined ? [] : [['a.health = ?', healthNumber(health)]];
  const inStatuses: Condition[] = statusNos === undefined ? [] : [[`a.status_no IN (${statusNos.join(', ')})`]];
  const inTypes: Condition[] = type === undefined ? [] : [[`a.type_no IN (${types.join(', ')})`]];
  const overdue: Condition[] = wakeBeforeMs === undefined ? [] : [['h.wake_at < ?', wakeBeforeMs]];
  const each = (build: (no: number) => ActorStream) => types.map(build);

  function byWake(isInOrder: boolean): readonly ActorStream[] {
    const rest = [...inStatuses, ...inKeys, ...prefixed, ...ofHealth, ...ids];
    return each((no) =>
      stream('heads h INDEXED BY heads_wake', [['h.type_no = ?', no], ['h.wake_at IS NOT NULL'], ...overdue], rest, isInOrder, WITH_ACTORS),
    );
  }

  if (sort === 'wake') {
    const narrow = narrowSource();
    return narrow !== null && isNarrow(narrow) ? [narrow] : byWake(true);
  }
  const heads = wakeBeforeMs === undefined ? '' : WITH_HEADS;
  if (sort === 'id') {
    const rest = [...inTypes, ...inStatuses, ...inKeys, ...prefixed, ...ofHealth, ...overdue];
    return [stream('actors a INDEXED BY actors_id', ids, rest, true, heads)];
  }
  if (sort === 'key') {
    if (keyPrefix === undefined) return [];
    const { name } = keyPrefix;
    const rest = [...inTypes, ...inStatuses, ...beside(name), ...ofHealth, ...ids, ...overdue];
    return [stream(indexedBy(name), [...own(name), ...prefixed], rest, true, heads)];
  }
  if (wakeBeforeMs !== undefined) {
    const late = byWake(false);
    if (areFew(late)) return late;
    const rest = [...inStatuses, ...inKeys, ...prefixed, ...ofHealth, ...ids, ...overdue];
    return each((no) => stream('actors a INDEXED BY actors_type', [['a.type_no = ?', no]], rest, true, heads));
  }
  if (ids.length > 0) {
    return [stream('actors a INDEXED BY actors_id', ids, [...inTypes, ...inStatuses, ...inKeys, ...prefixed, ...ofHealth], false)];
  }
  if (narrow !== null) {
    const rest = [...inStatuses, ...prefixed, ...beside(narrow), ...ofHealth];
    return each((no) => stream(indexedBy(narrow), [...own(narrow), ['a.type_no = ?', no]], rest, true));
  }
  if (health !== undefined && health !== 'ok') {
    const rest = [...inTypes, ...inStatuses, ...prefixed, ...inKeys];
    return [stream('actors a INDEXED BY actors_unhealthy', [['a.health <> 0'], ...ofHealth], rest, true)];
  }
  if (statusNos !== undefined) {
    const pairs = types.flatMap((no) => [...new Set(statusNos)].map((status) => [no, status] as const));
    return pairs.map(([no, status]) =>
      stream(
        'actors a INDEXED BY actors_status',
        [
          ['a.type_no = ?', no],
          ['a.status_no = ?', status],
        ],
        [...prefixed, ...inKeys, ...ofHealth],
        true,
      ),
    );
  }
  if (broad !== null) {
    const rest = [...prefixed, ...beside(broad), ...ofHealth];
    return each((no) => stream(indexedBy(broad), [...own(broad), ['a.type_no = ?', no]], rest, true));
  }
  return each((no) => stream('actors a INDEXED BY actors_type', [['a.type_no = ?', no]], [...prefixed, ...ofHealth], true));

  function indexedBy(name: string): string {
    return `actors a INDEXED BY actors_${columnOf(name)}`;
  }

  /** Returns the index of the filter if it usually selects few actors: those of one owner, or those that are not healthy. */
  function narrowSource(): ActorStream | null {
    const rest = [['h.wake_at IS NOT NULL'] as const, ...inTypes, ...inStatuses, ...prefixed, ...ids, ...overdue];
    if (narrow !== null) return stream(indexedBy(narrow), own(narrow), [...rest, ...beside(narrow), ...ofHealth], false, WITH_HEADS);
    if (health === undefined || health === 'ok') return null;
    return stream('actors a INDEXED BY actors_unhealthy', [['a.health <> 0'], ...ofHealth], [...rest, ...inKeys], false, WITH_HEADS);
  }
}

/** Whether the filter can be answered from the stored counters alone. */
export function isCounted({ keys = {}, keyPrefix, idPrefix, wakeBeforeMs }: ListFilter): boolean {
  return Object.keys(keys).length === 0 && [keyPrefix, idPrefix, wakeBeforeMs].every((filter) => filter === undefined);
}

/** Builds the conditions for strings that begin with a prefix, in any column. Numbers sort before all strings. */
function valuesOf(column: string, prefix: string): Condition[] {
  return prefix === '' ? [[`${column} >= ''`]] : prefixOf(column, prefix);
}

function prefixOf(column: string, prefix: string | undefined): Condition[] {
  if (prefix === undefined || prefix === '') return [];
  const stored = storedText(prefix);
  return [
    [`${column} >= ?`, stored],
    [`${column} < ?`, `${stored}${ABOVE}`],
  ];
}

function stream(walked: string, within: readonly Condition[], rest: readonly Condition[], isInOrder: boolean, joined = ''): ActorStream {
  return { walked, joined, within: allOf(within), rest: rest.length === 0 ? null : allOf(rest), isInOrder };
}

function allOf(conditions: readonly Condition[]): SqlPart {
  return {
    sql: conditions.map(([sql]) => sql).join(' AND ') || '1',
    params: conditions.flatMap(([, ...params]) => params),
  };
}
