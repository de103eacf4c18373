import { expect, test } from 'bun:test';
import { HEALTHY, type OutboxEntry } from '../../../src/runtime/record/record.ts';
import type { OpenSharedStore, OpenStore } from './open-actor-store.ts';
import { change, create, createAll, creation, firstRecord, heldAfter, loadHeld, step, stepTo } from './support/sample-records.ts';

/** Tests compare-and-set, that the commits of one call are independent of each other, and that records are read as they were written. */
export function testCommits(open: OpenStore): void {
  test('a created actor is loaded as it was written, by id and by reference, and an unknown one is null', async () => {
    await using opened = await open();
    const { store } = opened;
    const { record, handle } = await create(store, firstRecord('vault/1/with/slashes'));
    const [unknown, byId] = await store.load(['vault/none', 'vault/1/with/slashes']);
    expect(unknown).toBeNull();
    expect(byId?.record).toStrictEqual(record);
    const [byRef, none] = await store.loadRefs([handle.ref, typeof handle.ref === 'number' ? 1e9 : 'none']);
    expect(byRef?.record).toStrictEqual(record);
    expect(none ?? null).toBeNull();
  });

  test('creating an id that exists loses and changes nothing', async () => {
    await using opened = await open();
    const { store } = opened;
    const { record } = await create(store, firstRecord('vault/1'));
    const other = creation(firstRecord('vault/1', { version: 9 }));
    expect(await store.commit([other])).toEqual(['conflict']);
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(record);
  });

  test('a commit on a revision that moved on loses and changes nothing', async () => {
    await using opened = await open();
    const { store } = opened;
    await create(store, firstRecord('vault/1'));
    const [mine, theirs] = [await loadHeld(store, 'vault/1'), await loadHeld(store, 'vault/1')];
    const won = await step(store, theirs, { version: 2, wakeAtMs: 50 });
    expect(await store.commit([change(mine, { version: 3, wakeAtMs: 60 })])).toEqual(['conflict']);
    const after = await loadHeld(store, 'vault/1');
    expect(after.record).toStrictEqual(won.record);
    await step(store, after);
  });

  test('a whole record that loses changes nothing either', async () => {
    await using opened = await open();
    const { store } = opened;
    const held = await create(store, firstRecord('vault/1'));
    await stepTo(store, held, 16);
    const [mine, theirs] = [await loadHeld(store, 'vault/1'), await loadHeld(store, 'vault/1')];
    const won = await step(store, theirs);
    expect(await store.commit([change(mine, { version: 3 })])).toEqual(['conflict']);
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(won.record);
    expect((await store.history('vault/1', { limit: 100 })).length).toBe(17);
  });

  test('of many commits that name one revision exactly one wins', async () => {
    await using opened = await open();
    const { store } = opened;
    await create(store, firstRecord('vault/1'));
    const rivals = await Promise.all(Array.from({ length: 20 }, () => loadHeld(store, 'vault/1')));
    const results = await Promise.all(rivals.map((held, at) => store.commit([change(held, { version: at })])));
    expect(results.flat().filter((result) => result === 'won')).toHaveLength(1);
    expect((await loadHeld(store, 'vault/1')).record.version).toBe(results.flat().indexOf('won'));
  });

  test('commits of one call are independent: losers between winners, answered in order', async () => {
    await using opened = await open();
    const { store } = opened;
    const [a, b, c] = await createAll(store, [firstRecord('vault/a'), firstRecord('vault/b'), firstRecord('vault/c')]);
    if (a === undefined || b === undefined || c === undefined) throw new Error('not created');
    const stale = await loadHeld(store, 'vault/b');
    await step(store, b);
    const commits = [
      change(a, { keys: { wallet: 'w', chainId: 1, status: 's' } }),
      change(stale, { keys: { wallet: 'lost', chainId: 2, status: 'lost' }, wakeAtMs: 7 }),
      creation(firstRecord('vault/a')),
      creation(firstRecord('vault/d')),
      change(c),
    ];
    const results = await store.commit(commits);
    expect(results).toEqual(['won', 'conflict', 'conflict', 'won', 'won']);
    for (const at of [0, 3, 4]) {
      const commit = commits[at];
      if (commit === undefined) throw new Error('no commit');
      const held = heldAfter(commit, results[at]);
      expect((await loadHeld(store, held.record.id)).record).toStrictEqual(held.record);
      await step(store, held);
    }
    expect((await store.list({ keys: { wallet: 'lost' }, order: 'oldest', limit: 10 })).actors).toEqual([]);
  });

  test('an actor continues over many revisions, from kept and from fresh handles', async () => {
    await using opened = await open();
    const { store } = opened;
    let held = await create(store, firstRecord('vault/1'));
    for (let revision = 2; revision <= 70; revision++) {
      if (revision % 7 === 0) held = await loadHeld(store, 'vault/1');
      held = await step(store, held, { wakeAtMs: revision % 3 === 0 ? null : revision });
      expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(held.record);
    }
  });

  test('every part of a record can change, and changes back', async () => {
    await using opened = await open();
    const { store } = opened;
    const lastError = { code: 'oops', message: 'it broke', atMs: 5 };
    const entry: OutboxEntry = {
      key: 'vault/1/2/0',
      name: 'pay',
      params: { amount: '1' },
      state: 'leased',
      attempts: 1,
      nextAttemptAtMs: 10,
      leasedBy: 'node-1',
      leaseUntilMs: 20,
      lastError,
    };
    const first = await create(store, firstRecord('vault/1'));
    const changed = await step(store, first, {
      version: 2,
      epoch: 1,
      snapshot: { status: 'done', value: { open: { deep: 'x' } }, context: { other: [1, { two: null }] }, output: { total: '5' } },
      dueAtMs: 11,
      wakeAtMs: 10,
      outbox: [entry],
      keys: { wallet: '0xabc', chainId: 56, status: 'success' },
      health: { state: 'quarantined', failures: 3, sinceMs: 9, untilMs: null, lastError },
    });
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(changed.record);
    const { snapshot, dueAtMs, wakeAtMs, outbox, keys } = first.record;
    const back = await step(store, changed, { snapshot, dueAtMs, wakeAtMs, outbox, keys, health: HEALTHY });
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(back.record);
  });

  test('JSON is read as it was written: half surrogates, __proto__, numbers; undefined members are dropped', async () => {
    await using opened = await open();
    const { store } = opened;
    const context = JSON.parse('{"__proto__":{"a":1},"constructor":"c","\\ud800":"\\udfff","line":"a\\nb\\u2028\\u0000","pair":"😀"}');
    Object.assign(context, { big: 2 ** 53 + 2, small: 5e-324, max: Number.MAX_VALUE, zero: 0, gone: undefined });
    const id = 'vault/\ud800\u0000é';
    const held = await create(store, firstRecord(id, { snapshot: { status: 'active', value: 'a', context } }));
    await create(store, firstRecord('vault/\udbff\u0000é'));
    const again = { ...context, line: '\udc00', 'new\ud83d': '\ufffd\uffff' };
    const stepped = await step(store, held, { snapshot: { status: 'active', value: 'b', context: again } });
    const { record } = await loadHeld(store, id);
    expect(record.id).toBe(id);
    const { gone: _gone, ...expected } = again;
    expect(Object.entries(record.snapshot.context).sort()).toStrictEqual(Object.entries(expected).sort());
    expect(stepped.record.revision).toBe(record.revision);
    expect(JSON.stringify((await store.historyAt(id, 1))?.record.snapshot.context)).toBe(JSON.stringify(context));
  });

  test('two batches of different actors may be in flight, and a large batch is taken whole', async () => {
    await using opened = await open();
    const { store } = opened;
    const first = createAll(
      store,
      Array.from({ length: 2_000 }, (_, at) => firstRecord(`a/${at}`)),
    );
    const second = createAll(
      store,
      Array.from({ length: 500 }, (_, at) => firstRecord(`b/${at}`)),
    );
    const held = [...(await first), ...(await second)];
    const context = { text: 'x'.repeat(300) };
    const commits = held.map((one) => change(one, { snapshot: { ...one.record.snapshot, context } }));
    const results = await Promise.all([store.commit(commits.slice(0, 1_200)), store.commit(commits.slice(1_200))]);
    expect(results.flat().every((result) => result === 'won')).toBe(true);
    const loaded = await store.load(held.map(({ record }) => record.id));
    expect(loaded.map((one) => one?.record)).toStrictEqual(commits.map(({ next }) => next));
  }, 120_000);
}

/** Tests for stores whose data can be opened by two store objects at the same time. */
export function testSharing(open: OpenSharedStore): void {
  test('two stores on the same data: one commit wins, both read it, and both continue', async () => {
    await using opened = await open();
    const { store, again } = opened;
    const other = again();
    await create(store, firstRecord('vault/1'));
    for (let round = 0; round < 20; round++) {
      const [mine, theirs] = [await loadHeld(store, 'vault/1'), await loadHeld(other, 'vault/1')];
      const results = await Promise.all([store.commit([change(mine, { version: 1 })]), other.commit([change(theirs, { version: 2 })])]);
      expect(results.flat().sort()).toEqual(['conflict', 'won']);
      const expected = results[0][0] === 'won' ? 1 : 2;
      expect((await loadHeld(store, 'vault/1')).record.version).toBe(expected);
      expect((await loadHeld(other, 'vault/1')).record).toStrictEqual((await loadHeld(store, 'vault/1')).record);
    }
    expect((await store.history('vault/1', { limit: 100 })).map(({ revision }) => revision)).toEqual(
      Array.from({ length: 21 }, (_, at) => 21 - at),
    );
    await other.close();
  });
}
