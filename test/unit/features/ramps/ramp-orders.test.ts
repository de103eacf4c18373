import { describe, expect, test } from 'bun:test';
import { whyRampOrder } from '../../../../actors/ramp-order/why.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { HASH, orderBench, PROVIDER, referenceOf, termsOf, WALLET, webhook } from './order-bench.ts';

const ONE = referenceOf(1);
const signed = (more: object = {}) => webhook({ orderId: 'order-0001', reference: ONE, key: 'right', ...more });

async function begun() {
  const bench = orderBench();
  const [node] = bench.nodes;
  if (node === undefined) throw new TypeError('A bench has a node');
  await node.orders.assigned(termsOf(ONE, bench.startMs));
  await node.test.settle();
  return { ...bench, ...node };
}

describe('an order at a ramp provider', () => {
  test('is created when its reference is assigned, once', async () => {
    const { orders, startMs, store } = await begun();
    await orders.assigned(termsOf(ONE, startMs));
    expect(await store.count({ type: 'ramp-order' })).toBe(1);
    expect(await orders.find(ONE, WALLET)).toMatchObject({ status: 'created', terms: { provider: PROVIDER, fiat: 'EUR' } });
    const other = await orders.find(ONE, `0x${'99'.repeat(20)}` as typeof WALLET).catch((error: { code: string }) => error.code);
    expect(other).toBe('ramp-order-not-found');
  });

  test('a webhook makes it ask the provider, whose word is taken', async () => {
    const { takeWebhook, provider, test: node, orders, told, metrics } = await begun();
    provider.set(ONE, 'paid');
    expect(await takeWebhook(PROVIDER, signed())).toEqual(provider.ramp.traits.acknowledgement);
    await node.settle();
    expect(await orders.find(ONE, null)).toMatchObject({ status: 'paid', orderId: 'order-0001', report: { providerStatus: 'word-paid' } });
    expect(provider.asked()).toBe(1);
    // The same webhook again has no effect.
    await takeWebhook(PROVIDER, signed());
    await node.settle();
    expect(provider.asked()).toBe(1);
    expect((await told()).map(({ kind, message }) => [kind, message])).toEqual([
      ['payment', 'Onramp has received the payment for the purchase of USDC.'],
    ]);
    const { text } = await metrics.render('prometheus');
    expect(text).toContain('coxswain_ramp_order_changes_total{provider="onramp-money",corridor="buy EUR",status="paid"} 1');
    expect(text).toContain('coxswain_ramp_webhooks_total{provider="onramp-money",outcome="taken"} 2');
  });

  test('webhooks that are doubled, out of order, replayed and late by a week tell a change once at most', async () => {
    const { takeWebhook, provider, test: node, orders, told, mine } = await begun();
    mine(HASH, 210_000_000n);
    provider.set(ONE, 'completed', { transactionHash: HASH });
    for (const no of [3, 1, 1, 2, 3]) {
      await takeWebhook(PROVIDER, signed({ no }));
      await node.settle();
    }
    node.time.jump(7 * 24 * 3_600_000);
    await node.settle();
    for (const no of [0, 1, 9]) {
      await takeWebhook(PROVIDER, signed({ no }));
      await node.settle();
      await node.advance(10_000);
      await node.settle();
    }
    expect((await orders.find(ONE, null)).status).toBe('completed');
    expect((await told()).map(({ title }) => title)).toEqual(['Crypto arrived']);
  });

  test('is polled when no webhook comes', async () => {
    const { provider, test: node, orders } = await begun();
    provider.set(ONE, 'awaiting-payment');
    for (let minute = 0; minute < 3; minute += 1) await node.tick();
    expect((await orders.find(ONE, null)).status).toBe('awaiting-payment');
    provider.set(ONE, 'failed', { message: 'The card was declined.' });
    for (let minute = 0; minute < 5; minute += 1) await node.tick();
    expect(await orders.find(ONE, null)).toMatchObject({ status: 'failed', report: { message: 'The card was declined.' } });
  });

  test('is completed with the amount that the chain shows; less than promised is said', async () => {
    for (const [arrived, missing] of [
      [210_000_000n, null],
      [105_000_000n, '105'],
    ] as const) {
      const { provider, test: node, orders, takeWebhook, told, mine } = await begun();
      provider.set(ONE, 'completed', { transactionHash: HASH });
      await takeWebhook(PROVIDER, signed());
      await node.settle();
      expect((await orders.find(ONE, null)).status).toBe('delivering');
      mine(HASH, arrived);
      for (let minute = 0; minute < 2; minute += 1) await node.tick();
      const order = await orders.find(ONE, null);
      expect(order).toMatchObject({ status: 'completed', arrival: { kind: 'arrived', missing } });
      expect((await told()).map(({ title }) => title)).toEqual([missing === null ? 'Crypto arrived' : 'Less crypto arrived than promised']);
    }
  });

  test('a forged webhook, and one of an unknown order, move nothing', async () => {
    const { takeWebhook, provider, test: node, unattributed, orders, told } = await begun();
    provider.set(ONE, 'completed');
    const refused = await takeWebhook(PROVIDER, signed({ key: 'wrong' })).catch((error: { code: string }) => error.code);
    expect(refused).toBe('webhook-not-genuine');
    await takeWebhook(PROVIDER, webhook({ orderId: 'theirs', reference: 'not-ours', key: 'right' }));
    await takeWebhook(PROVIDER, webhook({ orderId: 'theirs', reference: referenceOf(7), key: 'right', no: 1 }));
    await takeWebhook(PROVIDER, webhook({ orderId: 'theirs', key: 'right', no: 2 }));
    await node.settle();
    expect(provider.asked()).toBe(0);
    expect((await orders.find(ONE, null)).status).toBe('created');
    expect(await unattributed.list({ limit: 10 })).toMatchObject([
      { orderId: 'theirs', reference: 'not-ours', webhooks: 3, isProved: true },
    ]);
    expect(await told()).toEqual([]);
  });

  test('a webhook without a reference finds the order by the id that its checkout gave', async () => {
    const { takeWebhook, provider, test: node, orders, startMs } = await begun();
    await orders.opened({ terms: termsOf(ONE, startMs), checkout: { url: 'https://x', orderId: 'order-0001', expiresAtMs: null } });
    provider.set(ONE, 'paid');
    await takeWebhook(PROVIDER, webhook({ orderId: 'order-0001', key: 'right' }));
    await node.settle();
    expect((await orders.find(ONE, null)).status).toBe('paid');
  });

  test('an order that a webhook names only by the provider id is asked about until the provider answers, and then followed', async () => {
    const { takeWebhook, askUnfound, provider, test: node, orders, unattributed } = await begun();
    provider.set(ONE, 'paid');
    provider.fail(new ProviderFailure('unavailable', 'It is in maintenance.'));
    await takeWebhook(PROVIDER, webhook({ orderId: 'order-0001', key: 'right' }));
    await askUnfound();
    await askUnfound();
    expect([provider.asked(), (await orders.find(ONE, null)).status]).toEqual([1, 'created']);
    expect(await unattributed.list({ limit: 10 })).toMatchObject([{ orderId: 'order-0001', reference: null }]);
    await node.advance(60_000);
    await askUnfound();
    await node.advance(60_000);
    await askUnfound();
    provider.fail(null);
    await node.advance(5 * 60_000);
    await askUnfound();
    await node.settle();
    expect(await orders.find(ONE, null)).toMatchObject({ status: 'paid', orderId: 'order-0001' });
    expect(await unattributed.list({ limit: 10 })).toEqual([]);
    const asked = provider.asked();
    await node.advance(3_600_000);
    await askUnfound();
    // It is settled: only the order itself asks.
    expect(provider.asked() - asked).toBeLessThanOrEqual(1);
  });

  test('an order of somebody else stays unattributed with what the provider says; an unknown one is asked about a few times', async () => {
    const { takeWebhook, askUnfound, provider, test: node, unattributed } = await begun();
    provider.set(referenceOf(7), 'completed', { orderId: 'theirs' });
    await takeWebhook(PROVIDER, webhook({ orderId: 'theirs', key: 'right' }));
    await takeWebhook(PROVIDER, webhook({ orderId: 'nowhere', key: 'right' }));
    for (let hour = 0; hour < 30; hour += 1) {
      await askUnfound();
      await node.advance(3_600_000);
    }
    expect(provider.asked()).toBeLessThanOrEqual(1 + 2 * 4 + 10);
    expect(await unattributed.list({ limit: 10 })).toMatchObject(
      expect.arrayContaining([
        expect.objectContaining({ orderId: 'theirs', reference: referenceOf(7), providerStatus: 'word-completed' }),
        expect.objectContaining({ orderId: 'nowhere', reference: null }),
      ]),
    );
  });

  test('an order that only its id finds follows it when the provider was away at the moment of the webhook', async () => {
    const { takeWebhook, provider, test: node, orders } = await begun();
    provider.set(ONE, 'paid');
    provider.fail(new ProviderFailure('unavailable', 'It is in maintenance.'));
    await takeWebhook(PROVIDER, signed());
    await node.advance(10_000);
    expect(await orders.find(ONE, null)).toMatchObject({ status: 'created', askFailure: 'provider-unavailable' });
    provider.fail(null);
    for (let minute = 0; minute < 3; minute += 1) await node.tick();
    expect(await orders.find(ONE, null)).toMatchObject({ status: 'paid', orderId: 'order-0001' });
  });

  test('a report about an order with another reference is refused', async () => {
    const { takeWebhook, provider, test: node, orders } = await begun();
    provider.set(referenceOf(2), 'completed', { orderId: 'order-0001' });
    await takeWebhook(PROVIDER, signed());
    await node.settle();
    await node.advance(10_000);
    expect(await orders.find(ONE, null)).toMatchObject({ status: 'created', report: null });
    expect((await orders.find(ONE, null)).askFailure).toBe('provider-mismatched-reply');
  });

  test('an operator sees what it waits for, when it was asked and when it is asked next', async () => {
    const { provider, test: node, orders } = await begun();
    provider.fail(new ProviderFailure('timeout', 'It did not answer in time.'));
    await orders.refresh(ONE, WALLET);
    await node.advance(10_000);
    const context = { ...(await orders.find(ONE, null)), mustAskAgain: false, quiet: 0 };
    const why = whyRampOrder({ value: context.status, context }, node.time.clock.now());
    expect(why.code).toBe('waiting-for-provider');
    expect(why.sentence).toContain('The order waits for Onramp.money, which reports the order as');
    expect(why.sentence).toContain('The provider is asked again at');
    expect(why.details.join('\n')).toMatch(
      /^Onramp\.money was asked 1 time, last at .*\nThe last request to the provider failed: provider-timeout\./,
    );
  });
});
