import { expect, test } from 'bun:test';
import type { OpenStore } from './open-actor-store.ts';
import { change, create, creation, firstRecord, loadHeld, outboxEntry, step } from './support/sample-records.ts';

const KEYS = { wallet: 'w', chainId: 1, status: 'pending' };

/** Tests `forget`: the store must delete everything about the given actors and nothing about other actors. */
export function testForget(open: OpenStore): void {
  test('a forgotten actor is removed completely and no query finds it; others stay', async () => {
    await using opened = await open();
    const { store } = opened;
    const other = await create(store, firstRecord('vault/other', { keys: KEYS, wakeAtMs: 5 }));
    const first = await step(store, await create(store, firstRecord('vault/1', { keys: KEYS, wakeAtMs: 5 })));
    await create(store, firstRecord('vault/newest', { keys: KEYS }));
    expect(await store.forget([await loadHeld(store, 'vault/1')])).toEqual([true]);

    expect(await store.load(['vault/1'])).toEqual([null]);
    expect(await store.loadRefs([first.handle.ref])).toEqual([null]);
    expect(await store.history('vault/1', { limit: 10 })).toEqual([]);
    expect(await store.historyAt('vault/1', 1)).toBeNull();
    expect(await store.hasApplied('vault/1', 'vault/1#1')).toBe(false);
    expect(await store.count({ type: 'vault', statuses: ['pending'] })).toBe(2);
    expect(await store.count({ keys: { wallet: 'w' } })).toBe(2);
    expect((await store.counts()).actors).toBe(2);
    const listed = await store.listIds({ type: 'vault', order: 'oldest', limit: 10 });
    expect(listed.ids.toSorted()).toEqual(['vault/newest', 'vault/other']);
    const due = await store.due({ afterMs: null, untilMs: 10, limit: 10 });
    expect(due.rows.map(({ ref }) => ref)).toEqual([other.handle.ref]);
    expect((await step(store, other)).record.revision).toBe(2);
    while ((await store.prune({ beforeMs: 5_000_000, limit: 1_000 })) > 0);
    expect((await loadHeld(store, 'vault/other')).record.revision).toBe(2);
  });

  test('an actor that moved on, has an effect in its outbox, or waits for a value is not forgotten', async () => {
    await using opened = await open();
    const { store } = opened;
    const stale = await create(store, firstRecord('vault/moved'));
    const loaded = await loadHeld(store, 'vault/moved');
    const moved = await step(store, stale);
    const busy = await create(store, firstRecord('vault/busy', { outbox: [outboxEntry()] }));
    const armed = await create(store, firstRecord('vault/armed', { triggers: [{ topic: 't', op: 'at-least', value: 1 }] }));
    await create(store, firstRecord('vault/newest'));
    const before = await store.counts();
    expect(await store.forget([loaded, busy, armed])).toEqual([false, false, false]);
    expect(await store.counts()).toEqual(before);
    expect((await loadHeld(store, 'vault/moved')).record).toStrictEqual(moved.record);
    expect(await store.forget([])).toEqual([]);
  });

  test('a commit based on a forgotten actor loses, also when its id is in use again', async () => {
    await using opened = await open();
    const { store } = opened;
    const first = await create(store, firstRecord('vault/1'));
    await create(store, firstRecord('vault/newest'));
    const late = change({ ...first, handle: { ...first.handle } });
    expect(await store.forget([await loadHeld(store, 'vault/1')])).toEqual([true]);
    expect(await store.forget([first])).toEqual([false]);
    expect(await store.commit([late])).toEqual(['conflict']);
    const again = firstRecord('vault/1', { createdAtMs: 9_000, updatedAtMs: 9_000 });
    expect(await store.commit([creation(again)])).toEqual(['won']);
    expect(await store.commit([change({ ...first, handle: { ...first.handle } })])).toEqual(['conflict']);
    expect((await loadHeld(store, 'vault/1')).record).toStrictEqual(again);
    expect((await step(store, await loadHeld(store, 'vault/1'))).record.revision).toBe(2);
  });

  test('the newest actor may stay; an actor created after a forgotten one is not mistaken for it', async () => {
    await using opened = await open();
    const { store } = opened;
    const newest = await create(store, firstRecord('vault/1'));
    const [isGone] = await store.forget([newest]);
    const next = await create(store, firstRecord('vault/2'));
    expect(next.handle.ref).not.toBe(newest.handle.ref);
    expect((await store.load(['vault/1'])).map((found) => found === null)).toEqual([isGone === true]);
    expect(await store.forget([newest])).toEqual([isGone !== true]);
    expect((await loadHeld(store, 'vault/2')).record.revision).toBe(1);
  });
}
