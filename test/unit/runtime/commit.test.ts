import { expect, test } from 'bun:test';
import type { ActorCommit } from '../../../src/runtime/record/actor-store.ts';
import type { CommitFault } from '../../../src/test-kit/faulty-store.ts';
import { untriedRefusal } from '../../../src/values/store-refusal.ts';
import { createOrderSystem, failureOf } from './support/order-system.ts';

/** Creates a plan of faults: each of the first commits with this event gets one of these faults, and all other commits get none. */
function faultsFor(event: string, ...faults: readonly CommitFault[]) {
  const left = [...faults];
  return (commit: ActorCommit) => (commit.note.event.type === event ? (left.shift() ?? null) : null);
}

test('a step that lost to another node is taken again on the newer state', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  system.faults(faultsFor('ADD', { kind: 'conflict' }, { kind: 'conflict' }));
  const reply = await order().ask({ type: 'ADD', by: 1 });
  expect(reply).toMatchObject({ changed: true, accepted: true, duplicate: false, revision: 4 });
  expect((await context()).count).toBe(1);
  expect(system.events.filter(({ kind }) => kind === 'conflict')).toHaveLength(2);
});

test('a caller that loses again and again is told to retry, and nothing is half done', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  system.faults(({ note }) => (note.event.type === 'ADD' ? { kind: 'conflict' } : null));
  expect(await failureOf(order().ask({ type: 'ADD', by: 1 }))).toMatchObject({ code: 'too-many-conflicts', kind: 'retryable' });
  system.faults(null);
  expect((await context()).count).toBe(0);
  expect(await order().ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true });
});

test('a commit whose reply was lost is found, not applied again, and published to subscribers', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  system.faults(faultsFor('ADD', { kind: 'fail', point: 'after' }));
  expect(await order().ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true, duplicate: false, revision: 2 });
  expect((await context()).count).toBe(1);
  expect(system.events).toContainEqual(expect.objectContaining({ kind: 'committed', id: 'order/o1', event: 'ADD', revision: 2 }));
});

test('a creation whose reply was lost is found', async () => {
  const { order, test: system } = createOrderSystem();
  system.faults(faultsFor('runtime.created', { kind: 'fail', point: 'after' }));
  expect(await order().create({ owner: '0xa' })).toMatchObject({ changed: true, revision: 1 });
});

test('a commit whose reply was lost is found in history when many others followed it', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const other = createOrderSystem({ system: { store: system.store, nodeId: 'other', seed: 2 } });
  const store = system.store;
  let overtaken = false;
  system.faults(faultsFor('ADD', { kind: 'fail', point: 'after' }));
  const { load } = store;
  // Between the lost reply and the check whether the commit was written, another node steps the actor 20 times. So `applied`, the list of
  // the last events, no longer contains our event.
  store.load = async (ids) => {
    if (!overtaken) {
      overtaken = true;
      for (let i = 0; i < 20; i += 1) await other.order().ask({ type: 'ADD', by: 100 });
    }
    return load(ids);
  };
  const { changed, revision } = await order().ask({ type: 'ADD', by: 1 }, { eventId: 'ours' });
  expect({ changed, revision }).toEqual({ changed: true, revision: 22 });
  expect((await context()).count).toBe(2_001);
});

test('a commit that failed before it was written is done again', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  system.faults(faultsFor('ADD', { kind: 'fail', point: 'before' }, { kind: 'fail', point: 'before' }));
  expect(await order().ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true, revision: 2 });
  expect((await context()).count).toBe(1);
});

test('while the store accepts nothing, the callers’ error names the store', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  system.faults(() => ({ kind: 'fail', point: 'before' }));
  expect(await failureOf(order().ask({ type: 'ADD', by: 1 }))).toMatchObject({ code: 'store-unavailable', kind: 'retryable' });
  system.faults(null);
  expect((await context()).count).toBe(0);
  expect(await order().ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true });
});

test('when the store goes away after a commit was sent, the caller’s error says that the outcome is unknown, and a repeat is safe', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const { load } = system.store;
  system.faults(faultsFor('ADD', { kind: 'fail', point: 'after' }));
  system.store.load = () => Promise.reject(new Error('connection refused'));
  const failure = await failureOf(order().ask({ type: 'ADD', by: 1 }, { eventId: 'e1' }));
  expect(failure).toMatchObject({ code: 'commit-unknown', kind: 'indeterminate' });
  system.store.load = load;
  expect(await order().ask({ type: 'ADD', by: 1 }, { eventId: 'e1' })).toMatchObject({ duplicate: true });
  expect((await context()).count).toBe(1);
});

test('one actor whose step cannot be stored fails alone: the others of its batch are committed', async () => {
  const { order, context, test: system } = createOrderSystem();
  const keys = Array.from({ length: 30 }, (_, i) => `o${i}`);
  await Promise.all(keys.map((key) => order(key).create({ owner: key })));
  const asks = keys.map((key, i) => order(key).ask(i === 15 ? { type: 'POISON' } : { type: 'ADD', by: 1 }));
  const results = await Promise.allSettled(asks);
  expect(results.flatMap(({ status }, i) => (status === 'rejected' ? [i] : []))).toEqual([15]);
  expect(results[15]).toMatchObject({ reason: { code: 'step-failed' } });
  for (const key of keys) expect(await context(key)).toMatchObject({ owner: key, count: key === 'o15' ? 0 : 1 });
  await system.settle();
  expect(await order('o15').ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true });
});

test('a step that throws leaves the actor as it was and says so', async () => {
  const { order, record, payments, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const before = await record();
  const failure = await failureOf(order().ask({ type: 'EXPLODE' }));
  expect(failure).toMatchObject({ code: 'step-failed', kind: 'terminal' });
  expect(failure.message).toContain('boom');
  expect(await record()).toEqual(before);
  expect(system.events).toContainEqual(expect.objectContaining({ kind: 'step-failed', id: 'order/o1', event: 'EXPLODE' }));
  expect(payments).toEqual([]);
});

test('effects that a step requested before it threw are not run by the next step', async () => {
  const { order, payments, record, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  expect(await failureOf(order().ask({ type: 'PAY_AND_EXPLODE' }))).toMatchObject({ code: 'step-failed' });
  await order().ask({ type: 'ADD', by: 1 });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  expect(payments.map(({ params }) => params.amount)).toEqual(['7']);
  expect((await record()).outbox).toEqual([]);
});

test('history has every revision with its event, cause and record', async () => {
  const { order, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  for (let i = 0; i < 40; i += 1)
    await order().ask({ type: 'ADD', by: i }, { eventId: `add-${i}`, cause: { kind: 'http', by: 'request-1' } });
  const entries = await system.system().operator.history('order/o1', { limit: 100 });
  expect(entries.map(({ revision }) => revision)).toEqual(Array.from({ length: 41 }, (_, i) => 41 - i));
  expect(entries[0]).toMatchObject({
    event: { id: 'add-39', type: 'ADD', payload: { by: 39 } },
    cause: { kind: 'http', by: 'request-1' },
    from: 'open',
  });
  expect(entries.at(-1)).toMatchObject({ revision: 1, from: null, event: { type: 'runtime.created' } });
});

test('when the store is known to refuse, it is not searched for commits that it never tried', async () => {
  const { order, context, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const { commit, load } = system.store;
  const asked = { commits: 0, loads: 0 };
  system.store.commit = async () => {
    asked.commits += 1;
    throw untriedRefusal('disk-full');
  };
  system.store.load = (ids) => {
    asked.loads += 1;
    return load(ids);
  };
  const refusal = { code: 'store-refuses', kind: 'retryable', message: untriedRefusal('disk-full').message };
  expect(await failureOf(order().ask({ type: 'ADD', by: 1 }))).toMatchObject(refusal);
  expect(await failureOf(order('o2').create({ owner: '0xa' }))).toMatchObject(refusal);
  // Two commits were tried. The only read from the store was that of the second actor, whether it exists already.
  expect(asked).toEqual({ commits: 2, loads: 1 });
  Object.assign(system.store, { commit, load });
  expect(await order().ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true, revision: 2 });
  expect(await order('o2').create({ owner: '0xa' })).toMatchObject({ changed: true, revision: 1 });
  expect((await context()).count).toBe(1);
});
