import { expect, test } from 'bun:test';
import { createOrderSystem, failureOf } from './support/order-system.ts';

test('a created actor answers an ask after its commit, with its new revision and view', async () => {
  const { order, test: system } = createOrderSystem();
  const created = await order().create({ owner: '0xa' });
  expect(created).toMatchObject({ id: 'order/o1', revision: 1, changed: true, accepted: true, duplicate: false });

  const reply = await order().ask({ type: 'ADD', by: 5 });
  expect(reply).toMatchObject({ revision: 2, changed: true, accepted: true, duplicate: false });
  expect(reply.snapshot.context.count).toBe(5);
  expect(reply.view()).toEqual({ key: 'o1', revision: 2, owner: '0xa', count: 5, value: 'open' });
  expect(await system.system().operator.show('order/o1')).toMatchObject({
    revision: 2,
    keys: { wallet: '0xa', chainId: 1, status: 'active' },
  });
});

test('an ask of an actor that was never created is refused, and leaves nothing behind', async () => {
  const { order, test: system } = createOrderSystem();
  expect(await failureOf(order().ask({ type: 'NEXT' }))).toMatchObject({ code: 'actor-not-found', kind: 'terminal' });
  expect(await order().read()).toBeNull();
  expect(system.system().stats().residents).toBe(0);
});

test('an unknown actor type is refused', async () => {
  const { test: system } = createOrderSystem();
  expect(await failureOf(system.system().send('ghost/1', { type: 'NEXT' }))).toMatchObject({ code: 'unknown-actor-type' });
});

test('a second create is refused, and a repeat of the first is answered', async () => {
  const { order } = createOrderSystem();
  await order().create({ owner: '0xa' }, { eventId: 'first' });
  expect(await order().create({ owner: '0xa' }, { eventId: 'first' })).toMatchObject({ duplicate: true, changed: false, revision: 1 });
  expect(await failureOf(order().create({ owner: '0xb' }))).toMatchObject({ code: 'actor-exists', kind: 'terminal' });
});

test('two creates at once make one actor', async () => {
  const { order } = createOrderSystem();
  const results = await Promise.allSettled([order().create({ owner: '0xa' }), order().create({ owner: '0xb' })]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  expect((await order().read())?.view.owner).toBe('0xa');
});

test('the same event id changes an actor once, one after another and at the same time', async () => {
  const { order, context } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const [first, second] = await Promise.all([
    order().ask({ type: 'ADD', by: 1 }, { eventId: 'e1' }),
    order().ask({ type: 'ADD', by: 1 }, { eventId: 'e1' }),
  ]);
  expect([first.duplicate, second.duplicate]).toEqual([false, true]);
  expect(await order().ask({ type: 'ADD', by: 1 }, { eventId: 'e1' })).toMatchObject({ duplicate: true, accepted: true, changed: false });
  expect((await context()).count).toBe(1);
});

test('an event that the state does not expect changes nothing, and is reported', async () => {
  const { order, record, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const before = await record();
  expect(await order().ask({ type: 'DEEPER' })).toMatchObject({ accepted: false, changed: false, revision: 1 });
  expect(await record()).toEqual(before);
  expect(system.events).toContainEqual(expect.objectContaining({ kind: 'not-accepted', id: 'order/o1', event: 'DEEPER', state: 'open' }));
});

test('an expected event that changes nothing is accepted and writes nothing', async () => {
  const { order, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  expect(await order().ask({ type: 'NOTHING' })).toMatchObject({ accepted: true, changed: false, revision: 1 });
  expect(system.events.some(({ kind }) => kind === 'not-accepted')).toBe(false);
});

test('a finished actor takes nothing more, not even what its root would', async () => {
  const { order } = createOrderSystem();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'FINISH' });
  expect(await order().ask({ type: 'ADD', by: 1 })).toMatchObject({ accepted: false, changed: false, revision: 2 });
  expect((await order().read())?.snapshot.status).toBe('done');
});

test('events that have no schema are refused: those of XState itself, results of effects, and names of Object.prototype', async () => {
  const { order, record, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  for (const type of [
    'xstate.stop',
    'xstate.init',
    'xstate.error.actor.x',
    'xstate.done.state.order',
    'PAID',
    'toString',
    '__proto__',
    '*',
    '',
  ]) {
    expect(await failureOf(system.system().send('order/o1', { type }))).toMatchObject({ code: 'unknown-event', kind: 'terminal' });
    expect(await failureOf(system.system().operator.send('order/o1', { type }, 'op'))).toMatchObject({ code: 'unknown-event' });
  }
  expect((await record()).revision).toBe(1);
});

test('an event that breaks its schema is refused with the path of each problem', async () => {
  const { test: system, order } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const failure = await failureOf(system.system().send('order/o1', { type: 'ADD', by: 'five' }));
  expect(failure).toMatchObject({ code: 'invalid-event', kind: 'terminal' });
  expect(failure.message).toContain('by');
});

test('events are handled in their order of arrival, and each ask sees its own step', async () => {
  const { order } = createOrderSystem();
  await order().create({ owner: '0xa' });
  const replies = await Promise.all(Array.from({ length: 50 }, () => order().ask({ type: 'ADD', by: 1 })));
  expect(replies.map(({ snapshot }) => snapshot.context.count)).toEqual(Array.from({ length: 50 }, (_, i) => i + 1));
  expect(replies.map(({ revision }) => revision)).toEqual(Array.from({ length: 50 }, (_, i) => i + 2));
});

test('a full mailbox refuses the next caller clearly, and drops none that it took', async () => {
  const { order, context } = createOrderSystem({ system: { mailboxLimit: 3 } });
  await order().create({ owner: '0xa' });
  const results = await Promise.allSettled(Array.from({ length: 6 }, () => order().ask({ type: 'ADD', by: 1 })));
  // Of the six asks, one is being committed, three wait in the mailbox, and two must be refused.
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
  expect(refused[0]).toMatchObject({ code: 'mailbox-full', kind: 'overload', retryAfterMs: 1_000 });
  expect((await context()).count).toBe(4);
  expect(await order().ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true });
});

test('the result of an effect comes home through a full mailbox', async () => {
  const { order, context, test: system } = createOrderSystem({ system: { mailboxLimit: 1 } });
  await order().create({ owner: '0xa' });
  const asks = [order().ask({ type: 'PAY', amount: '1' }), ...Array.from({ length: 20 }, () => order().ask({ type: 'ADD', by: 1 }))];
  await Promise.allSettled(asks);
  await system.settle();
  expect((await context()).receipts).toHaveLength(1);
});

test('a node with too many requests in hand refuses more, and takes them again afterwards', async () => {
  const { order, test: system } = createOrderSystem({ system: { maxOutstanding: 4 } });
  await Promise.all(['a', 'b', 'c', 'd'].map((key) => order(key).create({ owner: key })));
  const results = await Promise.allSettled(['a', 'b', 'c', 'd', 'a'].map((key) => order(key).ask({ type: 'ADD', by: 1 })));
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(results.at(-1)).toMatchObject({ reason: { code: 'system-overloaded', kind: 'overload' } });
  expect(await order('a').ask({ type: 'ADD', by: 1 })).toMatchObject({ changed: true });
  await system.settle();
});

test('actors beyond the resident bound are let go, and come back as they were', async () => {
  const { order, context, test: system } = createOrderSystem({ system: { maxResidents: 5 } });
  const keys = Array.from({ length: 40 }, (_, i) => `o${i}`);
  for (const key of keys) {
    await order(key).create({ owner: key });
    await order(key).ask({ type: 'ADD', by: 1 });
  }
  expect(system.system().stats().residents).toBeLessThanOrEqual(6);
  for (const key of keys) {
    expect(await order(key).ask({ type: 'ADD', by: 1 }, { eventId: `${key}-again` })).toMatchObject({ revision: 3, changed: true });
    expect((await context(key)).count).toBe(2);
  }
  expect(await order('o0').ask({ type: 'ADD', by: 1 }, { eventId: 'o0-again' })).toMatchObject({ duplicate: true });
});

test('many at once over a small resident bound all get through', async () => {
  const { order, context } = createOrderSystem({ system: { maxResidents: 2 } });
  const keys = Array.from({ length: 30 }, (_, i) => `o${i}`);
  await Promise.all(keys.map((key) => order(key).create({ owner: key })));
  await Promise.all([...keys, ...keys, ...keys].map((key) => order(key).ask({ type: 'ADD', by: 1 })));
  for (const key of keys) expect((await context(key)).count).toBe(3);
});

test('lists find actors by their keys, page by page', async () => {
  const { order, orders, test: system } = createOrderSystem();
  for (const key of ['a', 'b', 'c']) await order(key).create({ owner: '0xa' });
  await order('d').create({ owner: '0xb' });
  const first = await system.system().list(orders, { keys: { wallet: '0xa' }, limit: 2 });
  expect(first.actors.map(({ view }) => view.key)).toEqual(['a', 'b']);
  const rest = await system.system().list(orders, { keys: { wallet: '0xa' }, limit: 2, ...(first.cursor ? { cursor: first.cursor } : {}) });
  expect(rest.actors.map(({ id }) => id)).toEqual(['order/c']);
  expect(rest.cursor).toBeNull();
});
