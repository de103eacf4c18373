import { expect, test } from 'bun:test';
import type { ActorStore, DueRow, TriggeredQuery } from '../../../src/runtime/record/actor-store.ts';
import type { ActorRecord, Trigger } from '../../../src/runtime/record/record.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import type { OpenSharedStore, OpenStore } from './open-actor-store.ts';
import {
  change,
  create,
  createAll,
  creation,
  firstRecord,
  type Held,
  heldAfter,
  loadHeld,
  step,
  stepTo,
} from './support/sample-records.ts';

/** Trigger topics with unusual characters, which a store could confuse or damage. */
const TOPICS = ['price/1/0xa', 'price/1/0xA', 'a.b$c', "it's", 'é😀', '\ud800', '\uffff', '\uffff#', ' ', '__proto__'];
/** Trigger limits and values that would reveal a store whose order of numbers differs from that of JavaScript's doubles. */
const VALUES = [
  -1e300,
  -2.5,
  -1,
  -Number.MIN_VALUE,
  0,
  Number.MIN_VALUE,
  0.1,
  0.30000000000000004,
  1,
  9,
  10,
  2 ** 53,
  1e300,
  Number.MAX_VALUE,
];

/**
 * Tests which triggers a store keeps, and which actors it finds for a value. Each result is compared with a plain filter over the same
 * records.
 */
export function testTriggers(open: OpenStore): void {
  test('triggers come back with the record as they were written, in its history too, and a record without has no such member', async () => {
    await using opened = await open();
    const { store } = opened;
    const triggers = TOPICS.map((topic, at): Trigger => ({ topic, op: at % 2 === 0 ? 'at-least' : 'at-most', value: VALUES[at] ?? 0 }));
    const first = await create(store, firstRecord('agent/1', { triggers }));
    const changed = await step(store, first, { triggers: triggers.slice(0, 2) });
    const kept = await step(store, changed);
    const removed = await disarm(store, kept);
    expect((await loadHeld(store, 'agent/1')).record).toStrictEqual(removed.record);
    const history = await store.history('agent/1', { limit: 10 });
    expect(history.map(({ record }) => record)).toStrictEqual([removed.record, kept.record, changed.record, first.record]);
  });

  test('the topics of a type are those that its actors wait for now, each once', async () => {
    await using opened = await open();
    const { store } = opened;
    expect(await store.topics('agent')).toEqual([]);
    const records = TOPICS.flatMap((topic, at) => [
      firstRecord(`agent/${at}`, { triggers: [at === 0 ? 1 : 2, 3].map((value) => ({ topic, op: 'at-most', value })) }),
      firstRecord(`vault/${at}`, { triggers: [{ topic: 'elsewhere', op: 'at-least', value: at }] }),
    ]);
    const held = await createAll(store, [...records, firstRecord('other/1')]);
    expect((await store.topics('agent')).toSorted()).toEqual(TOPICS.toSorted());
    expect(await store.topics('vault')).toEqual(['elsewhere']);
    expect(await store.topics('other')).toEqual([]);
    expect(await store.topics('none')).toEqual([]);
    await Promise.all(held.filter(({ record }) => record.type === 'agent' && record.id !== 'agent/0').map((one) => disarm(store, one)));
    expect(await store.topics('agent')).toEqual(TOPICS.slice(0, 1));
  });

  test('triggered lists the actors with a trigger that holds, by type, shard and value, page by page', async () => {
    await using opened = await open();
    const { store } = opened;
    const random = seededRandom(7);
    const records = Array.from({ length: 90 }, (_, at) =>
      firstRecord(`${at % 4 === 0 ? 'vault' : 'agent'}/${at}`, at % 9 === 0 ? {} : { triggers: someTriggers(random, at % 6) }),
    );
    const idByRef = new Map((await createAll(store, records)).map(({ record, handle }) => [handle.ref, record.id]));
    const everything = new Map(TOPICS.map((topic) => [topic, pick(random, VALUES)]));
    const queries: Omit<TriggeredQuery, 'limit'>[] = [
      { type: 'agent', values: everything },
      { type: 'vault', values: everything },
      { type: 'none', values: everything },
      { type: 'agent', values: everything, shards: [0, 100] },
      { type: 'agent', values: everything, shards: [100, 256] },
      { type: 'agent', values: new Map() },
      { type: 'agent', values: new Map([['nobody waits for it', 1]]) },
      ...VALUES.map((value) => ({ type: 'agent', values: new Map([['price/1/0xa', value]]) })),
      { type: 'vault', values: new Map([...everything].slice(3, 6)), shards: [10, 200] },
    ];
    for (const query of queries) {
      const holding = records.filter((record) => heldTriggers(record, query) > 0);
      for (const limit of [5, 1_000]) {
        const found = await allTriggered(store, { ...query, limit });
        expect(found.every(({ revision }) => revision === 1)).toBe(true);
        const ids = found.map(({ ref }) => idByRef.get(ref) ?? '');
        expect([query, [...new Set(ids)].sort()]).toEqual([query, holding.map(({ id }) => id).sort()]);
        const times = Map.groupBy(ids, (id) => id);
        expect(holding.filter((record) => (times.get(record.id)?.length ?? 0) > heldTriggers(record, query))).toEqual([]);
      }
    }
  });

  test('bounds are inclusive for at-least and at-most', async () => {
    await using opened = await open();
    const { store } = opened;
    for (const [at, bound] of VALUES.entries()) {
      const topic = `t${at}`;
      const [low, high] = await createAll(store, [
        firstRecord(`agent/${at}-low`, { triggers: [{ topic, op: 'at-most', value: bound }] }),
        firstRecord(`agent/${at}-high`, { triggers: [{ topic, op: 'at-least', value: bound }] }),
      ]);
      if (low === undefined || high === undefined) throw new Error('not created');
      for (const value of VALUES) {
        const expected = [...(value <= bound ? [low] : []), ...(value >= bound ? [high] : [])].map(({ handle }) => handle.ref);
        const found = await allTriggered(store, { type: 'agent', values: new Map([[topic, value]]), limit: 10 });
        expect([bound, value, found.map(({ ref }) => ref).sort()]).toEqual([bound, value, expected.sort()]);
      }
    }
  });

  test('a commit that wins moves its triggers with its revision, and one that loses moves none', async () => {
    await using opened = await open();
    const { store } = opened;
    const at = (value: number): readonly Trigger[] => [{ topic: 't', op: 'at-least', value }];
    const first = await create(store, firstRecord('agent/1', { triggers: at(5) }));
    const stale = await loadHeld(store, 'agent/1');
    // Stores write a revision either as a whole record or as a delta, in different ways. The actor is advanced to revision 16, so that the
    // revision directly after a whole record is tested too.
    const late = await stepTo(store, first, 16);
    const moved = await step(store, late, { triggers: [...at(7), { topic: 'u', op: 'at-most', value: 0 }] });
    const commits = [change(stale, { triggers: at(1) }), creation(firstRecord('agent/1', { triggers: at(2) })), change(moved)];
    expect(await store.commit(commits.slice(0, 2))).toEqual(['conflict', 'conflict']);
    const found = (value: number, topic = 't') => allTriggered(store, { type: 'agent', values: new Map([[topic, value]]), limit: 10 });
    expect(await found(6)).toEqual([]);
    expect(await found(7)).toEqual([{ ref: moved.handle.ref, revision: 17 }]);
    expect(await store.commit(commits.slice(2))).toEqual(['won']);
    expect(await found(0, 'u')).toEqual([{ ref: moved.handle.ref, revision: 18 }]);
    await disarm(store, await loadHeld(store, 'agent/1'));
    expect([await found(1e300), await found(-1e300, 'u'), await store.topics('agent')]).toEqual([[], [], []]);
  });

  test('a batch of actors with as many triggers as they may have is stored whole', async () => {
    await using opened = await open();
    const { store } = opened;
    const full = (at: number): readonly Trigger[] =>
      Array.from({ length: 32 }, (_, n) => ({ topic: `t${n}`, op: 'at-least', value: at + n / 100 }));
    const held = await createAll(
      store,
      Array.from({ length: 40 }, (_, at) => firstRecord(`agent/${at}`, { triggers: full(at) })),
    );
    const commits = held.map((one, at) => change(one, { triggers: full(at + 100) }));
    expect(new Set(await store.commit(commits))).toEqual(new Set(['won']));
    expect((await store.topics('agent')).length).toBe(32);
    const values = new Map([['t31', 119.31]]);
    const found = await allTriggered(store, { type: 'agent', values, limit: 6 });
    expect(found.map(({ ref }) => ref).sort()).toEqual(
      held
        .slice(0, 20)
        .map(({ handle }) => handle.ref)
        .sort(),
    );
    expect((await allTriggered(store, { type: 'agent', values: new Map([['t31', 99]]), limit: 6 })).length).toBe(0);
  });

  test('pages miss no actor when listed actors stop waiting before the next page is read', async () => {
    await using opened = await open();
    const { store } = opened;
    // Many triggers have the same limit, as in practice with round prices. There are more topics than a store reads in one query, so pages
    // also end between queries.
    const records = Array.from({ length: 120 }, (_, at) =>
      firstRecord(`agent/${at}`, { triggers: [{ topic: `t${at % 60}`, op: at % 3 === 0 ? 'at-most' : 'at-least', value: 10 }] }),
    );
    const held = new Map((await createAll(store, records)).map((one) => [one.handle.ref, one]));
    const query = { type: 'agent', values: new Map(Array.from({ length: 60 }, (_, at) => [`t${at}`, 10])), limit: 7 };
    let cursor: string | null = null;
    let given = 0;
    do {
      const page = await store.triggered(cursor === null ? query : { ...query, cursor });
      given += page.rows.length;
      for (const { ref } of page.rows) {
        const one = held.get(ref);
        if (one === undefined) throw new Error('nobody has that reference');
        await disarm(store, one);
      }
      cursor = page.cursor;
    } while (cursor !== null);
    expect(given).toBe(120);
    expect(await allTriggered(store, query)).toEqual([]);
  });

  test('a cursor that no page of triggered actors gave is refused', async () => {
    await using opened = await open();
    const { store } = opened;
    await create(store, firstRecord('agent/1', { triggers: [{ topic: 't', op: 'at-least', value: 1 }] }));
    for (const place of ['x', '["a"]', '[1]', '[null,null]', '{"a":1}']) {
      const cursor = Buffer.from(place).toString('base64url');
      const page = store.triggered({ type: 'agent', values: new Map([['t', 1]]), limit: 1, cursor });
      expect(await page.catch((error: unknown) => error)).toMatchObject({ code: 'invalid-cursor', status: 400 });
    }
  });
}

/** Tests that each process sees the triggers that other processes have written. */
export function testSharedTriggers(open: OpenSharedStore): void {
  test('triggers that one process commits are found by the other', async () => {
    await using opened = await open();
    const { store } = opened;
    const other = opened.again();
    const held = await create(store, firstRecord('agent/1', { triggers: [{ topic: 'new', op: 'at-most', value: 1 }] }));
    const query = { type: 'agent', values: new Map([['new', 1]]), limit: 10 };
    expect(await other.topics('agent')).toEqual(['new']);
    expect(await allTriggered(other, query)).toEqual([{ ref: held.handle.ref, revision: 1 }]);
    await disarm(other, await loadHeld(other, 'agent/1'));
    expect([await store.topics('agent'), await allTriggered(store, query)]).toEqual([[], []]);
    await other.close();
  });
}

/** Commits the next revision of an actor, without triggers. */
async function disarm(store: ActorStore, held: Held): Promise<Held> {
  const { next, ...commit } = change(held);
  const { triggers: _gone, ...without } = next;
  const disarming = { ...commit, next: without };
  return heldAfter(disarming, (await store.commit([disarming]))[0]);
}

function someTriggers(random: () => number, count: number): readonly Trigger[] {
  return Array.from({ length: count + 1 }, () => ({
    topic: pick(random, TOPICS),
    op: random() < 0.5 ? 'at-least' : 'at-most',
    value: pick(random, VALUES),
  }));
}

function pick<T>(random: () => number, from: readonly T[]): T {
  const found = from[Math.floor(random() * from.length)];
  if (found === undefined) throw new Error('nothing to pick from');
  return found;
}

function heldTriggers({ type, shard, triggers = [] }: ActorRecord, query: Omit<TriggeredQuery, 'limit'>): number {
  const [from, to] = query.shards ?? [0, 256];
  if (type !== query.type || shard < from || shard >= to) return 0;
  return triggers.filter(({ topic, op, value }) => {
    const now = query.values.get(topic);
    return now !== undefined && (op === 'at-least' ? now >= value : now <= value);
  }).length;
}

async function allTriggered(store: ActorStore, query: TriggeredQuery): Promise<DueRow[]> {
  const rows: DueRow[] = [];
  let cursor: string | null = null;
  do {
    const page = await store.triggered(cursor === null ? query : { ...query, cursor });
    expect(page.rows.length).toBeLessThanOrEqual(query.limit);
    rows.push(...page.rows);
    cursor = page.cursor;
  } while (cursor !== null);
  return rows;
}
