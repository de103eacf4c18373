import { expect, test } from 'bun:test';
import type { ActorStore, DueQuery, IdPage, ListFilter, ListQuery, ListSort } from '../../../src/runtime/record/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../src/runtime/record/record.ts';
import type { IndexKeys } from '../../../src/values/index-keys.ts';
import type { OpenStore } from './open-actor-store.ts';
import { createAll, firstRecord, step } from './support/sample-records.ts';

/** Tests the queries for waking, listing and counting actors. Each result is compared with a plain filter over the same records. */
export function testQueries(open: OpenStore): void {
  test('due lists the actors that wake in a time span, by type and shard, page by page', async () => {
    await using opened = await open();
    const { store } = opened;
    const records = Array.from({ length: 300 }, (_, at) =>
      firstRecord(`${at % 3 === 0 ? 'vault' : 'agent'}/${at}`, { wakeAtMs: at % 5 === 0 ? null : (at * 37) % 50 }),
    );
    const held = await createAll(store, records);
    const idByRef = new Map(held.map(({ record, handle }) => [handle.ref, record.id]));
    const queries: Omit<DueQuery, 'limit'>[] = [
      { afterMs: null, untilMs: 20 },
      { afterMs: 5, untilMs: 20 },
      { afterMs: null, untilMs: 1_000, types: ['vault'] },
      { afterMs: null, untilMs: 1_000, types: ['vault', 'agent', 'none'], shards: [0, 100] },
      { afterMs: 10, untilMs: 11, shards: [100, 256] },
      { afterMs: 20, untilMs: 20 },
      { afterMs: null, untilMs: 1_000, types: [] },
      { afterMs: null, untilMs: 1_000, types: ['none'] },
    ];
    for (const query of queries) {
      const expected = records.filter((record) => isDue(record, query)).map(({ id }) => id);
      for (const limit of [7, 1_000]) {
        const found = await allDue(store, { ...query, limit });
        expect(found.every(({ revision }) => revision === 1)).toBe(true);
        expect(found.map(({ ref }) => idByRef.get(ref)).sort()).toEqual(expected.sort());
      }
    }
  });

  test('due sees a wake time that a commit moved, set or removed, with the new revision', async () => {
    await using opened = await open();
    const { store } = opened;
    const [moved, removed, set] = await createAll(store, [
      firstRecord('vault/moved', { wakeAtMs: 5 }),
      firstRecord('vault/removed', { wakeAtMs: 5 }),
      firstRecord('vault/set'),
    ]);
    if (moved === undefined || removed === undefined || set === undefined) throw new Error('not created');
    await step(store, moved, { wakeAtMs: 6 });
    await step(store, removed, { wakeAtMs: null });
    await step(store, await step(store, set, { wakeAtMs: 7 }));
    expect(await allDue(store, { afterMs: null, untilMs: 5, limit: 10 })).toEqual([]);
    expect(await allDue(store, { afterMs: null, untilMs: 10, limit: 10 })).toEqual([
      { ref: moved.handle.ref, revision: 2 },
      { ref: set.handle.ref, revision: 3 },
    ]);
  });

  test('list and count accept every filter alone and combined, in both orders, in stable pages', async () => {
    await using opened = await open();
    const { store } = opened;
    const records = Array.from({ length: 120 }, (_, at) => sample(at));
    await createAll(store, records.slice(0, 60));
    await createAll(store, records.slice(60));
    const filters: ListFilter[] = [
      {},
      { type: 'vault' },
      { type: 'none' },
      { keys: { wallet: 'w1' } },
      { type: 'agent', keys: { wallet: 'w1' } },
      { keys: { wallet: 'w1' }, statuses: ['active', 'failed'] },
      { keys: { wallet: 'none' } },
      { keys: { nobody: 'none' } },
      { keys: { nobody: 'none' }, statuses: ['active'] },
      { keys: { pool: 'p1' } },
      { keys: { pool: 'p1', wallet: 'w1' } },
      { type: 'agent', keys: { pool: 'p1' } },
      { keyPrefix: { name: 'pool', prefix: 'p' } },
      { keyPrefix: { name: 'nobody', prefix: '' } },
      { keyPrefix: { name: 'chainId', prefix: '' } },
      { keys: { chainId: 56 } },
      { type: 'vault', keys: { chainId: 1 } },
      { statuses: ['active'] },
      { type: 'vault', statuses: ['active', 'success', 'active'] },
      { type: 'vault', statuses: [] },
      { statuses: ['none'] },
      { type: 'agent', statuses: ['failed'], keys: { wallet: 'w2', chainId: 1 } },
      { health: 'ok' },
      { health: 'quarantined' },
      { type: 'vault', health: 'backing-off' },
      { health: 'quarantined', statuses: ['active'] },
      { idPrefix: 'vault/' },
      { idPrefix: 'agent/1' },
      { idPrefix: '' },
      { idPrefix: 'agent/1', type: 'vault' },
      { idPrefix: 'vault/1', keys: { wallet: 'w0', chainId: 1 } },
      { wakeBeforeMs: 10 },
      { wakeBeforeMs: 1_000 },
      { wakeBeforeMs: 1_000, keys: { wallet: 'w1', chainId: 1 }, health: 'ok', idPrefix: 'vault/' },
      { type: 'agent', wakeBeforeMs: 20, statuses: ['active'] },
      { wakeBeforeMs: 30, health: 'ok', idPrefix: 'vault/' },
      { keyPrefix: { name: 'wallet', prefix: 'w' } },
      { keyPrefix: { name: 'wallet', prefix: 'w1' }, type: 'agent', keys: { chainId: 56 } },
      { keyPrefix: { name: 'wallet', prefix: '' } },
      { keys: { chainId: 56 }, keyPrefix: { name: 'wallet', prefix: 'x' } },
      { keys: { chainId: 1 }, health: 'ok' },
      { keys: { chainId: 1 }, statuses: ['active'], health: 'backing-off' },
    ];
    for (const filter of filters) {
      const expected = records.filter((record) => matches(record, filter)).map(({ id }) => id);
      expect([filter, await store.count(filter)]).toEqual([filter, expected.length]);
      const exact = { count: expected.length, isMore: false };
      expect([filter, await store.countUpTo(filter, { most: 1_000, maxLooked: 10_000 })]).toEqual([filter, exact]);
      const bounded = await store.countUpTo(filter, { most: 5, maxLooked: 60 });
      const isHonest = bounded.isMore ? bounded.count <= expected.length : bounded.count === expected.length;
      expect([filter, isHonest]).toEqual([filter, true]);
      for (const sort of ['created', 'wake', 'id', 'key'] as const) {
        // The expected list contains the actors that match the filter and have a value for the sort order. When actors are sorted by an
        // index key, those without this key are omitted.
        const { keyPrefix = sort === 'key' ? { name: 'wallet', prefix: '' } : undefined } = filter;
        const query = { ...filter, ...(keyPrefix === undefined ? {} : { keyPrefix }) };
        const placed = records.filter((record) => matches(record, query) && hasPlace(record, sort)).map(({ id }) => id);
        for (const [order, maxLooked] of [['oldest'], ['newest'], ['oldest', 12], ['newest', 12]] as const) {
          const found = await allListed(store, {
            ...query,
            sort,
            order,
            limit: 7,
            ...(maxLooked === undefined ? {} : { maxLooked }),
          });
          const asked = { filter, sort, order, maxLooked };
          expect([asked, found.map(({ id }) => id).sort()]).toEqual([asked, placed.toSorted()]);
          expect([asked, isInOrder(found, sort, order, keyPrefix?.name)]).toEqual([asked, true]);
          // Reading page by page is tested for the oldest-first order only, because all orders use the same cursors.
          if (order === 'newest' || maxLooked !== undefined) continue;
          const ids = await allIds(store, { ...query, sort, order, limit: 7 });
          expect([asked, ids]).toEqual([asked, found.map(({ id }) => id)]);
        }
      }
    }
    // The time limit is long because the test makes some thousands of store calls, and some stores send each call to a server.
  }, 240_000);

  test('pages with a limit on examined actors come to an end, list each actor once, and skip none that was not examined', async () => {
    await using opened = await open();
    const { store } = opened;
    // Only one in forty actors matches the filter, and the actor types have different numbers of matches. So a page can end in the index
    // entries of one type while those of another type are already read completely.
    const records = Array.from({ length: 400 }, (_, at) =>
      firstRecord(`${at % 7 === 0 ? 'rare' : 'vault'}/${String(at).padStart(3, '0')}`, {
        createdAtMs: 1_000 + Math.floor(at / 9),
        wakeAtMs: 500 + ((at * 7) % 400),
        keys: { wallet: null, chainId: null, status: null },
        health: { ...HEALTHY, state: 'ok' },
      }),
    );
    await createAll(store, records);
    for (const sort of ['created', 'wake', 'id'] as const) {
      const wanted = { keyPrefix: { name: 'wallet', prefix: 'nobody' } } as const;
      expect(await allListed(store, { ...wanted, sort, order: 'oldest', limit: 5, maxLooked: 20 })).toEqual([]);
      const found = await allListed(store, { type: 'rare', health: 'ok', sort, order: 'newest', limit: 5, maxLooked: 8 });
      expect([sort, found.length]).toEqual([sort, records.filter(({ type }) => type === 'rare').length]);
      expect(isInOrder(found, sort, 'newest')).toBe(true);
    }
    const first = await store.list({ idPrefix: 'vault/', order: 'oldest', sort: 'id', limit: 2 });
    expect(first.actors.map(({ record }) => record.id)).toEqual(['vault/001', 'vault/002']);
  });

  test('a cursor stays correct while actors are added and changed: no actor that stays is missed or listed twice', async () => {
    await using opened = await open();
    const { store } = opened;
    const ids = Array.from({ length: 20 }, (_, at) => `vault/${String(at * 2).padStart(2, '0')}`);
    const held = await createAll(
      store,
      ids.map((id, at) => firstRecord(id, { createdAtMs: 1_000 + at, wakeAtMs: 100 + at })),
    );
    for (const sort of ['created', 'wake', 'id'] as const) {
      const seen: string[] = [];
      let cursor: string | null = null;
      for (let page = 0; cursor !== null || page === 0; page += 1) {
        const found = await store.list({ sort, order: 'oldest', limit: 3, ...(cursor === null ? {} : { cursor }) });
        seen.push(...found.actors.map(({ record }) => record.id));
        cursor = found.cursor;
        // Between two pages, one actor is created whose position in the list is before the cursor, and a listed actor is changed without
        // changing its position. The next pages must neither repeat nor skip an actor.
        await createAll(store, [firstRecord(`aaa/${sort}-${page}`, { createdAtMs: 1, wakeAtMs: 1 })]);
        const [stepped] = held;
        if (stepped !== undefined) held[0] = await step(store, stepped);
      }
      const stayed = seen.filter((id) => id.startsWith('vault/'));
      expect([sort, stayed]).toEqual([sort, ids]);
    }
  });

  test('a listed actor has its whole record and a handle for the next commit', async () => {
    await using opened = await open();
    const { store } = opened;
    await createAll(store, [sample(1), sample(2)]);
    const { actors, cursor } = await store.list({ type: sample(1).type, order: 'oldest', limit: 10 });
    expect(cursor).toBeNull();
    const [listed] = actors;
    if (listed === undefined) throw new Error('nothing listed');
    expect([sample(1), sample(2)]).toContainEqual(listed.record);
    await step(store, listed);
  });

  test('lists, counts and totals show what a commit changed in keys and health', async () => {
    await using opened = await open();
    const { store } = opened;
    const [held] = await createAll(store, [firstRecord('vault/1', { keys: { wallet: 'w1', chainId: 1, status: 'pending' } })]);
    if (held === undefined) throw new Error('not created');
    const active = await step(store, held, { keys: { wallet: 'w1', chainId: 1, status: 'active' } });
    const sick = await step(store, active, { health: { ...HEALTHY, state: 'quarantined', failures: 1 } });
    const moved = await step(store, sick, { keys: { wallet: 'w2', chainId: 56, status: null } });
    const count = (filter: ListFilter) => store.count(filter);
    expect([
      await count({ keys: { wallet: 'w1' } }),
      await count({ keys: { wallet: 'w2' } }),
      await count({ keys: { chainId: 56 } }),
    ]).toEqual([0, 1, 1]);
    expect([await count({ statuses: ['pending'] }), await count({ statuses: ['active'] })]).toEqual([0, 0]);
    expect([await count({ health: 'quarantined' }), await count({ health: 'ok' })]).toEqual([1, 0]);
    expect(await store.counts()).toEqual({
      actors: 1,
      outboxEntries: 0,
      byTypeAndStatus: [{ type: 'vault', status: null, health: 'quarantined', count: 1 }],
    });
    await step(store, moved, { health: HEALTHY });
    expect((await store.counts()).byTypeAndStatus).toEqual([{ type: 'vault', status: null, health: 'ok', count: 1 }]);
  });

  test('an empty store answers every question', async () => {
    await using opened = await open();
    const { store } = opened;
    expect(await store.counts()).toEqual({ actors: 0, outboxEntries: 0, byTypeAndStatus: [] });
    expect(await store.list({ order: 'oldest', limit: 10 })).toEqual({ actors: [], cursor: null });
    expect(await store.due({ afterMs: null, untilMs: 8.64e15, limit: 10 })).toEqual({ rows: [], cursor: null });
    expect(await store.prune({ beforeMs: 8.64e15, limit: 10 })).toBe(0);
    expect(await store.commit([])).toEqual([]);
  });

  test('a cursor that no page gave is refused', async () => {
    await using opened = await open();
    const { store } = opened;
    await createAll(store, [sample(1)]);
    const bad = ['', 'x', '1:2', Buffer.from('["a","b"]').toString('base64url'), Buffer.from('[1]').toString('base64url')];
    for (const cursor of bad) {
      for (const sort of ['created', 'wake', 'key'] as const) {
        const page = store.list({ sort, keyPrefix: { name: 'wallet', prefix: '' }, order: 'oldest', limit: 1, cursor });
        expect(await page.catch((error: unknown) => error)).toMatchObject({ code: 'invalid-cursor', status: 400 });
      }
    }
  });
}

function sample(at: number): ActorRecord {
  const states = ['ok', 'ok', 'ok', 'backing-off', 'quarantined'] as const;
  return firstRecord(`${at % 2 === 0 ? 'vault' : 'agent'}/${at}`, {
    keys: {
      wallet: at % 7 === 0 ? null : `w${at % 3}`,
      chainId: at % 11 === 0 ? null : at % 4 < 2 ? 1 : 56,
      status: ['active', 'success', 'failed', null][at % 4] ?? null,
      // Only some actor types declare this index key.
      ...(at % 2 === 0 ? { pool: `p${at % 5}` } : {}),
    },
    health: { ...HEALTHY, state: states[at % 5] ?? 'ok' },
    wakeAtMs: at % 3 === 0 ? at : null,
    createdAtMs: 1_000 + (at % 10),
  });
}

function hasPlace({ wakeAtMs }: ActorRecord, sort: ListSort): boolean {
  return sort !== 'wake' || wakeAtMs !== null;
}

function isInOrder(records: readonly ActorRecord[], sort: ListSort, order: 'oldest' | 'newest', key = 'wallet'): boolean {
  const ordered = ({ id, createdAtMs, wakeAtMs, keys }: ActorRecord) =>
    ({ created: createdAtMs, wake: wakeAtMs ?? Number.NaN, id, key: keys[key] ?? '' })[sort];
  const ascending = order === 'oldest' ? records : records.toReversed();
  return ascending.every((record, at) => at === 0 || ordered(ascending[at - 1] ?? record) <= ordered(record));
}

function isDue({ wakeAtMs, type, shard }: ActorRecord, { afterMs, untilMs, types, shards }: Omit<DueQuery, 'limit'>): boolean {
  if (wakeAtMs === null || wakeAtMs > untilMs || (afterMs !== null && wakeAtMs <= afterMs)) return false;
  return (types === undefined || types.includes(type)) && (shards === undefined || (shard >= shards[0] && shard < shards[1]));
}

function matches({ id, type, keys, health, wakeAtMs }: ActorRecord, filter: ListFilter): boolean {
  return (
    (filter.type === undefined || filter.type === type) &&
    Object.entries(filter.keys ?? {}).every(([name, value]) => keys[name] === value) &&
    (filter.statuses === undefined || (keys.status !== null && filter.statuses.includes(keys.status))) &&
    (filter.health === undefined || filter.health === health.state) &&
    id.startsWith(filter.idPrefix ?? '') &&
    hasPrefix(keys, filter.keyPrefix) &&
    (filter.wakeBeforeMs === undefined || (wakeAtMs !== null && wakeAtMs < filter.wakeBeforeMs))
  );
}

function hasPrefix(keys: IndexKeys, asked: ListFilter['keyPrefix']): boolean {
  if (asked === undefined) return true;
  const value = keys[asked.name];
  return typeof value === 'string' && value.startsWith(asked.prefix);
}

async function allDue(store: ActorStore, query: DueQuery) {
  const rows = [];
  let cursor: string | null = null;
  do {
    const page = await store.due(cursor === null ? query : { ...query, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(query.limit);
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows;
}

async function allIds(store: ActorStore, query: ListQuery): Promise<string[]> {
  const ids: string[] = [];
  let cursor: string | null = null;
  do {
    const page: IdPage = await store.listIds(cursor === null ? query : { ...query, cursor });
    ids.push(...page.ids);
    cursor = page.cursor;
  } while (cursor !== null);
  return ids;
}

async function allListed(store: ActorStore, query: ListQuery): Promise<ActorRecord[]> {
  const records: ActorRecord[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.list(cursor === null ? query : { ...query, cursor });
    expect(page.actors.length).toBeLessThanOrEqual(query.limit);
    records.push(...page.actors.map(({ record }) => record));
    cursor = page.cursor;
  } while (cursor !== null);
  return records;
}
