import { describe, expect, test } from 'bun:test';
import { createOrderSystem } from './support/order-system.ts';

/**
 * Creates the payment effect's external call. Its first call never returns, as when the process dies during the call; later calls succeed.
 */
function hangsOnce() {
  let calls = 0;
  return async (_params: object, { key }: { key: string }) => {
    calls += 1;
    return calls === 1 ? new Promise<null>(() => undefined) : { type: 'PAID' as const, receipt: key };
  };
}

describe('a process that takes over', () => {
  test('runs the effects of its dead predecessor at once, before their leases end', async () => {
    const orders = createOrderSystem({ pay: hangsOnce() });
    await orders.order().create({ owner: '0xa' });
    await orders.order().ask({ type: 'PAY', amount: '7' });
    await orders.test.settle();
    orders.test.crash();
    await orders.test.settle();
    expect((await orders.context()).receipts).toHaveLength(0);

    expect(await orders.test.system().takeOver()).toBe(1);
    await orders.test.settle();
    expect((await orders.context()).receipts).toHaveLength(1);
    expect(await orders.record()).toMatchObject({ outbox: [], health: { state: 'ok' } });
  });

  test('looks up first what may have reached the outside', async () => {
    const orders = createOrderSystem({ safety: 'reconcile', pay: hangsOnce() });
    await orders.order().create({ owner: '0xa' });
    await orders.order().ask({ type: 'PAY', amount: '7' });
    await orders.test.settle();
    orders.test.crash();

    await orders.test.system().takeOver();
    await orders.test.settle();
    expect(orders.lookups).toHaveLength(1);
  });

  test('leaves alone what it runs itself', async () => {
    const orders = createOrderSystem({ pay: hangsOnce() });
    await orders.order().create({ owner: '0xa' });
    await orders.order().ask({ type: 'PAY', amount: '7' });
    await orders.test.settle();

    expect(await orders.test.system().takeOver()).toBe(0);
    expect(orders.payments).toHaveLength(1);
  });
});
