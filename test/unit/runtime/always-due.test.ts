import { expect, test } from 'bun:test';
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
