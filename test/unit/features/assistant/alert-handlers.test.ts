import { describe, expect, test } from 'bun:test';
import { presentAlert } from '../../../../src/features/alerts/present-alert.ts';
import type { Asked } from '../../../../src/features/assistant/answers/answer.ts';
import { askBack } from '../../../../src/features/assistant/answers/answer.ts';
import { createLimitOrderHandler } from '../../../../src/features/assistant/handlers/limit-order.ts';
import { createPriceAlertHandler } from '../../../../src/features/assistant/handlers/price-alert.ts';
import { createReadCondition, directionIn } from '../../../../src/features/assistant/lookup/alert-condition.ts';
import { found, instead } from '../../../../src/features/assistant/lookup/outcome.ts';
import { watchedSide } from '../../../../src/features/assistant/lookup/watched-side.ts';
import type { Operation, Slots } from '../../../../src/features/assistant/understanding/agent-service.ts';
import type { parseRational } from '../../../../src/values/rational.ts';
import { alertBench, ETH, newAlert, OWNER, USDC } from '../../../support/alert-bench.ts';

const listed = [ETH, USDC];
const words = {
  ...{ size: 2, byAddress: () => [], near: () => [], renewed: async () => null, byName: () => [], startsName: () => false },
  bySymbol: (text: string) => listed.filter(({ symbol }) => symbol.toLowerCase() === text.toLowerCase()),
};

/** The two handlers over the alerts feature, with the tokens ETH (3,000 dollars) and USDC. */
function handlers({ isProved = false }: { readonly isProved?: boolean } = {}) {
  const bench = alertBench();
  const service = bench.alerts();
  const price = (usd: string) => ({ price: { usd, atMs: 0, source: 'test' }, reason: null });
  const deps = {
    ...{ alerts: { ...service, present: presentAlert }, isProved },
    readCondition: createReadCondition({
      money: { toUsd: async (amount, currency) => (currency === 'USD' || currency === 'CHF' ? amount : null) },
    }),
    async findToken({ text }: { readonly text: string }) {
      const token = listed.find(({ symbol }) => symbol === text);
      return token === undefined ? instead<(typeof listed)[number]>(askBack('Which token?', ['fromToken'])) : found(token);
    },
    prices: { priceOf: async ({ address }: { readonly address: string }) => price(address === USDC.address ? '1' : '3000') },
  };
  const money = { toUsd: async (amount: ReturnType<typeof parseRational>) => amount };
  const order = createLimitOrderHandler({
    ...{ ...deps, money, words: async () => words },
    spendWarnings:
      () =>
      async ({ units }) =>
        units > 10n ** 18n ? [{ code: 'balance-too-small', message: 'The wallet has only 1 ETH on Ethereum.' }] : [],
    chains: { open: async () => instead(askBack('', [])), all: async () => [], named: async () => found([]) },
    networks: { get: async () => ({ dollarTokens: [USDC.address] }) as never },
    tokens: { find: async (_chainId, address) => listed.find((token) => token.address === address) ?? null },
  });
  const alert = createPriceAlertHandler(deps);
  let turn = 0;
  const asked = (text: string, slots: Slots, operation: Operation | null = null): Asked => {
    turn += 1;
    return {
      ...{ wallet: OWNER, chainId: 1, currency: null, text, intent: 'price_alert', slots, operation, said: null, chatId: 'c', turn },
      ...{ key: `turn/${turn}`, signal: new AbortController().signal },
    };
  };
  return { bench, service, alert, order, asked };
}

describe('price alerts by chat', () => {
  test('one is set, and the same message sets no second one', async () => {
    const { alert, asked, service } = handlers();
    const message = asked('alert me when eth is under 2.8k', { fromToken: 'ETH', condition: 'below', price: '2800' });
    const first = await alert(message);
    expect(first).toMatchObject({
      ...{ action: 'price_alert', data: { priceAlert: { kind: 'price-alert', status: 'waiting', createdBy: 'chat' } } },
      text: expect.stringContaining('when one ETH is at or below $2,800; it costs $3,000 now'),
    });
    expect(await alert(message)).toEqual(first);
    expect((await service.list(OWNER, { limit: 10 })).alerts).toHaveLength(1);
  });

  test('a price in another currency is named as it was written, and said to be watched in dollars', async () => {
    const { alert, asked } = handlers();
    const { text } = await alert(
      asked('alert me when eth is under 2800 chf', { fromToken: 'ETH', condition: 'below', price: '2800', fiat: 'CHF' }),
    );
    expect(text).toContain('2,800 CHF were converted at the present exchange rate; the alert watches the price in dollars.');
  });

  test('a price that is reached already is said, and another one is asked for', async () => {
    const { alert, asked, service } = handlers();
    const answer = await alert(asked('alert me when eth is under 4000', { fromToken: 'ETH', condition: 'below', price: '4000' }));
    expect(answer).toMatchObject({ action: 'text', asks: { missing: ['price'], options: [{ label: 'Tell me when ETH is above 4000' }] } });
    expect(answer.text).toContain('The price of one ETH is $3,000 now, so the price is already at or below $4,000.');
    expect((await service.list(OWNER, { limit: 10 })).alerts).toEqual([]);
  });

  test('a change has the direction that the words say', async () => {
    const { alert, asked } = handlers();
    const slots: Slots = { fromToken: 'ETH', condition: 'change', amount: '10', amountKind: 'percent' };
    expect(await alert(asked('tell me if eth drops 10%', slots))).toMatchObject({
      data: { priceAlert: { condition: { type: 'change', direction: 'down', belowUsd: '2700', aboveUsd: null } } },
    });
    expect(directionIn('tell me if eth moves 10%')).toBe('either');
    expect(directionIn('tell me if eth goes up or down 10%')).toBe('either');
    expect(directionIn('alert me if eth rises by 5%')).toBe('up');
  });

  test('without a wallet it asks for one, and without a price for the price', async () => {
    const { alert, asked } = handlers();
    expect((await alert({ ...asked('', { fromToken: 'ETH', price: '1' }), wallet: null })).action).toBe('connect_wallet');
    expect((await alert(asked('', { fromToken: 'ETH' }))).asks?.missing).toEqual(['price']);
  });

  test('listed and cancelled: by price, all, or the one of several that is chosen', async () => {
    const { alert, asked, service } = handlers();
    for (const price of ['2800', '2700']) await alert(asked(`alert me at ${price}`, { fromToken: 'ETH', condition: 'below', price }));
    expect((await alert(asked('show my alerts', {}, 'list'))).data.alerts).toMatchObject({
      operation: 'list',
      items: [{}, {}],
      notShown: 0,
    });
    expect((await alert(asked('cancel my eth alert', { fromToken: 'ETH' }, 'cancel'))).asks?.options.map(({ label }) => label)).toEqual([
      'Cancel the alert: ETH below 2700',
      'Cancel the alert: ETH below 2800',
    ]);
    const chosen = asked('Cancel the alert: ETH below 2700', { fromToken: 'ETH', price: '2700', condition: 'below' }, 'cancel');
    expect(await alert(chosen)).toMatchObject({ text: 'Cancelled: ETH at or below $2,700.', data: { alerts: { operation: 'cancel' } } });
    await alert(asked('cancel all my alerts', {}, 'cancel'));
    expect((await service.list(OWNER, { statuses: ['waiting'], limit: 10 })).alerts).toEqual([]);
    expect((await alert(asked('pause my alerts', {}, 'pause'))).text).toContain('cannot be paused');
  });

  test('a chat without a proof neither shows nor cancels what the wallet has set itself', async () => {
    const { alert, asked, service } = handlers();
    const { id } = await service.create(newAlert());
    expect((await alert(asked('show my alerts', {}, 'list'))).data.alerts?.items).toEqual([]);
    await alert(asked('cancel all my alerts', {}, 'cancel'));
    expect((await service.find(OWNER, id)).status).toBe('waiting');
  });

  test('with a proof the chat acts as the wallet', async () => {
    const { alert, asked, service } = handlers({ isProved: true });
    const { id } = await service.create(newAlert());
    await alert(asked('cancel my alert', {}, 'cancel'));
    expect(await service.find(OWNER, id)).toMatchObject({ status: 'cancelled', cancelledBy: 'wallet' });
  });
});

describe('price alerts beside limit orders', () => {
  const sale: Slots = { fromToken: 'ETH', amount: '1', amountKind: 'token', condition: 'above', price: '4000' };
  const opened = async (prices: readonly string[]) => {
    const all = handlers();
    await all.order(all.asked('sell 1 eth when it reaches 4000', sale));
    for (const price of prices) await all.alert(all.asked(`alert me at ${price}`, { fromToken: 'ETH', condition: 'below', price }));
    const left = async () => (await all.service.list(OWNER, { statuses: ['waiting'], limit: 10 })).alerts.map(({ kind }) => kind);
    return { ...all, left };
  };

  test('are listed together, each kind with its count', async () => {
    const { alert, asked } = await opened(['2800', '2700']);
    expect((await alert(asked('show my alerts', {}, 'list'))).text).toStartWith('2 price alerts and 1 limit order wait: ');
  });

  test('are cancelled alone, and the answer names the limit orders that still wait', async () => {
    const { alert, asked, left } = await opened(['2800', '2700']);
    const { text } = await alert(asked('cancel all my alerts', {}, 'cancel'));
    expect(text).toMatch(/^Cancelled: .*2,[78]00.* Still waiting: swap 1 ETH to USDC when ETH .*Say "cancel my limit orders" for it\.$/);
    expect(await left()).toEqual(['limit-order']);
    expect((await alert(asked('cancel alert', {}, 'cancel'))).text).toMatch(/^You have no waiting price alert\. Still waiting: swap 1 ETH/);
    // What the message does not mean is not named.
    expect((await alert(asked('cancel my usdx alert', { fromToken: 'USDX' }, 'cancel'))).text).not.toContain('Still waiting');
  });

  test('are cancelled together when the message names both', async () => {
    const { order, asked, left } = await opened(['2800']);
    await order(asked('cancel my alerts and limit orders', {}, 'cancel'));
    expect(await left()).toHaveLength(2);
    expect((await order(asked('cancel all my alerts and limit orders', {}, 'cancel'))).data.alerts?.items).toHaveLength(2);
    expect(await left()).toEqual([]);
  });

  test('are not touched when limit orders are cancelled', async () => {
    const { order, asked, left } = await opened(['2800']);
    expect((await order(asked('cancel my limit orders', {}, 'cancel'))).text).toContain('Say "cancel my price alerts" for it.');
    expect(await left()).toEqual(['price-alert']);
  });
});

describe('limit orders by chat', () => {
  test('a sale is for the dollar token of the chain when none is named', async () => {
    const { order, asked } = handlers();
    const slots: Slots = { fromToken: 'ETH', amount: '1', amountKind: 'token', condition: 'above', price: '4000' };
    const answer = await order(asked('sell 1 eth when it reaches 4000', slots));
    expect(answer).toMatchObject({
      action: 'limit_order',
      data: { limitOrder: { kind: 'limit-order', order: { from: { symbol: 'ETH' }, to: { symbol: 'USDC' }, amountText: '1' } } },
    });
    expect(answer.text).toContain('Nothing is traded automatically: your wallet signs the quote if you want it.');
    expect(answer.text).toContain('I chose USDC');
  });

  test('what is to be received is counted at the price of the order', async () => {
    const { order, asked } = handlers();
    const slots: Slots = {
      ...{ fromToken: 'USDC', toToken: 'ETH', amount: '2', amountKind: 'token', amountOf: 'toToken' },
      ...{ condition: 'below', price: '2000' },
    };
    // Two ETH at 2,000 dollars, and one percent for fees.
    expect((await order(asked('buy 2 eth with usdc at 2000', slots))).data.limitOrder?.order?.amountText).toBe('4040');
  });

  test('the price belongs to the token that is named beside it', () => {
    const symbols = { from: 'ETH', to: 'USDC' };
    expect(watchedSide('swap 1 eth to usdc when usdc is under 1', symbols, words)).toBe('to');
    expect(watchedSide('swap 1 eth to usdc if eth is over 1', symbols, words)).toBe('from');
    expect(watchedSide('swap 1 eth to usdc when it is over 1', symbols, words)).toBeNull();
  });

  test('a price that is reached already offers the swap', async () => {
    const { order, asked } = handlers();
    const slots: Slots = { fromToken: 'ETH', toToken: 'USDC', amount: '1', amountKind: 'token', condition: 'above', price: '2000' };
    expect((await order(asked('sell 1 eth for usdc above 2000', slots))).asks).toMatchObject({
      options: [{ label: 'Swap 1 ETH to USDC now', intent: 'quotes' }],
    });
  });
});
