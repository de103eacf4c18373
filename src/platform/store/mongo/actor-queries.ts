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
import { type ActorSelection, type Condition, PLACES, selectActors } from './actor-filter.ts';
import { readHeads } from './read-heads.ts';
import { sortableText, textFromSortable } from './sortable-text.ts';

/** Where a page ended: the values of the order's fields, of which the last is the id. */
type Place = readonly (string | number)[];

type PageQuery<Field extends keyof HeadDocument> = ActorSelection & {
  readonly order: readonly (keyof HeadDocument)[];
  /** Of the first page, and of whatever has another value of the order's first field. */
  readonly span: Condition | null;
  readonly isNewest: boolean;
  readonly after: Place | null;
  readonly limit: number;
  readonly fields: readonly Field[];
};

/** What places are made of, in any order. */
const PLACE_FIELDS = ['_id', 'createdAt', 'wakeAt', 'wallet'] as const;
type PlaceField = (typeof PLACE_FIELDS)[number];

/** What wakes, and lists. */
export function createActorQueries(collections: ActorCollections) {
  const { actors } = collections;
  const knownTypes = async (): Promise<string[]> => (await actors.distinct('type')).map(String);

  /** One more than the limit when there is more. */
  async function page<Field extends keyof HeadDocument>(query: PageQuery<Field>): Promise<Pick<HeadDocument, Field>[]> {
    const { conditions, hint, order, span, isNewest, after, limit, fields } = query;
    const direction = isNewest ? -1 : 1;
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    const sort = Object.fromEntries(order.map((field) => [field, direction] as const));
    const read = (more: readonly Condition[], most: number) =>
      actors
        .find<Pick<HeadDocument, Field>>({ $and: [...conditions, ...more] }, { projection, hint, limit: most, batchSize: most })
        .sort(sort)
        .toArray();
    const first = span === null ? [] : [span];
    if (after === null) return read(first, limit + 1);
    // What equals the place in all fields but the last, then in all but the last two, and so on: each one stretch of the index, which one
    // condition over all would not be.
    const found: Pick<HeadDocument, Field>[] = [];
    for (let equal = order.length - 1; equal >= 0 && found.length <= limit; equal -= 1) {
      const same = order.slice(0, equal).map((field, at): Condition => ({ [field]: after[at] }));
      const beyond: Condition = { [order[equal] ?? '_id']: isNewest ? { $lt: after[equal] } : { $gt: after[equal] } };
      found.push(...(await read([...same, beyond, ...(equal === 0 ? first : [])], limit + 1 - found.length)));
    }
    return found;
  }

  async function due({ afterMs, untilMs, types, shards, limit, cursor }: DueQuery): Promise<DuePage> {
    const after = placeOf(cursor, 'wake');
    const wanted = types?.map(sortableText) ?? (await knownTypes());
    if (wanted.length === 0) return { rows: [], cursor: null };
    const conditions: Condition[] = [{ type: { $in: wanted } }];
    if (shards !== undefined) conditions.push({ shard: { $gte: shards[0], $lt: shards[1] } });
    const span: Condition = { wakeAt: { ...(afterMs === null ? {} : { $gt: afterMs }), $lte: untilMs } };
    const fields = ['_id', 'revision', 'wakeAt'] as const;
    const found = await page({ conditions, hint: hints.wake, order: PLACES.wake, isNewest: false, span, after, limit, fields });
    const rows = found.slice(0, limit).flatMap(({ _id, revision }) => (isId(_id) ? [{ ref: textFromSortable(_id), revision }] : []));
    return { rows, cursor: cursorOf(found, limit, ({ wakeAt, _id }) => [Number(wakeAt), _id]) };
  }

  async function list(query: ListQuery): Promise<ListPage> {
    const { rows, cursor } = await pageOfList(query, ['_id', 'createdAt', 'wakeAt', 'wallet', 'token', 'events', 'body']);
    return { actors: await readHeads(collections, rows), cursor };
  }

  async function listIds(query: ListQuery): Promise<IdPage> {
    const { rows, cursor } = await pageOfList(query, PLACE_FIELDS);
    return { ids: rows.flatMap(({ _id }) => (isId(_id) ? [textFromSortable(_id)] : [])), cursor };
  }

  /** @param fields what is read of each, with those that a place is made of */
  async function pageOfList<Field extends keyof HeadDocument>(query: ListQuery, fields: readonly (Field | PlaceField)[]) {
    const sort = query.sort ?? 'created';
    const after = placeOf(query.cursor, sort);
    const selection = await select(query, sort);
    if (selection === null) return { rows: [], cursor: null };
    const isNewest = query.order === 'newest';
    const order = PLACES[sort];
    const found = await page({ ...selection, order, isNewest, span: null, after, limit: query.limit, fields });
    const cursor = cursorOf(found, query.limit, (row) => order.map((field) => row[field] ?? ''));
    return { rows: found.slice(0, query.limit), cursor };
  }

  async function select(filter: ListFilter, sort?: ListSort): Promise<ActorSelection | null> {
    return selectActors(filter, filter.type === undefined ? await knownTypes() : [sortableText(filter.type)], sort);
  }

  async function count(filter: ListFilter): Promise<number> {
    const selection = await select(filter);
    if (selection === null) return 0;
    return actors.countDocuments({ $and: [...selection.conditions] }, { hint: selection.hint });
  }

  /** The server looks at as much as the filter makes it: only what is found is bounded. */
  async function countUpTo(filter: ListFilter, { most }: CountBounds): Promise<BoundedCount> {
    const selection = await select(filter);
    if (selection === null) return { count: 0, isMore: false };
    const found = await actors.countDocuments({ $and: [...selection.conditions] }, { hint: selection.hint, limit: most + 1 });
    return { count: Math.min(found, most), isMore: found > most };
  }

  return { due, list, listIds, count, countUpTo };
}

/** A document that somebody else put there may have any. */
function isId(id: unknown): boolean {
  return typeof id === 'string';
}

function placeOf(cursor: string | undefined, sort: ListSort): Place | null {
  if (cursor === undefined) return null;
  const order = PLACES[sort];
  return decodeCursor(cursor, order.length).map((value, at) => {
    const isText = order[at] === '_id' || order[at] === 'wallet';
    if (isText && typeof value === 'string') return value;
    if (!isText && typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw invalidCursor();
  });
}

function cursorOf<T>(found: readonly T[], limit: number, placeAt: (row: T) => Place): string | null {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return last === undefined ? null : encodeCursor(placeAt(last));
}
