import type { Database } from 'bun:sqlite';
import type { ListFilter, ListQuery, StoreCounts } from '../../../runtime/actor-store.ts';
import { decodeNumberCursor, encodeCursor } from '../page-cursor.ts';
import { actorStreams, isCounted } from './actor-query.ts';
import { healthState } from './health-number.ts';
import { createNameReader } from './names.ts';
import { textFromStored } from './stored-text.ts';

/** What queries find, as row numbers. Its reads belong into one transaction with the reads of the records. */
export type ActorLister = {
  page(query: ListQuery): { readonly keys: readonly number[]; readonly cursor: string | null };
  count(filter: ListFilter): number;
  counts(): StoreCounts;
};

type Place = readonly [createdAtMs: number, key: number];

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

  return {
    page(query) {
      const { order, limit, cursor } = query;
      const isNewest = order === 'newest';
      const [sign, direction, beyond] = isNewest ? ([-1, 'DESC', '<'] as const) : ([1, 'ASC', '>'] as const);
      const after = cursor === undefined ? [] : decodeNumberCursor(cursor, 2);
      const start = cursor === undefined ? '' : `AND (a.created_at, a.key) ${beyond} (?, ?)`;
      const places: Place[] = actorStreams(query, readNames()).flatMap(({ from, where, params }) =>
        db
          .query(
            `SELECT a.created_at, a.key FROM ${from} WHERE ${where} ${start} ORDER BY a.created_at ${direction}, a.key ${direction} LIMIT ?`,
          )
          .values(...params, ...after, limit + 1)
          .map(([createdAt, key]): Place => [Number(createdAt), Number(key)]),
      );
      places.sort((a, b) => sign * (a[0] - b[0] || a[1] - b[1]));
      const last = places.length > limit ? places[limit - 1] : undefined;
      return { keys: places.slice(0, limit).map(([, key]) => key), cursor: last === undefined ? null : encodeCursor(last) };
    },
    count(filter) {
      if (isCounted(filter)) return counted(filter);
      const streams = actorStreams(filter, readNames());
      return streams.reduce((sum, { from, where, params }) => {
        return sum + Number(db.query(`SELECT count(*) FROM ${from} WHERE ${where}`).values(...params)[0]?.[0]);
      }, 0);
    },
    counts,
  };
}
