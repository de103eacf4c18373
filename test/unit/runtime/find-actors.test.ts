import { expect, test } from 'bun:test';
import { WALLET as KEY } from '../../../actors/keys.ts';
import { createMemoryActorStore } from '../../../src/platform/store/memory/memory-actor-store.ts';
import { createBlockTest } from '../../../src/runtime/operator/blocked.ts';
import { createFinder, type FindQuery } from '../../../src/runtime/operator/find-actors.ts';
import { findLate } from '../../../src/runtime/operator/find-late.ts';
import type { ListQuery } from '../../../src/runtime/record/actor-store.ts';
import { type ActorRecord, HEALTHY } from '../../../src/runtime/record/record.ts';
import { createAll, firstRecord, outboxEntry } from '../../contract/actor-store/support/sample-records.ts';

const WALLET_KEY = { name: 'wallet', prefixesOf: (text: string) => (text.includes('/') ? [] : [KEY.read(text)]) };

const WALLET = '0x12ab00000000000000000000000000000000cdef';

async function open(records: readonly ActorRecord[]) {
  const store = createMemoryActorStore();
  await createAll(store, records);
  const finder = createFinder({
    store,
    searched: { types: ['dca-position', 'trade'], keys: [WALLET_KEY] },
    isPaused: () => false,
    blockTest: createBlockTest(
      (record) => record.health.state !== 'ok',
      (record) => record.health.state,
    ),
  });
  const all = async (query: Partial<FindQuery>) => {
    const ids: string[] = [];
    let cursor: string | null = null;
    let sort: string;
    do {
      const after = cursor === null ? {} : { cursor };
      const page = await finder.find({ sort: 'created', order: 'oldest', limit: 2, ...query, ...after });
      ids.push(...page.actors.map(({ record }) => record.id));
      ({ cursor, sort } = page);
    } while (cursor !== null);
    return { ids, sort };
  };
  return { store, finder, all };
}

const owned = (id: string, wallet: string | null) => firstRecord(id, { keys: { wallet, chainId: 1, status: 'active' } });

test('a search finds by the beginning of an id, of a key in any type, and of a wallet, each actor once', async () => {
  const { finder, all } = await open([
    owned('trade/12ab', WALLET),
    owned('trade/other', WALLET),
    owned('dca-position/12a', null),
    owned('dca-position/9', '0x12ac00000000000000000000000000000000cdef'),
    owned('trade/9', 'So1anaWallet'),
  ]);
  expect(await all({ search: '12a' })).toEqual({ ids: ['dca-position/12a', 'trade/12ab'], sort: 'id' });
  expect((await all({ search: 'trade/1' })).ids).toEqual(['trade/12ab']);
  expect((await all({ search: 'tra' })).ids).toEqual(['trade/12ab', 'trade/9', 'trade/other']);
  // The search must find a complete wallet address and the start of ids. It must ignore case for hexadecimal addresses, but not for
  // addresses in which case matters.
  expect((await all({ search: WALLET.replace('cdef', 'CDEF') })).ids).toEqual(['trade/12ab', 'trade/other']);
  expect((await all({ search: '0x12A' })).ids).toEqual(['trade/12ab', 'trade/other', 'dca-position/9']);
  expect((await all({ search: 'So1a' })).ids).toEqual(['trade/9']);
  expect((await all({ search: 'so1a' })).ids).toEqual([]);
  // A search must also work together with other filters, and its results can be counted.
  expect((await all({ search: '0x12a', type: 'dca-position' })).ids).toEqual(['dca-position/9']);
  expect(await finder.count({ search: '0x12a' })).toEqual({ count: 3, isMore: false });
  expect(await finder.count({ search: 'nobody' })).toEqual({ count: 0, isMore: false });
});

test('a search lists the actors that its text names first, each once, under the same filters', async () => {
  const { finder, all } = await open([owned('trade/12ab', null), owned('trade/7', null), owned('dca-position/9', null)]);
  const named = { ids: ['dca-position/9', 'trade/12ab', 'trade/gone'], isMore: false };
  expect(await all({ search: '12', named })).toEqual({ ids: ['dca-position/9', 'trade/12ab'], sort: 'id' });
  expect((await all({ search: '12', named, type: 'trade' })).ids).toEqual(['trade/12ab']);
  expect(await finder.count({ search: '12', named })).toEqual({ count: 2, isMore: false });
  expect(await finder.count({ search: '12', named: { ...named, isMore: true } })).toEqual({ count: 2, isMore: true });
  expect((await all({ named })).ids).toHaveLength(3);
});

test('results of a search are counted by id only, each actor once, up to a bound', async () => {
  const many = Array.from({ length: 520 }, (_, n) => owned(`trade/t${String(n).padStart(3, '0')}`, n % 2 === 0 ? 'trader' : null));
  const { store } = await open([...many, owned('dca-position/trade-1', 'trade-wallet')]);
  let read = 0;
  const counting = {
    ...store,
    list: (query: ListQuery) => {
      read += 1;
      return store.list(query);
    },
  };
  const finder = createFinder({
    store: counting,
    searched: { types: ['dca-position', 'trade'], keys: [WALLET_KEY] },
    isPaused: () => false,
    blockTest: createBlockTest(
      (record) => record.health.state !== 'ok',
      (record) => record.health.state,
    ),
  });
  expect(await finder.count({ search: 'trade-' })).toEqual({ count: 1, isMore: false });
  expect(await finder.count({ search: 'trade', type: 'trade' })).toEqual({ count: 500, isMore: true });
  expect(await finder.count({ search: 'trader' })).toEqual({ count: 260, isMore: false });
  expect(await finder.count({ search: 't00' })).toEqual({ count: 10, isMore: false });
  expect(await finder.count({ search: 'nobody' })).toEqual({ count: 0, isMore: false });
  expect(read).toBe(0);
});

test('few records are in memory at a time, to count late actors and to sort by the last change', async () => {
  const { store } = await open(
    Array.from({ length: 300 }, (_, n) => firstRecord(`trade/${n}`, { createdAtMs: n, updatedAtMs: 1_000 - n, wakeAtMs: 1 + n })),
  );
  let largest = 0;
  const watched = {
    ...store,
    list: (query: ListQuery) => {
      largest = Math.max(largest, query.limit);
      return store.list(query);
    },
  };
  const finder = createFinder({
    store: watched,
    searched: { types: ['trade'], keys: [WALLET_KEY] },
    isPaused: () => false,
    blockTest: createBlockTest(
      (record) => record.health.state !== 'ok',
      (record) => record.health.state,
    ),
  });
  expect(await finder.count({ wakeBeforeMs: 10_000 })).toEqual({ count: 300, isMore: false });
  expect(await finder.count({ wakeBeforeMs: 251 })).toEqual({ count: 250, isMore: false });
  const page = await finder.find({ sort: 'updated', order: 'oldest', limit: 2 });
  expect(page.actors.map(({ record }) => record.id)).toEqual(['trade/299', 'trade/298']);
  expect(largest).toBeLessThanOrEqual(50);
});

test('the time of the last change limits a list, a search and a count, its end excluded', async () => {
  const at = (id: string, updatedAtMs: number) => ({ ...owned(id, WALLET), updatedAtMs });
  const { all, finder } = await open([at('trade/1', 100), at('trade/2', 200), at('trade/3', 300)]);
  expect((await all({ changedFromMs: 200 })).ids).toEqual(['trade/2', 'trade/3']);
  expect((await all({ changedFromMs: 100, changedToMs: 300 })).ids).toEqual(['trade/1', 'trade/2']);
  expect((await all({ search: 'trade/', changedToMs: 200 })).ids).toEqual(['trade/1']);
  expect(await finder.count({ changedFromMs: 150 })).toEqual({ count: 2, isMore: false });
});

test('an actor that both its key and its wallet find comes once', async () => {
  const { all } = await open([owned('trade/0x12ab-key', WALLET), owned('dca-position/1', WALLET)]);
  expect((await all({ search: '0x12ab' })).ids).toEqual(['trade/0x12ab-key', 'dca-position/1']);
});

test('a search with a prefix or overdue, and cursors of nothing, are refused', async () => {
  const { finder } = await open([owned('trade/1', WALLET)]);
  const query = { sort: 'created', order: 'oldest', limit: 5 } as const;
  const codeOf = (more: Partial<FindQuery>) => finder.find({ ...query, ...more }).catch((error: { code: string }) => error.code);
  expect(await codeOf({ search: 'a', idPrefix: 'b' })).toBe('filters-not-together');
  expect(await codeOf({ search: 'a', wakeBeforeMs: 5 })).toBe('filters-not-together');
  expect(await codeOf({ search: 'a', cursor: 'x' })).toBe('invalid-cursor');
  expect(await codeOf({ cursor: 'x' })).toBe('invalid-cursor');
  expect(await codeOf({ sort: 'updated', cursor: 'x' })).toBe('invalid-cursor');
});

test('few actors can be sorted by their last change; too many are sorted by creation, and the reply says so', async () => {
  const some = Array.from({ length: 7 }, (_, n) => firstRecord(`trade/${n}`, { createdAtMs: n, updatedAtMs: 1_000 + ((n * 5) % 7) }));
  const { store, all } = await open(some);
  const byChange = some.toSorted((a, b) => b.updatedAtMs - a.updatedAtMs).map(({ id }) => id);
  expect(await all({ sort: 'updated', order: 'newest' })).toEqual({ ids: byChange, sort: 'updated' });
  expect((await all({ sort: 'updated', order: 'oldest' })).ids).toEqual(byChange.toReversed());
  await createAll(
    store,
    Array.from({ length: 600 }, (_, n) => firstRecord(`dca-position/${n}`, { createdAtMs: 100 + n, updatedAtMs: 5_000 - n })),
  );
  const many = await all({ sort: 'updated', order: 'newest', limit: 200 });
  expect([many.sort, many.ids.length, many.ids[0]]).toEqual(['created', 607, 'dca-position/599']);
  expect((await all({ sort: 'updated', order: 'newest', type: 'trade' })).sort).toBe('updated');
  // A store that returns the exact total at once must lead to the same result: with too many actors, they are sorted by creation time
  // instead.
  const knowing = { ...store, countUpTo: async () => ({ count: await store.count({}), isMore: false }) };
  const finder = createFinder({
    store: knowing,
    searched: { types: [], keys: [WALLET_KEY] },
    isPaused: () => false,
    blockTest: createBlockTest(
      (record) => record.health.state !== 'ok',
      (record) => record.health.state,
    ),
  });
  expect((await finder.find({ sort: 'updated', order: 'newest', limit: 5 })).sort).toBe('created');
});

test('actors can be sorted by wake time, and overdue actors always are', async () => {
  const wakes = [5, null, 3, 9].map((wakeAtMs, n) =>
    firstRecord(`trade/${n}`, { wakeAtMs, outbox: wakeAtMs === null ? [] : [outboxEntry()] }),
  );
  const { finder, all } = await open(wakes);
  expect(await all({ sort: 'wake' })).toEqual({ ids: ['trade/2', 'trade/0', 'trade/3'], sort: 'wake' });
  expect(await all({ sort: 'created', order: 'newest', wakeBeforeMs: 9 })).toEqual({ ids: ['trade/0', 'trade/2'], sort: 'wake' });
  expect(await finder.count({ wakeBeforeMs: 9 })).toEqual({ count: 2, isMore: false });
  expect(await finder.count({ type: 'trade' })).toEqual({ count: 4, isMore: false });
});

test('late actors are counted up to a bound, and the oldest is named with what it waits for', async () => {
  const entry = outboxEntry({ name: 'plan', nextAttemptAtMs: 40 });
  const { store } = await open([
    ...Array.from({ length: 6 }, (_, n) => firstRecord(`trade/${n}`, { wakeAtMs: 50 + n })),
    firstRecord('dca-position/late', { wakeAtMs: 40, outbox: [entry] }),
    firstRecord('dca-position/well', { wakeAtMs: 100 }),
  ]);
  const types = ['trade', 'dca-position'];
  const oldest = { id: 'dca-position/late', wakeAtMs: 40, effect: 'plan' };
  expect(await findLate(store, { types, beforeMs: 100, most: 10 })).toEqual({ count: 7, isMore: false, oldest });
  expect(await findLate(store, { types, beforeMs: 100, most: 3 })).toEqual({ count: 4, isMore: true, oldest });
  expect(await findLate(store, { types: ['trade'], beforeMs: 100, most: 10 })).toMatchObject({ oldest: { id: 'trade/0', effect: null } });
  expect(await findLate(store, { types: [], beforeMs: 100, most: 10 })).toEqual({ count: 0, isMore: false, oldest: null });
});

test('an actor that is due at every tick is late only with what waits in its outbox', async () => {
  const { store } = await open([
    firstRecord('trade/idle', { wakeAtMs: 0, dueAtMs: 0 }),
    firstRecord('trade/stuck', { wakeAtMs: 0, dueAtMs: 0, outbox: [outboxEntry({ name: 'read', nextAttemptAtMs: 70 })] }),
    firstRecord('trade/soon', { wakeAtMs: 0, dueAtMs: 0, outbox: [outboxEntry({ nextAttemptAtMs: 130 })] }),
  ]);
  const oldest = { id: 'trade/stuck', wakeAtMs: 70, effect: 'read' };
  expect(await findLate(store, { types: ['trade'], beforeMs: 100, most: 10 })).toEqual({ count: 1, isMore: false, oldest });
});

test('blocked actors are found page by page with any other filter, in any order, and counted', async () => {
  const ill = { ...HEALTHY, state: 'quarantined' } as const;
  const records = Array.from({ length: 130 }, (_, n) =>
    firstRecord(`trade/t${String(n).padStart(3, '0')}`, {
      ...(n % 50 === 49 ? { health: ill } : {}),
      keys: { wallet: WALLET, chainId: 1, status: 'active' },
      wakeAtMs: 1_000 + n,
    }),
  );
  const { finder, all } = await open(records);
  const held = ['trade/t049', 'trade/t099'];
  for (const sort of ['created', 'wake', 'updated'] as const) expect((await all({ isBlocked: true, sort })).ids).toEqual(held);
  expect((await all({ isBlocked: true, order: 'newest' })).ids).toEqual(held.toReversed());
  expect((await all({ isBlocked: true, search: '0x12ab' })).ids).toEqual(held);
  expect((await all({ isBlocked: true, wakeBeforeMs: 1_050 })).ids).toEqual(['trade/t049']);
  expect((await all({ isBlocked: true, health: 'ok' })).ids).toEqual([]);
  expect((await all({ blockedBy: 'quarantined' })).ids.length + (await all({ blockedBy: 'backing-off' })).ids.length).toBe(held.length);
  expect((await finder.count({ blockedBy: 'no-route' })).count).toBe(0);
  expect(await finder.count({ isBlocked: true })).toEqual({ count: 2, isMore: false });
  expect(await finder.count({ isBlocked: true, search: 'trade/t04' })).toEqual({ count: 1, isMore: false });
});

test('one page of blocked actors examines a limited number of actors', async () => {
  const { store } = await open(Array.from({ length: 500 }, (_, n) => firstRecord(`trade/t${String(n).padStart(3, '0')}`, {})));
  let lists = 0;
  const counted = {
    ...store,
    list: (query: ListQuery) => {
      lists += 1;
      return store.list(query);
    },
  };
  const finder = createFinder({
    store: counted,
    searched: { types: ['trade'], keys: [WALLET_KEY] },
    isPaused: () => false,
    blockTest: createBlockTest(
      () => false,
      () => null,
    ),
  });
  const page = await finder.find({ isBlocked: true, sort: 'created', order: 'oldest', limit: 5 });
  expect([page.actors.length, page.cursor !== null, lists]).toEqual([0, true, 40]);
});
