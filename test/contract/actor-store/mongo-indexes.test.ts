import { beforeAll, expect, test } from 'bun:test';
import { MongoServerError } from 'mongodb';
import { actorIndexes, keyIndex } from '../../../src/platform/store/mongo/actor-collections.ts';
import type { ActorStore, ListFilter, ListSort } from '../../../src/runtime/record/actor-store.ts';
import { requires } from '../../support/requires.ts';
import { type MongoActors, openMongoActors, startMongo } from './open-mongo.ts';
import { type CapturedQuery, capturedQueries } from './support/captured-queries.ts';
import { createAll, firstRecord, step, stepTo } from './support/sample-records.ts';
import { branchesOf, servedByIndex } from './support/served-by-index.ts';

const TIME_AND_ID = ['createdAt', '_id'];
const TYPE = ['type', ...TIME_AND_ID];
const STATUS = ['type', 'status', ...TIME_AND_ID, 'health'];
const WALLET = ['wallet', ...TIME_AND_ID];
const CHAIN = ['chainId', ...TIME_AND_ID];
const HEALTH = ['health', ...TIME_AND_ID];
const WAKE = ['type', 'wakeAt', '_id', 'shard'];
const TRIGGER = ['type', 'triggers.topic', 'triggers.op', 'triggers.value', '_id', 'shard'];

/**
 * Each kind of filter with three expected values: its index, the fields that are checked document by document, and whether the result must
 * be sorted.
 */
const lists: readonly (readonly [ListFilter, index: readonly string[], besides: readonly string[], isSorted: boolean])[] = [
  [{}, TYPE, [], false],
  [{ type: 'vault' }, TYPE, [], false],
  [{ keys: { chainId: 1 } }, CHAIN, [], false],
  [{ type: 'vault', keys: { chainId: 1 } }, CHAIN, ['type'], false],
  [{ type: 'vault', health: 'ok' }, TYPE, ['health'], false],
  [{ statuses: ['active'] }, STATUS, [], false],
  [{ type: 'vault', statuses: ['active', 'failed'] }, STATUS, [], false],
  [{ keys: { wallet: 'w' } }, WALLET, [], false],
  [{ type: 'vault', keys: { wallet: 'w' }, statuses: ['active'] }, WALLET, ['status', 'type'], false],
  [{ health: 'quarantined' }, HEALTH, [], false],
  [{ type: 'vault', health: 'backing-off' }, HEALTH, ['type'], false],
  [{ idPrefix: 'vault/1' }, ['_id'], [], true],
  [{ wakeBeforeMs: 10 }, WAKE, [], true],
];

const TOPICS = ['t1', 't2', 't3'];

/** Reads all pages with every kind of query, so that the queries can be captured. */
async function askEverything(store: ActorStore): Promise<void> {
  for (const [filter] of lists) await askList(store, filter);
  for (const sort of ['wake', 'id', 'key'] as const) {
    const ofKey = sort === 'key' ? { keyPrefix: { name: 'wallet', prefix: '' } } : {};
    await askList(store, ofKey, sort);
    await askList(store, { type: 'vault', idPrefix: 'vault/1', keyPrefix: { name: 'wallet', prefix: 'w' } }, sort);
  }
  for (const query of [{}, { types: ['vault'] }, { types: ['vault', 'agent'], shards: [0, 128] as const }]) {
    const first = await store.due({ afterMs: 1, untilMs: 1_000, limit: 3, ...query });
    if (first.cursor === null) throw new Error('one page held it all');
    await store.due({ afterMs: 1, untilMs: 1_000, limit: 3, ...query, cursor: first.cursor });
  }
  for (const shards of [undefined, [0, 128] as const]) {
    const query = { type: 'agent', values: new Map(TOPICS.map((topic) => [topic, 10])), limit: 1, ...(shards ? { shards } : {}) };
    const first = await store.triggered(query);
    if (first.cursor === null) throw new Error('one page held it all');
    await store.triggered({ ...query, cursor: first.cursor });
  }
  expect((await store.topics('agent')).toSorted()).toEqual(TOPICS);
  await store.load(['vault/0', 'vault/none']);
  await store.history('vault/0', { limit: 3 });
  await store.historyAt('vault/0', 2);
  await store.hasApplied('vault/0', 'none');
  await store.counts();
  await store.prune({ beforeMs: 3_000, limit: 2 });
}

async function askList(store: ActorStore, filter: ListFilter, sort: ListSort = 'created'): Promise<void> {
  await store.count(filter);
  await store.countUpTo(filter, { most: 1, maxLooked: 10 });
  for (const order of ['oldest', 'newest'] as const) {
    const { cursor } = await store.list({ ...filter, sort, order, limit: 2 });
    if (cursor === null) throw new Error(`one page held all of ${JSON.stringify(filter)}`);
    await store.list({ ...filter, sort, order, limit: 2, cursor });
  }
}

async function openFilled(): Promise<MongoActors> {
  const opened = await openMongoActors();
  const health = { state: 'quarantined', failures: 1, sinceMs: 1, untilMs: null, lastError: null } as const;
  const held = await createAll(
    opened.store,
    Array.from({ length: 48 }, (_, at) =>
      firstRecord(`${at % 4 === 1 ? 'agent' : 'vault'}/${at < 12 ? at : 100 + at}`, {
        wakeAtMs: 5,
        ...(at % 4 === 1 ? { triggers: TOPICS.map((topic) => ({ topic, op: 'at-least' as const, value: 10 })) } : {}),
        createdAtMs: 1_000 + (at % 3),
        keys: { wallet: 'w', chainId: 1, status: at % 3 === 0 ? 'failed' : 'active' },
        ...(at % 2 === 0 ? {} : { health: at % 3 === 0 ? { ...health, state: 'backing-off' } : health }),
      }),
    ),
  );
  const [first] = held;
  if (first === undefined) throw new Error('not created');
  await stepTo(opened.store, first, 5);
  return opened;
}

const textOf = ({ command, collection, filter, sort }: CapturedQuery) => `${command} ${collection} ${JSON.stringify({ filter, sort })}`;

function indexesOf(name: string): (readonly string[])[] {
  const declared = [...actorIndexes, keyIndex('wallet'), keyIndex('chainId')]
    .filter(({ collection }) => collection === name)
    .map(({ keys }) => keys.map(([field]) => field));
  return [['_id'], ...declared];
}

test('the check finds what an index does not serve', () => {
  const and = { $and: [{ type: { $in: ['a', 'b'] } }, { createdAt: { $gt: 5 } }] };
  expect(servedByIndex(TYPE, and, TIME_AND_ID)).toEqual({ isServed: true, isSorted: false, besides: [] });
  expect(servedByIndex(TYPE, and, ['_id'])).toEqual({ isServed: true, isSorted: true, besides: [] });
  expect(servedByIndex(WALLET, and, TIME_AND_ID)).toEqual({ isServed: false, isSorted: true, besides: ['createdAt', 'type'] });
  expect(servedByIndex(TYPE, { chainId: 1 }, [])).toEqual({ isServed: false, isSorted: false, besides: ['chainId'] });
  expect(servedByIndex(STATUS, { type: 'a', status: 'b', createdAt: 5, _id: { $gt: 'c' } }, TIME_AND_ID).besides).toEqual([]);
});

requires('mongodb')('the indexes of the mongodb actor store', () => {
  beforeAll(startMongo, 120_000);

  test('every query that is sent names a declared index that serves it, or is one by id', async () => {
    await using opened = await openFilled();
    const { client, store } = opened;
    const queries = await capturedQueries(client, async () => {
      await askEverything(store);
      const [loaded] = await store.load(['vault/0']);
      if (!loaded) throw new Error('not there');
      await step(store, loaded);
    });
    expect(new Set(queries.map(({ command }) => command))).toEqual(new Set(['find', 'aggregate', 'distinct', 'update', 'delete']));
    for (const query of queries) {
      const { collection, filter, sort, hint, grouped } = query;
      if (grouped !== null) {
        // The totals are read from one index that contains all their fields, so no actor document is read.
        expect([hint, grouped.filter((field) => !STATUS.includes(field))]).toEqual([STATUS, []]);
        continue;
      }
      const candidates = indexesOf(collection).filter((index) => hint === null || index.join() === hint.join());
      const isServed = candidates.some((index) => branchesOf(filter).every((branch) => servedByIndex(index, branch, sort).isServed));
      expect([textOf(query), isServed]).toEqual([textOf(query), true]);
    }
  });

  test('triggered actors are one range of the index for each topic and side; its entries contain the cursor position and the shard', async () => {
    await using opened = await openFilled();
    const values = new Map([...TOPICS, 'another'].map((topic) => [topic, 10]));
    const [query] = await capturedQueries(opened.client, () => opened.store.triggered({ type: 'agent', values, shards: [0, 9], limit: 5 }));
    if (query === undefined) throw new Error('nothing was asked');
    expect([query.hint, query.sort]).toEqual([TRIGGER, ['_id']]);
    const branches = branchesOf(query.filter);
    expect(branches.length).toBe(2 * values.size);
    for (const branch of branches) {
      expect(servedByIndex(TRIGGER, branch, query.sort)).toEqual({ isServed: true, isSorted: true, besides: ['shard'] });
      expect(servedByIndex(WAKE, branch, query.sort).besides).toContain('triggers.value');
    }
  });

  test('each kind of list uses its index, and sorts only id prefixes and overdue actors', async () => {
    await using opened = await openFilled();
    const { client, store } = opened;
    for (const [filter, index, besides, isSorted] of lists) {
      const queries = await capturedQueries(client, () => askList(store, filter));
      const reads = queries.filter(({ command }) => command !== 'distinct');
      expect(reads.length).toBeGreaterThan(4);
      expect([filter, reads.some(({ filter: all, sort }) => servedByIndex(index, all, sort).isSorted)]).toEqual([filter, isSorted]);
      for (const query of reads) {
        const { besides: found } = servedByIndex(index, query.filter, query.sort);
        // The query for a further page has additional conditions on the creation time and on the id. They are ignored here, because they do
        // not belong to the filter.
        const goesOn = ['_id', 'createdAt'];
        expect([filter, query.hint, found.filter((field) => !goesOn.includes(field))]).toEqual([filter, index, besides]);
      }
    }
  });

  test('a server that explains finds no query that reads a whole collection, or sorts what an index could', async () => {
    await using opened = await openFilled();
    const { client, store, db } = opened;
    const queries = (await capturedQueries(client, () => askEverything(store))).filter(({ command }) => command !== 'delete');
    expect(queries.length).toBeGreaterThan(50);
    for (const query of queries) {
      const plan = await db.command({ explain: query.whole, verbosity: 'queryPlanner' }).catch((error: unknown) => {
        if (error instanceof MongoServerError) return error;
        throw error;
      });
      if (plan instanceof MongoServerError) {
        // The only accepted reason for refusing `explain` is that the server does not have this command.
        expect([plan.code, plan.codeName]).toEqual([59, 'CommandNotFound']);
        console.log('this server does not know `explain`: the declared indexes were checked, its plans were not');
        return;
      }
      const stages = JSON.stringify(plan);
      const isOfTimes = query.sort.join() === TIME_AND_ID.join() && ['_id', WAKE.join()].includes(query.hint?.join() ?? '');
      const maySort = isOfTimes || query.hint?.join() === TRIGGER.join();
      expect([textOf(query), stages.includes('"COLLSCAN"')]).toEqual([textOf(query), false]);
      if (!maySort) expect([textOf(query), stages.includes('"stage":"SORT"')]).toEqual([textOf(query), false]);
    }
  });
});
