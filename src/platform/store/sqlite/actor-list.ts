import type { Database } from 'bun:sqlite';
import type { BoundedCount, CountBounds, ListFilter, ListQuery, ListSort, StoreCounts } from '../../../runtime/actor-store.ts';
import { compareByCodePoint } from '../code-point-order.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../page-cursor.ts';
import type { Scalar } from '../record-store.ts';
import { type ActorStream, actorStreams, isCounted, PLACES, type SqlPart } from './actor-query.ts';
import { healthState } from './health-number.ts';
import { createNameReader } from './names.ts';
import { textFromStored } from './stored-text.ts';

/** What queries find, as row numbers. Its reads belong into one transaction with the reads of the records. */
export type ActorLister = {
  page(query: ListQuery): { readonly keys: readonly number[]; readonly cursor: string | null };
  count(filter: ListFilter): number;
  countUpTo(filter: ListFilter, bounds: CountBounds): BoundedCount;
  counts(): StoreCounts;
};

/** The values of `PLACES`. */
type Place = readonly (string | number)[];
type Found = { readonly key: number; readonly place: Place };

/** What is sorted is bounded by what one page may look at, or by this. */
const MOST_SORTED = 10_000;
const NOTHING: SqlPart = { sql: '1', params: [] };

export function createActorLister(db: Database): ActorLister {
  const readNames = createNameReader(db);
  const outboxTotal = db.prepare('SELECT entries FROM outbox_total');
  const counters = db.prepare('SELECT type_no, status_no, health, count FROM counters WHERE count > 0');

  function counts(): StoreCounts {
    const { types, statuses } = readNames();
    const typeOf = new Map([...types].map(([text, no]) => [no, textFromStored(text)]));
    const statusOf = new Map([...statuses].map(([text, no]) => [no, textFromStored(text)]));
    const groups = counters.values().map((row) => {
      const [typeNo = 0, statusNo = 0, health = 0, count = 0] = row.map(Number);
      return { type: typeOf.get(typeNo) ?? '', status: statusOf.get(statusNo) ?? null, health: healthState(health), count };
    });
    const outboxEntries = Number(outboxTotal.values()[0]?.[0]);
    return { actors: groups.reduce((sum, { count }) => sum + count, 0), outboxEntries, byTypeAndStatus: groups };
  }

  function counted({ type, statuses, health }: ListFilter): number {
    const groups = counts().byTypeAndStatus.filter(
      (group) =>
        (type === undefined || group.type === type) &&
        (statuses === undefined || (group.status !== null && statuses.includes(group.status))) &&
        (health === undefined || group.health === health),
    );
    return groups.reduce((sum, { count }) => sum + count, 0);
  }

  function streamsOf(filter: ListFilter, sort: ListSort, maxLooked = MOST_SORTED): readonly ActorStream[] {
    return actorStreams(filter, readNames(), sort, ({ from, within }) => {
      const [row] = db
        .query(`SELECT count(*) FROM (SELECT 1 FROM ${from} WHERE ${within.sql} LIMIT ?)`)
        .values(...within.params, maxLooked + 1);
      return Number(row?.[0]) <= maxLooked;
    });
  }

  return {
    page(query) {
      const { order, limit, sort = 'created', maxLooked } = query;
      const columns = PLACES[sort];
      const [sign, direction, beyond] = order === 'newest' ? ([-1, 'DESC', '<'] as const) : ([1, 'ASC', '>'] as const);
      const [list, marks] = [columns.join(', '), columns.map(() => '?').join(', ')];
      const after = query.cursor === undefined ? null : decodePlace(query.cursor, sort);
      const start = after === null ? NOTHING : { sql: `(${list}) ${beyond} (${marks})`, params: after };
      const tail = `ORDER BY ${columns.map((column) => `${column} ${direction}`).join(', ')} LIMIT ?`;
      const compare = (a: Place, b: Place) => sign * comparePlaces(a, b);

      const streams = streamsOf(query, sort, maxLooked);
      const share = maxLooked === undefined ? null : Math.ceil(maxLooked / Math.max(1, streams.length));
      /** The nearest place that some stream has looked up to. */
      let horizon: Place | null = null;
      const found = streams.flatMap(({ from, within, rest, isInOrder }): Found[] => {
        let end = NOTHING;
        if (share !== null && rest !== null && isInOrder) {
          const [row] = db
            .query(`SELECT ${list} FROM ${from} WHERE ${within.sql} AND ${start.sql} ${tail} OFFSET ?`)
            .values(...within.params, ...start.params, 1, share - 1);
          if (row !== undefined) {
            const place = placeOf(row);
            if (horizon === null || compare(place, horizon) < 0) horizon = place;
            end = { sql: `(${list}) ${beyond === '<' ? '>=' : '<='} (${marks})`, params: place };
          }
        }
        const parts = [within, start, end, rest ?? NOTHING];
        return db
          .query(`SELECT a.key, ${list} FROM ${from} WHERE ${parts.map(({ sql }) => sql).join(' AND ')} ${tail}`)
          .values(...parts.flatMap(({ params }) => params), limit + 1)
          .map(([key, ...place]) => ({ key: Number(key), place: placeOf(place) }));
      });
      const end: Place | null = horizon;
      const places = found.filter(({ place }) => end === null || compare(place, end) <= 0).sort((a, b) => compare(a.place, b.place));
      const last = places.length > limit ? places[limit - 1]?.place : (end ?? undefined);
      return { keys: places.slice(0, limit).map(({ key }) => key), cursor: last === undefined ? null : encodeCursor(last) };
    },
    count(filter) {
      if (isCounted(filter)) return counted(filter);
      return streamsOf(filter, 'created').reduce((sum, { from, within, rest }) => {
        const parts = [within, rest ?? NOTHING];
        const where = parts.map(({ sql }) => sql).join(' AND ');
        return (
          sum + Number(db.query(`SELECT count(*) FROM ${from} WHERE ${where}`).values(...parts.flatMap(({ params }) => params))[0]?.[0])
        );
      }, 0);
    },
    countUpTo(filter, { most, maxLooked }) {
      if (isCounted(filter)) return { count: counted(filter), isMore: false };
      const streams = streamsOf(filter, 'created');
      const share = Math.ceil(maxLooked / Math.max(1, streams.length));
      let count = 0;
      let isMore = false;
      for (const { from, within, rest } of streams) {
        const { sql, params } = rest ?? NOTHING;
        const bound = rest === null ? most - count + 1 : share;
        const [row] = db
          .query(`SELECT count(*), total(ok) FROM (SELECT (${sql}) AS ok FROM ${from} WHERE ${within.sql} LIMIT ?)`)
          .values(...params, ...within.params, bound);
        count += Number(row?.[1]);
        isMore ||= rest !== null && Number(row?.[0]) >= share;
        if (count > most) break;
      }
      return { count: Math.min(count, most), isMore: isMore || count > most };
    },
    counts,
  };
}

function placeOf(row: readonly unknown[]): Place {
  return row.map((value) => (typeof value === 'string' ? value : Number(value)));
}

function comparePlaces(a: Place, b: Place): number {
  for (const [at, left] of a.entries()) {
    const right = b[at];
    const difference =
      typeof left === 'string' || typeof right === 'string' ? compareByCodePoint(String(left), String(right)) : left - (right ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

function decodePlace(cursor: string, sort: ListSort): (string | number)[] {
  return decodeCursor(cursor, PLACES[sort].length).map((value, at) => {
    const isText = at === 0 && (sort === 'id' || sort === 'wallet');
    if (!isPlaceValue(value, isText)) throw invalidCursor();
    return value;
  });
}

function isPlaceValue(value: Scalar, isText: boolean): value is string | number {
  return isText ? typeof value === 'string' : typeof value === 'number' && Number.isSafeInteger(value);
}
