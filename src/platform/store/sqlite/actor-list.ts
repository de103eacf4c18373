import type { Database } from 'bun:sqlite';
import type { BoundedCount, CountBounds, ListFilter, ListQuery, ListSort, StoreCounts } from '../../../runtime/record/actor-store.ts';
import { compareByCodePoint } from '../code-point-order.ts';
import { decodeCursor, encodeCursor, invalidCursor } from '../page-cursor.ts';
import type { Scalar } from '../record-store.ts';
import { type ActorStream, actorStreams, isCounted, PLACES, placesOf, type SqlPart } from './actor-query.ts';
import { healthState } from './health-number.ts';
import { createNameReader } from './names.ts';
import { textFromStored } from './stored-text.ts';
import type { SqlValue } from './write-records.ts';

/**
 * Queries for lists of actors. They return only row numbers. They must run in the same transaction as the reads of the records, so that
 * both see the same rows.
 */
export type ActorLister = {
  page(query: ListQuery): { readonly keys: readonly number[]; readonly cursor: string | null };
  count(filter: ListFilter): number;
  countUpTo(filter: ListFilter, bounds: CountBounds): BoundedCount;
  counts(): StoreCounts;
};

/** The sort key of a row: its values in the columns by which the list is sorted (see `PLACES`). */
type Place = readonly (string | number)[];
type Found = { readonly key: number; readonly place: Place };
type Walk = {
  readonly starts: readonly SqlPart[];
  /** The columns whose values a page cursor of this query contains. */
  readonly columns: readonly string[];
  readonly order: ListQuery['order'];
  readonly limit: number;
  /** Maximum number of rows that may be scanned for this page; null when the scan is not limited. */
  readonly mayLook: number | null;
};

/** Maximum number of rows that are sorted for a page. The limit does not apply when the query itself limits the number of scanned rows. */
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

  function streamsOf({ sort = 'created', limit, maxLooked = MOST_SORTED, ...filter }: ListQuery): readonly ActorStream[] {
    return actorStreams(filter, readNames(), sort, {
      isNarrow: (stream) => sizeUpTo(stream, maxLooked + 1) <= maxLooked,
      areFew(late) {
        // Late actors can be listed in two ways: either each page finds and sorts all late actors, or all pages together scan every actor
        // once. Of these two ways, the one whose pages together cost less is chosen.
        const few = Math.sqrt(limit * counted(filter.type === undefined ? {} : { type: filter.type }));
        return late.reduce((sum, stream) => sum + (sum > few ? 0 : sizeUpTo(stream, Math.floor(few) + 1)), 0) <= few;
      },
    });
  }

  /** Counts the rows of a stream (one of the index scans into which a query is split), up to a limit. */
  function sizeUpTo({ walked, within }: ActorStream, most: number): number {
    const [row] = db.query(`SELECT count(*) FROM (SELECT 1 FROM ${walked} WHERE ${within.sql} LIMIT ?)`).values(...within.params, most);
    return Number(row?.[0]);
  }

  /**
   * Returns the first matches of a stream (one of the index scans into which a query is split). If the number of scanned rows is limited,
   * also returns the sort key at which the scan stopped.
   */
  function walk(stream: ActorStream, { starts, columns, order, limit, mayLook }: Walk): { found: Found[]; lookedTo: Place | null } {
    const { walked, joined, within, rest, isInOrder } = stream;
    const key = walked.startsWith('heads') ? 'h.key' : 'a.key';
    const [list, tail] = [columns.join(', '), orderBy(columns, order)];
    const isBounded = mayLook !== null && rest !== null && isInOrder;
    const found: Found[] = [];
    for (const start of starts) {
      const left = limit - found.length;
      if (left <= 0) break;
      const params = [...within.params, ...start.params];
      if (!isBounded) {
        const { sql, params: more } = rest ?? NOTHING;
        const where = `${within.sql} AND ${start.sql} AND ${sql}`;
        found.push(...rowsOf(`SELECT ${key}, ${list} FROM ${walked} ${joined} WHERE ${where} ${tail} LIMIT ?`, [...params, ...more, left]));
        continue;
      }
      // The number of scanned rows is limited in an inner query. With a condition on two columns, SQLite uses only the first column to
      // select a range of the index, and thousands of actors can have the same wake time.
      const names = columns.map((_, at) => `p${at}`);
      const aliased = columns.map((column, at) => `${column} AS p${at}`).join(', ');
      const looked = `SELECT ${key} AS k, ${aliased} FROM ${walked} WHERE ${within.sql} AND ${start.sql} ${tail} LIMIT ?`;
      const heads = rest.sql.includes('h.') ? 'CROSS JOIN heads h ON h.key = s.k' : '';
      const select = `SELECT s.k, ${names.join(', ')} FROM (${looked}) s CROSS JOIN actors a ON a.key = s.k ${heads} WHERE ${rest.sql}`;
      found.push(...rowsOf(`${select} ${orderBy(names, order)} LIMIT ?`, [...params, mayLook, ...rest.params, left]));
      const [last] = rowsOf(`SELECT k, ${names.join(', ')} FROM (${looked}) LIMIT 1 OFFSET ?`, [...params, mayLook, mayLook - 1]);
      if (last !== undefined) return { found, lookedTo: last.place };
    }
    return { found, lookedTo: null };
  }

  function rowsOf(sql: string, params: readonly SqlValue[]): Found[] {
    return db
      .query(sql)
      .values(...params)
      .map(([key, ...place]) => ({ key: Number(key), place: placeOf(place) }));
  }

  return {
    page(query) {
      const { order, limit, sort = 'created', maxLooked } = query;
      const sign = order === 'newest' ? -1 : 1;
      const after = query.cursor === undefined ? null : decodePlace(query.cursor, sort);
      const columns = placesOf(query, readNames());
      const starts = startsOf(columns, order, after);
      const streams = streamsOf(query);
      const share = maxLooked === undefined ? null : Math.ceil(maxLooked / Math.max(1, streams.length));
      const compare = (a: Place, b: Place) => sign * comparePlaces(a, b);
      const reads = streams.map((stream) => walk(stream, { starts, columns, order, limit: limit + 1, mayLook: share }));
      /**
       * The first sort key at which one of the limited scans stopped. Matches after this sort key are left out, because that scan has not
       * reached them.
       */
      const [end = null] = reads.flatMap(({ lookedTo }) => (lookedTo === null ? [] : [lookedTo])).sort(compare);
      const places = reads
        .flatMap(({ found }) => found)
        .filter(({ place }) => end === null || compare(place, end) <= 0)
        .sort((a, b) => compare(a.place, b.place));
      const last = places.length > limit ? places[limit - 1]?.place : (end ?? undefined);
      return { keys: places.slice(0, limit).map(({ key }) => key), cursor: last === undefined ? null : encodeCursor(last) };
    },
    count(filter) {
      if (isCounted(filter)) return counted(filter);
      return actorStreams(filter, readNames()).reduce((sum, { walked, joined, within, rest }) => {
        const parts = [within, rest ?? NOTHING];
        const where = parts.map(({ sql }) => sql).join(' AND ');
        return (
          sum +
          Number(
            db.query(`SELECT count(*) FROM ${walked} ${joined} WHERE ${where}`).values(...parts.flatMap(({ params }) => params))[0]?.[0],
          )
        );
      }, 0);
    },
    countUpTo(filter, { most, maxLooked }) {
      if (isCounted(filter)) return { count: counted(filter), isMore: false };
      const streams = actorStreams(filter, readNames());
      const share = Math.ceil(maxLooked / Math.max(1, streams.length));
      let count = 0;
      let isMore = false;
      for (const { walked, joined, within, rest } of streams) {
        const { sql, params } = rest ?? NOTHING;
        const bound = rest === null ? most - count + 1 : share;
        const [row] = db
          .query(`SELECT count(*), total(ok) FROM (SELECT (${sql}) AS ok FROM ${walked} ${joined} WHERE ${within.sql} LIMIT ?)`)
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

/**
 * Builds the conditions for the rows after a sort key. The first condition selects the rows that are equal to the sort key in all columns
 * except the last, the second condition those that are equal in all except the last two, and so on. Each condition is one range of the
 * index; a single combined condition would not be.
 */
function startsOf(columns: readonly string[], order: ListQuery['order'], after: Place | null): readonly SqlPart[] {
  if (after === null) return [NOTHING];
  return columns.map((_, at) => {
    const equal = columns.length - 1 - at;
    const conditions = columns.slice(0, equal + 1).map((column, n) => `${column} ${n < equal ? '=' : order === 'newest' ? '<' : '>'} ?`);
    return { sql: conditions.join(' AND '), params: after.slice(0, equal + 1) };
  });
}

function orderBy(columns: readonly string[], order: ListQuery['order']): string {
  return `ORDER BY ${columns.map((column) => `${column} ${order === 'newest' ? 'DESC' : 'ASC'}`).join(', ')}`;
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
    const isText = at === 0 && (sort === 'id' || sort === 'key');
    if (!isPlaceValue(value, isText)) throw invalidCursor();
    return value;
  });
}

function isPlaceValue(value: Scalar, isText: boolean): value is string | number {
  return isText ? typeof value === 'string' : typeof value === 'number' && Number.isSafeInteger(value);
}
