import { expect, test } from 'bun:test';
import type { ActorStore, DueQuery, ListFilter, ListQuery } from '../../../src/runtime/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../src/runtime/record.ts';
import type { OpenStore } from './open-actor-store.ts';
import { createAll, firstRecord, step } from './support/sample-records.ts';

/** What wakes, lists, counts. Each answer is compared with a plain filter over the same records. */
export function testQueries(open: OpenStore): void {
  test('due gives what wakes in a span of time, by type and shard, page by page', async () => {
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

  test('a wake time that a commit moves, sets or removes is what due sees next, with the new revision', async () => {
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

  test('list and count take every filter alone and together, in both orders, in stable pages', async () => {
    await using opened = await open();
    const { store } = opened;
    const records = Array.from({ length: 120 }, (_, at) => sample(at));
    await createAll(store, records.slice(0, 60));
    await createAll(store, records.slice(60));
    const filters: ListFilter[] = [
      {},
      { type: 'vault' },
      { type: 'none' },
      { wallet: 'w1' },
      { type: 'agent', wallet: 'w1' },
      { wallet: 'w1', statuses: ['active', 'failed'] },
      { wallet: 'none' },
      { chainId: 56 },
      { type: 'vault', chainId: 1 },
      { statuses: ['active'] },
      { type: 'vault', statuses: ['active', 'success', 'active'] },
      { type: 'vault', statuses: [] },
      { statuses: ['none'] },
      { type: 'agent', statuses: ['failed'], chainId: 1, wallet: 'w2' },
      { health: 'ok' },
      { health: 'quarantined' },
      { type: 'vault', health: 'backing-off' },
      { health: 'quarantined', statuses: ['active'] },
      { idPrefix: 'vault/' },
      { idPrefix: 'agent/1' },
      { idPrefix: '' },
      { idPrefix: 'agent/1', type: 'vault' },
      { idPrefix: 'vault/1', wallet: 'w0', chainId: 1 },
      { wakeBeforeMs: 10 },
      { type: 'agent', wakeBeforeMs: 20, statuses: ['active'] },
      { wakeBeforeMs: 30, health: 'ok', idPrefix: 'vault/' },
    ];
    for (const filter of filters) {
      const expected = records.filter((record) => matches(record, filter)).map(({ id }) => id);
      expect([filter, await store.count(filter)]).toEqual([filter, expected.length]);
      for (const order of ['oldest', 'newest'] as const) {
        const found = await allListed(store, { ...filter, order, limit: 7 });
        expect([filter, found.map(({ id }) => id).sort()]).toEqual([filter, expected.toSorted()]);
        const times = found.map(({ createdAtMs }) => createdAtMs);
        expect(times).toEqual(times.toSorted((a, b) => (order === 'oldest' ? a - b : b - a)));
      }
    }
  });

  test('a listed actor carries its whole record and a handle to go on with', async () => {
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

  test('what a commit changes in keys and health is what lists, counts and totals say next', async () => {
    await using opened = await open();
    const { store } = opened;
    const [held] = await createAll(store, [firstRecord('vault/1', { keys: { wallet: 'w1', chainId: 1, status: 'pending' } })]);
    if (held === undefined) throw new Error('not created');
    const active = await step(store, held, { keys: { wallet: 'w1', chainId: 1, status: 'active' } });
    const sick = await step(store, active, { health: { ...HEALTHY, state: 'quarantined', failures: 1 } });
    const moved = await step(store, sick, { keys: { wallet: 'w2', chainId: 56, status: null } });
    const count = (filter: ListFilter) => store.count(filter);
    expect([await count({ wallet: 'w1' }), await count({ wallet: 'w2' }), await count({ chainId: 56 })]).toEqual([0, 1, 1]);
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
      const page = store.list({ order: 'oldest', limit: 1, cursor });
      expect(await page.catch((error: unknown) => error)).toMatchObject({ code: 'invalid-cursor', status: 400 });
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
    },
    health: { ...HEALTHY, state: states[at % 5] ?? 'ok' },
    wakeAtMs: at % 3 === 0 ? at : null,
    createdAtMs: 1_000 + (at % 10),
  });
}

function isDue({ wakeAtMs, type, shard }: ActorRecord, { afterMs, untilMs, types, shards }: Omit<DueQuery, 'limit'>): boolean {
  if (wakeAtMs === null || wakeAtMs > untilMs || (afterMs !== null && wakeAtMs <= afterMs)) return false;
  return (types === undefined || types.includes(type)) && (shards === undefined || (shard >= shards[0] && shard < shards[1]));
}

function matches({ id, type, keys, health, wakeAtMs }: ActorRecord, filter: ListFilter): boolean {
  return (
    (filter.type === undefined || filter.type === type) &&
    (filter.wallet === undefined || filter.wallet === keys.wallet) &&
    (filter.chainId === undefined || filter.chainId === keys.chainId) &&
    (filter.statuses === undefined || (keys.status !== null && filter.statuses.includes(keys.status))) &&
    (filter.health === undefined || filter.health === health.state) &&
    id.startsWith(filter.idPrefix ?? '') &&
    (filter.wakeBeforeMs === undefined || (wakeAtMs !== null && wakeAtMs < filter.wakeBeforeMs))
  );
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
