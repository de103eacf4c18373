import { expect, test } from 'bun:test';
import { actorWithoutEffects } from '../../../src/runtime/define/implement-actor.ts';
import { createActorSystem } from '../../../src/runtime/system.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { createOrderSystem } from './support/order-system.ts';

test('an actor that is due at every tick has its retries run between ticks too', async () => {
  let failures = 1;
  const {
    order,
    payments,
    test: system,
  } = createOrderSystem({
    async pay(_params, { key }) {
      failures -= 1;
      if (failures >= 0) throw new RetryableError({ code: 'busy', message: 'busy', retryAfterMs: 5_000 });
      return { type: 'PAID', receipt: key };
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await system.tick();
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  expect(payments).toHaveLength(1);
  await system.advance(10_000);
  expect(payments).toHaveLength(2);
});

test('a node begins within a second an effect that another process requested for an actor that is due at every tick', async () => {
  const { order, orders, record, payments, test: system } = createOrderSystem();
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'WANT_TICK', dueAtMs: 0 });
  await system.tick();
  expect((await record()).wakeAtMs).toBe(0);
  // An operator's command works on the same store and runs no effects.
  const { clock, timers } = system.time;
  const command = createActorSystem({
    ...{
      actors: [actorWithoutEffects(orders)],
      store: system.store,
      clock,
      timers,
      nodeId: 'operator-1',
      tickEveryMs: 60_000,
      maxEffects: 0,
    },
    ...{ ids: () => `command-${clock.now()}`, random: () => 0.5 },
  });
  await system.advance(5_000);
  await command.of(orders, 'o1').ask({ type: 'PAY', amount: '7' });
  expect((await record()).wakeAtMs).toBe(clock.now());
  await system.advance(1_000);
  expect(payments).toHaveLength(1);
  expect((await record()).wakeAtMs).toBe(0);
});
