import type { DuePage, DueQuery, ListFilter, ListPage, ListQuery } from '../../../runtime/actor-store.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../page-cursor.ts';
import { type ActorCollections, hints } from './actor-collections.ts';
import { type HeadDocument, loadedActor } from './actor-document.ts';
import { type ActorSelection, type Condition, selectActors } from './actor-filter.ts';
import { sortableText, textFromSortable } from './sortable-text.ts';

/** Where a page ended: a time, and the id that tells equal times apart. */
type Place = readonly [timeMs: number, id: string];

type PageQuery<Field extends keyof HeadDocument> = ActorSelection & {
  readonly timeField: 'createdAt' | 'wakeAt';
  /** Of the first page. */
  readonly span: Condition | null;
  /** Beyond a time, in the order's direction. */
  readonly beyond: (timeMs: number) => Condition;
  readonly isNewest: boolean;
  readonly after: Place | null;
  readonly limit: number;
  readonly fields: readonly Field[];
};

/** What wakes, and lists. */
export function createActorQueries({ actors }: Pick<ActorCollections, 'actors'>) {
  const knownTypes = async (): Promise<string[]> => (await actors.distinct('type')).map(String);

  /** One more than the limit when there is more. */
  async function page<Field extends keyof HeadDocument>(query: PageQuery<Field>): Promise<Pick<HeadDocument, Field>[]> {
    const { conditions, hint, timeField, span, beyond, isNewest, after, limit, fields } = query;
    const direction = isNewest ? -1 : 1;
    const projection = Object.fromEntries(fields.map((field) => [field, 1]));
    const read = (more: readonly Condition[], most: number) =>
      actors
        .find<Pick<HeadDocument, Field>>({ $and: [...conditions, ...more] }, { projection, hint, limit: most, batchSize: most })
        .sort({ [timeField]: direction, _id: direction })
        .toArray();
    if (after === null) return read(span === null ? [] : [span], limit + 1);
    const [timeMs, id] = after;
    // The rest of the moment that the last page ended in, then what is beyond it: each one stretch of the index, which one condition over
    // both would not be.
    const sameMoment: Condition[] = [{ [timeField]: timeMs }, { _id: isNewest ? { $lt: id } : { $gt: id } }];
    const rest = await read(sameMoment, limit + 1);
    return rest.length > limit ? rest : [...rest, ...(await read([beyond(timeMs)], limit + 1 - rest.length))];
  }

  async function due({ afterMs, untilMs, types, shards, limit, cursor }: DueQuery): Promise<DuePage> {
    const after = placeOf(cursor);
    const wanted = types?.map(sortableText) ?? (await knownTypes());
    if (wanted.length === 0) return { rows: [], cursor: null };
    const conditions: Condition[] = [{ type: { $in: wanted } }];
    if (shards !== undefined) conditions.push({ shard: { $gte: shards[0], $lt: shards[1] } });
    const beyond = (timeMs: number): Condition => ({ wakeAt: { $gt: timeMs, $lte: untilMs } });
    const span: Condition = afterMs === null ? { wakeAt: { $lte: untilMs } } : beyond(afterMs);
    const fields = ['_id', 'revision', 'wakeAt'] as const;
    const order = { timeField: 'wakeAt', isNewest: false } as const;
    const found = await page({ conditions, hint: hints.wake, ...order, span, beyond, after, limit, fields });
    const rows = found.slice(0, limit).map(({ _id, revision }) => ({ ref: textFromSortable(_id), revision }));
    return { rows, cursor: cursorOf(found, limit, ({ wakeAt, _id }) => [Number(wakeAt), _id]) };
  }

  async function list(query: ListQuery): Promise<ListPage> {
    const after = placeOf(query.cursor);
    const selection = await select(query);
    if (selection === null) return { actors: [], cursor: null };
    const isNewest = query.order === 'newest';
    const beyond = (timeMs: number): Condition => ({ createdAt: isNewest ? { $lt: timeMs } : { $gt: timeMs } });
    const fields = ['_id', 'createdAt', 'token', 'events', 'body'] as const;
    const found = await page({ ...selection, timeField: 'createdAt', isNewest, span: null, beyond, after, limit: query.limit, fields });
    const cursor = cursorOf(found, query.limit, ({ createdAt, _id }) => [createdAt, _id]);
    return { actors: found.slice(0, query.limit).map(loadedActor), cursor };
  }

  async function select(filter: ListFilter): Promise<ActorSelection | null> {
    return selectActors(filter, filter.type === undefined ? await knownTypes() : [sortableText(filter.type)]);
  }

  async function count(filter: ListFilter): Promise<number> {
    const selection = await select(filter);
    if (selection === null) return 0;
    return actors.countDocuments({ $and: [...selection.conditions] }, { hint: selection.hint });
  }

  return { due, list, count };
}

function placeOf(cursor: string | undefined): Place | null {
  if (cursor === undefined) return null;
  const [timeMs, id] = decodeCursor(cursor, 2);
  if (typeof timeMs !== 'number' || !Number.isSafeInteger(timeMs) || typeof id !== 'string') throw invalidCursor();
  return [timeMs, id];
}

function cursorOf<T>(found: readonly T[], limit: number, placeAt: (row: T) => Place): string | null {
  const last = found.length > limit ? found[limit - 1] : undefined;
  return last === undefined ? null : encodeCursor(placeAt(last));
}
