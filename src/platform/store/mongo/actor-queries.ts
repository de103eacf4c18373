import type {
  BoundedCount,
  CountBounds,
  DuePage,
  DueQuery,
  IdPage,
  ListFilter,
  ListPage,
  ListQuery,
  ListSort,
} from '../../../runtime/record/actor-store.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../page-cursor.ts';
import { type ActorCollections, hints } from './actor-collections.ts';
import type { HeadDocument } from './actor-document.ts';
import { type ActorSelection, type Condition, keysOf, placesOf, selectActors } from './actor-filter.ts';
import type { KeyIndexes } from './key-indexes.ts';
import { type HeadBody, readHeads } from './read-heads.ts';
import { sortableText, textFromSortable } from './sortable-text.ts';

/** The sort key of the last row on a page: the values of the order's fields, with the id last. */
type Place = readonly (string | number)[];

type Row = { readonly [field: string]: unknown };

type PageQuery = ActorSelection & {
  readonly order: readonly string[];
  /** Range of the sorted field to which the result is limited, such as the wake times of due actors; null when there is no limit. */
  readonly span: Condition | null;
  readonly isNewest: boolean;
  readonly after: Place | null;
  readonly limit: number;
  readonly fields: readonly string[];
};

/** Creates the queries that find due actors and lists of actors. */
export function createActorQueries(collections: ActorCollections, indexes: KeyIndexes) {
  const { actors } = collections;
  const knownTypes = async (): Promise<string[]> => (await actors.distinct('type')).map(String);

  /** Reads a page of rows. If more rows follow, the function reads one additional row, which shows that there is another page. */
  async function page<Found extends Row>(query: PageQuery): Promise<Found[]> {
    const { conditions, hint, order, span, isNewest, after, limit, fields } = query;
    const direction = isNewest ? -1 : 1;
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    const sort = Object.fromEntries(order.map((field) => [field, direction] as const));
    const read = (more: readonly Condition[], most: number) =>
      actors
        .find<Found>({ $and: [...conditions, ...more] }, { projection, hint, limit: most, batchSize: most })
        .sort(sort)
        .toArray();
    const first = span === null ? [] : [span];
    if (after === null) return read(first, limit + 1);
    // Selects the rows after a sort key by several separate conditions. The first condition requires that all fields except the last are
    // equal and the last is greater. The second requires that all except the last two are equal and the second to last is greater, and so
    // on. Each condition is one range of the index; a single combined condition would not be.
    const found: Found[] = [];
    for (let equal = order.length - 1; equal >= 0 && found.length <= limit; equal -= 1) {
      const same = order.slice(0, equal).map((field, at): Condition => ({ [field]: after[at] }));
      const beyond: Condition = { [order[equal] ?? '_id']: isNewest ? { $lt: after[equal] } : { $gt: after[equal] } };
      found.push(...(await read([...same, beyond, ...(equal === 0 ? first : [])], limit + 1 - found.length)));
    }
    return found;
  }

  async function due({ afterMs, untilMs, types, shards, limit, cursor }: DueQuery): Promise<DuePage> {
    const order = placesOf('wake', undefined);
    const after = placeOf(cursor, order);
    const wanted = types?.map(sortableText) ?? (await knownTypes());
    if (wanted.length === 0) return { rows: [], cursor: null };
    const conditions: Condition[] = [{ type: { $in: wanted } }];
    if (shards !== undefined) conditions.push({ shard: { $gte: shards[0], $lt: shards[1] } });
    const span: Condition = { wakeAt: { ...(afterMs === null ? {} : { $gt: afterMs }), $lte: untilMs } };
    const fields = ['_id', 'revision', 'wakeAt'] as const;
    const found = await page<Pick<HeadDocument, (typeof fields)[number]>>({
      ...{ conditions, hint: hints.wake, order, isNewest: false, span, after, limit, fields },
    });
    const rows = found.slice(0, limit).flatMap(({ _id, revision }) => (isId(_id) ? [{ ref: textFromSortable(_id), revision }] : []));
    return { rows, cursor: cursorOf(found, limit, ({ wakeAt, _id }) => [Number(wakeAt), _id]) };
  }

  async function list(query: ListQuery): Promise<ListPage> {
    const { rows, cursor } = await pageOfList<HeadBody>(query, ['_id', 'token', 'events', 'body']);
    return { actors: await readHeads(collections, rows), cursor };
  }

  async function listIds(query: ListQuery): Promise<IdPage> {
    const { rows, cursor } = await pageOfList<Pick<HeadBody, '_id'>>(query, ['_id']);
    return { ids: rows.flatMap(({ _id }) => (isId(_id) ? [textFromSortable(_id)] : [])), cursor };
  }

  /** @param fields the fields to read, in addition to the fields of the sort key */
  async function pageOfList<Found extends Row>(query: ListQuery, fields: readonly (keyof Found & string)[]) {
    const sort = query.sort ?? 'created';
    const order = placesOf(sort, query.keyPrefix);
    const after = placeOf(query.cursor, order);
    const selection = await select(query, sort);
    if (selection === null) return { rows: [], cursor: null };
    const isNewest = query.order === 'newest';
    const all = [...new Set([...fields, ...order])];
    const found = await page<Found>({ ...selection, order, isNewest, span: null, after, limit: query.limit, fields: all });
    const cursor = cursorOf(found, query.limit, (row) => order.map((field) => placeValue(row[field])));
    return { rows: found.slice(0, query.limit), cursor };
  }

  async function select(filter: ListFilter, sort?: ListSort): Promise<ActorSelection | null> {
    await indexes.ensure(keysOf(filter));
    return selectActors(filter, filter.type === undefined ? await knownTypes() : [sortableText(filter.type)], sort);
  }

  async function count(filter: ListFilter): Promise<number> {
    const selection = await select(filter);
    if (selection === null) return 0;
    return actors.countDocuments({ $and: [...selection.conditions] }, { hint: selection.hint });
  }

  /**
   * Counts matching actors up to a maximum. This limits only the number of matches: the server still scans as many documents as the filter
   * requires.
   */
  async function countUpTo(filter: ListFilter, { most }: CountBounds): Promise<BoundedCount> {
    const selection = await select(filter);
    if (selection === null) return { count: 0, isMore: false };
    const found = await actors.countDocuments({ $and: [...selection.conditions] }, { hint: selection.hint, limit: most + 1 });
    return { count: Math.min(found, most), isMore: found > most };
  }

  return { due, list, listIds, count, countUpTo };
}

/** Whether an actor's id is a string. A document that another program has inserted may have an id of any type. */
function isId(id: unknown): boolean {
  return typeof id === 'string';
}

function placeValue(value: unknown): string | number {
  return typeof value === 'number' ? value : String(value ?? '');
}

function placeOf(cursor: string | undefined, order: readonly string[]): Place | null {
  if (cursor === undefined) return null;
  return decodeCursor(cursor, order.length).map((value, at) => {
    const isText = order[at] !== 'createdAt' && order[at] !== 'wakeAt';
    if (isText && typeof value === 'string') return value;
    if (!isText && typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw invalidCursor();
  });
}

function cursorOf<T>(found: readonly T[], limit: number, placeAt: (row: T) => Place): string | null {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return last === undefined ? null : encodeCursor(placeAt(last));
}
