import { describe, expect, test } from 'bun:test';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { DAY_MS } from '../../../../src/values/utc-day.ts';
import {
  alertBench,
  ETH,
  NO_PRICE,
  newAlert,
  OWNER,
  offerOf,
  priceFact,
  SELL_ETH,
  START_MS,
  STRANGER,
  USDC,
} from '../../../support/alert-bench.ts';

const code = (error: unknown) => (error instanceof TerminalError ? error.code : String(error));

describe('an alert', () => {
  test('costs a tick nothing before its price is reached, fires once, and then no more', async () => {
    const bench = alertBench();
    const { id } = await bench.alerts().create(newAlert());
    expect(await bench.test.tick()).toMatchObject({ triggered: 0, stepped: 0 });
    bench.setPrice(priceFact('2799.5'));
    expect(await bench.test.tick()).toMatchObject({ triggered: 1, stepped: 1 });
    await bench.test.settle();
    for (const usd of ['2700', '2900', '2600']) {
      bench.setPrice(priceFact(usd));
      expect(await bench.test.tick()).toMatchObject({ triggered: 0 });
    }
    expect(await bench.told()).toMatchObject([
      {
        ...{ type: 'price-alert', kind: 'price-alert', wallet: OWNER, title: 'Price alert: ETH is at $2,799.5' },
        message: 'One ETH costs $2,799.5 (test), at or below $2,800.',
        data: { alertId: id, priceUsd: '2799.5', createdBy: 'wallet' },
      },
    ]);
    expect(await bench.alerts().find(OWNER, id)).toMatchObject({ status: 'fired', fired: { usd: '2799.5', source: 'test' } });
    expect(bench.counted).toEqual(['price-alert created', 'price-alert fired']);
  });

  test('is not fired by a missing, stale or doubted price', async () => {
    const bench = alertBench();
    await bench.alerts().create(newAlert());
    for (const price of [NO_PRICE, priceFact('1', 'The price jumped.')]) {
      bench.setPrice(price);
      expect(await bench.test.tick()).toMatchObject({ triggered: 0, stepped: 0 });
    }
    bench.setPrice(priceFact('2800'));
    await bench.test.tick();
    await bench.test.settle();
    expect(await bench.told()).toHaveLength(1);
  });

  test('of a change has both bounds, or the one of its direction', async () => {
    const bench = alertBench();
    const ofChange = (direction: 'up' | 'down' | 'either') =>
      bench.alerts().create(newAlert({ condition: { type: 'change', percent: '10', direction } }));
    expect(await ofChange('either')).toMatchObject({ condition: { referenceUsd: '3000', aboveUsd: '3300', belowUsd: '2700' } });
    await ofChange('down');
    await ofChange('up');
    bench.setPrice(priceFact('3300'));
    expect(await bench.test.tick()).toMatchObject({ triggered: 2 });
    bench.setPrice(priceFact('2700'));
    expect(await bench.test.tick()).toMatchObject({ triggered: 1 });
  });

  test('whose price is reached already is refused with the price', async () => {
    const bench = alertBench();
    const error = await bench
      .alerts()
      .create(newAlert({ condition: { type: 'above', usd: '2500' } }))
      .catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: 'already-reached', status: 409, details: { priceUsd: '3000' } });
  });

  test('that has ended does not fire', async () => {
    const bench = alertBench();
    const { id } = await bench.alerts().create(newAlert({ expiresAtMs: START_MS + 120_000 }));
    await bench.test.advance(180_000);
    bench.setPrice(priceFact('1'));
    await bench.test.tick();
    expect((await bench.alerts().find(OWNER, id)).status).toBe('expired');
    expect(await bench.told()).toEqual([]);
  });

  test.each([
    ['a token that is not listed', { token: { chainId: 5, address: ETH.address } }, 'token-not-found'],
    ['a price of zero', { condition: { type: 'below', usd: '0' } }, 'wrong-price'],
    ['a fall of all', { condition: { type: 'change', percent: '100', direction: 'down' } }, 'wrong-percent'],
    ['a change of nothing', { condition: { type: 'change', percent: '0', direction: 'up' } }, 'wrong-percent'],
    ['an end in the past', { expiresAtMs: START_MS - 1 }, 'wrong-end'],
    ['an end that is too far', { expiresAtMs: START_MS + 181 * DAY_MS }, 'wrong-end'],
    ['an order of one token', { order: { ...SELL_ETH, to: SELL_ETH.from } }, 'same-token'],
    ['an order of nothing', { order: { ...SELL_ETH, amount: '0.0000000000000000001' } }, 'amount-too-small'],
  ] as const)('of %s is refused', async (_name, more, refused) => {
    expect(await alertBench().alerts().create(newAlert(more)).catch(code)).toBe(refused);
  });
});

describe('a limit order', () => {
  const order = newAlert({ condition: { type: 'above', usd: '4000' }, order: SELL_ETH });

  test('ends in one notification with a fresh quote, and trades nothing', async () => {
    const bench = alertBench({ gather: offerOf('4005000000') });
    const { id } = await bench.alerts().create(order);
    bench.setPrice(priceFact('4010'));
    await bench.test.tick();
    await bench.test.settle();
    const [told, ...more] = await bench.told();
    expect(more).toEqual([]);
    expect(told).toMatchObject({
      ...{ type: 'limit-order', kind: 'limit-order' },
      message:
        'One ETH costs $4,010 (test), at or above $4,000. To swap 1 ETH to USDC, uniswap-v3 offers 4,005 USDC, valid until 00:10:30 UTC. ' +
        'Nothing was traded: only your wallet can sign the trade.',
      data: {
        quote: { id: 'quote-1', amount: '4005000000' },
        quoteRequest: { fromToken: ETH.address, toToken: USDC.address, amount: '1', srcWalletAddress: OWNER },
      },
    });
    expect(await bench.alerts().find(OWNER, id)).toMatchObject({ status: 'fired', outcome: { quote: { id: 'quote-1' } } });
  });

  test('without an offer says why', async () => {
    const gather = async () => ({
      offers: [],
      without: [{ aggregator: 'odos', reason: 'unavailable' }],
      whyRefused: null,
      isPending: false,
    });
    const bench = alertBench({ gather });
    await bench.alerts().create(order);
    bench.setPrice(priceFact('4000'));
    await bench.test.tick();
    await bench.test.settle();
    expect((await bench.told())[0]?.message).toContain(
      'No quote was available when the alert fired (No aggregator has an offer (odos: unavailable))',
    );
  });

  test('whose quotes never come is told nevertheless', async () => {
    const bench = alertBench({ gather: () => new Promise(() => {}) });
    await bench.alerts().create(order);
    bench.setPrice(priceFact('4000'));
    await bench.test.tick();
    for (let minute = 0; minute < 4; minute += 1) await bench.test.advance(60_000);
    expect(await bench.told()).toMatchObject([{ kind: 'limit-order', data: { quote: null } }]);
  });
});

describe('owners and strangers', () => {
  test('a wallet sees and cancels its own alerts only', async () => {
    const bench = alertBench();
    const { id } = await bench.alerts().create(newAlert());
    expect(await bench.alerts().find(STRANGER, id).catch(code)).toBe('alert-not-found');
    expect(await bench.alerts().cancel(STRANGER, id, 'wallet').catch(code)).toBe('alert-not-found');
    expect(await bench.alerts().cancel(OWNER, id, 'chat').catch(code)).toBe('alert-of-wallet');
    for (let time = 0; time < 2; time += 1) expect((await bench.alerts().cancel(OWNER, id, 'wallet')).status).toBe('cancelled');
    bench.setPrice(priceFact('1'));
    expect(await bench.test.tick()).toMatchObject({ triggered: 0 });
  });

  test('one that has fired cannot be cancelled', async () => {
    const bench = alertBench();
    const { id } = await bench.alerts().create(newAlert());
    bench.setPrice(priceFact('1'));
    await bench.test.tick();
    await bench.test.settle();
    expect(await bench.alerts().cancel(OWNER, id, 'wallet').catch(code)).toBe('alert-not-waiting');
  });

  test('the same id creates one alert, and none for another wallet', async () => {
    const bench = alertBench();
    const id = crypto.randomUUID();
    const first = await bench.alerts().create(newAlert({ id }));
    expect(await bench.alerts().create(newAlert({ id }))).toEqual(first);
    expect(
      await bench
        .alerts()
        .create(newAlert({ id, wallet: STRANGER }))
        .catch(code),
    ).toBe('alert-not-found');
    expect((await bench.alerts().list(OWNER, { limit: 10 })).alerts).toHaveLength(1);
  });

  test('chats without a proof have places of their own, and get no more by cancelling or firing', async () => {
    const bench = alertBench({ maxPerWallet: 3 });
    const ofChat = () => bench.alerts().create(newAlert({ origin: 'chat' }));
    const [first] = [await ofChat(), await ofChat()];
    await bench.alerts().cancel(OWNER, first.id, 'chat');
    await ofChat();
    expect(await ofChat().catch(code)).toBe('too-many-alerts');
    for (let own = 0; own < 3; own += 1) await bench.alerts().create(newAlert());
    expect(await bench.alerts().create(newAlert()).catch(code)).toBe('too-many-alerts');
    await bench.test.advance(DAY_MS);
    await ofChat();
    expect(await ofChat().catch(code)).toBe('too-many-alerts');
  });

  test('requests at the same time do not exceed the number of places', async () => {
    const bench = alertBench({ maxPerWallet: 3 });
    await Promise.allSettled(Array.from({ length: 12 }, () => bench.alerts().create(newAlert())));
    expect((await bench.alerts().list(OWNER, { statuses: ['waiting'], limit: 50 })).alerts.length).toBeLessThanOrEqual(3);
  });

  test('the tokens whose prices are watched are limited', async () => {
    const bench = alertBench({ maxTokens: 1 });
    await bench.alerts().create(newAlert());
    await bench.alerts().create(newAlert({ condition: { type: 'above', usd: '9000' } }));
    const other = newAlert({ token: { chainId: 1, address: USDC.address }, condition: { type: 'above', usd: '2' } });
    expect(await bench.alerts().create(other).catch(code)).toBe('too-many-tokens-watched');
  });

  test('a deleted account leaves no alert behind', async () => {
    const bench = alertBench();
    for (let one = 0; one < 3; one += 1) await bench.alerts().create(newAlert());
    await bench.alerts().create(newAlert({ wallet: STRANGER }));
    expect(await bench.alerts().removeAll(OWNER)).toBe(3);
    expect((await bench.alerts().list(OWNER, { limit: 10 })).alerts).toEqual([]);
    expect((await bench.alerts().list(STRANGER, { limit: 10 })).alerts).toHaveLength(1);
  });

  test('the clean-up counts ended alerts', async () => {
    const bench = alertBench();
    const { id } = await bench.alerts().create(newAlert());
    await bench.alerts().create(newAlert());
    await bench.alerts().cancel(OWNER, id, 'wallet');
    expect(await Promise.all(bench.strangers.map(({ count }) => count()))).toEqual([0, 1]);
  });
});
