import { expect, test } from 'bun:test';
import { createOrderSystem, failureOf } from './support/order-system.ts';

const MINUTE = 60_000;

async function failingOrder(options: Parameters<typeof createOrderSystem>[0] = {}) {
  const orders = createOrderSystem({ facts: async () => new Map([['price/1', '5']]), ...options });
  await orders.order().create({ owner: '0xa' });
  await orders.order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await orders.order().ask({ type: 'FAIL_TICKS', failing: true });
  return orders;
}

test('failing ticks back off, further each time, and end in quarantine', async () => {
  const { record, test: system } = await failingOrder({
    system: { supervision: { maxFailures: 4, firstDelayMs: 4 * MINUTE, maxDelayMs: 60 * MINUTE } },
  });
  const pauses: number[] = [];
  for (let tick = 0; tick < 200 && (await record()).health.state !== 'quarantined'; tick += 1) {
    const before = (await record()).health.failures;
    await system.tick();
    const { health } = await record();
    if (health.failures > before && health.untilMs !== null) pauses.push(health.untilMs - system.time.clock.now());
  }
  expect(pauses).toHaveLength(3);
  for (const [i, pause] of pauses.entries()) {
    expect(pause).toBeGreaterThanOrEqual(2 * MINUTE * 2 ** i);
    expect(pause).toBeLessThanOrEqual(4 * MINUTE * 2 ** i);
  }
  expect(await record()).toMatchObject({
    wakeAtMs: null,
    health: { state: 'quarantined', failures: 4, lastError: { code: 'step-failed' } },
  });
  expect(system.events.filter(({ kind }) => kind === 'quarantined')).toHaveLength(1);
  expect(await system.system().operator.counts()).toMatchObject({ byTypeAndStatus: [{ type: 'order', health: 'quarantined', count: 1 }] });
});

test('while it backs off an actor takes asks, and one good tick heals it', async () => {
  const { order, record, context, test: system } = await failingOrder();
  await system.tick();
  expect((await record()).health.state).toBe('backing-off');
  await order().ask({ type: 'FAIL_TICKS', failing: false });
  for (let i = 0; i < 3; i += 1) await system.tick();
  expect((await record()).health).toMatchObject({ state: 'ok', failures: 0 });
  expect((await context()).prices.length).toBeGreaterThan(0);
});

test('an event that the actor does not expect is no sign of health', async () => {
  const { order, record, test: system } = await failingOrder();
  await system.tick();
  const before = await record();
  expect(await order().ask({ type: 'DEEPER' })).toMatchObject({ accepted: false, changed: false });
  expect(await record()).toEqual(before);
});

test('a quarantined actor refuses asks and ticks until an operator releases it; then it continues', async () => {
  const {
    order,
    record,
    context,
    test: system,
  } = await failingOrder({
    system: { supervision: { maxFailures: 1, firstDelayMs: MINUTE, maxDelayMs: MINUTE } },
  });
  await system.tick();
  expect((await record()).health.state).toBe('quarantined');
  expect(await failureOf(order().ask({ type: 'ADD', by: 1 }))).toMatchObject({ code: 'actor-quarantined', kind: 'quarantined' });
  expect(await system.tick()).toMatchObject({ due: 0 });
  // A quarantined actor must still be readable and appear in lists.
  expect(await order().read()).toMatchObject({ health: { state: 'quarantined' } });
  expect((await system.system().operator.list({ health: 'quarantined', order: 'oldest', limit: 10 })).actors).toHaveLength(1);

  const released = await system.system().operator.release('order/o1', 'alice');
  expect(released.health.state).toBe('ok');
  await order().ask({ type: 'FAIL_TICKS', failing: false });
  await system.tick();
  expect((await context()).prices).toEqual(['5']);
  const history = await system.system().operator.history('order/o1', { limit: 10 });
  expect(history.find(({ event }) => event.type === 'runtime.released')).toMatchObject({ cause: { kind: 'operator', by: 'alice' } });
});

test('an unavailable store does not count as a failed step', async () => {
  const { record, order, test: system } = await failingOrder();
  await order().ask({ type: 'FAIL_TICKS', failing: false });
  system.faults(({ note }) => (note.cause.kind === 'tick' ? { kind: 'fail', point: 'before' } : null));
  expect(await system.tick()).toMatchObject({ failed: 1 });
  expect((await record()).health).toMatchObject({ state: 'ok', failures: 0 });
  system.faults(null);
  expect(await system.tick()).toMatchObject({ failed: 0, committed: 1 });
});

test('an operator’s event is in history with who sent it', async () => {
  const { test: system } = await failingOrder();
  expect(await system.system().operator.send('order/o1', { type: 'ADD', by: 2 }, 'bob')).toMatchObject({ changed: true, accepted: true });
  const [entry] = await system.system().operator.history('order/o1', { limit: 1 });
  expect(entry).toMatchObject({ event: { type: 'ADD' }, cause: { kind: 'operator', by: 'bob' } });
});
