import { expect, test } from 'bun:test';
import * as v from 'valibot';
import type { Asked } from '../../../../../src/features/assistant/answers/answer.ts';
import { answerDataSchema } from '../../../../../src/features/assistant/answers/answer-data.ts';
import { createBuySell } from '../../../../../src/features/assistant/handlers/buy-sell.ts';
import { found } from '../../../../../src/features/assistant/lookup/outcome.ts';
import type { Slots } from '../../../../../src/features/assistant/understanding/agent-service.ts';
import type { Offer, OfferInput, Offers } from '../../../../../src/features/ramps/offer.ts';
import { asChainAddress } from '../../../../support/branded.ts';

const USDC = {
  ...{ chainId: 8453, address: asChainAddress('0x833589fcd6edb6e08f4c7c32d4f71b54bda02913'), symbol: 'USDC', name: 'USD Coin' },
  ...{ decimals: 6, logoURI: '' },
};

function offer(other: Partial<Offer> = {}): Offer {
  return {
    ...{ provider: 'banxa', title: 'Banxa', side: 'buy', fiat: 'EUR', fiatAmount: '200', crypto: 'USDC', network: 'BASE', chainId: 8453 },
    ...{ token: USDC.address, cryptoAmount: '211.7', fees: [], totalFee: '3.5', method: { code: 'c', name: 'Card', kind: 'card' } },
    ...{ limits: null, deliverySeconds: 60, expiresAt: null, quoteId: null, ...other },
  };
}
const off = { provider: 'transak', ok: false, ms: 0, reason: 'off', message: 'Transak is off.', limits: null } as const;
const tooSmall = { ...off, provider: 'guardarian', reason: 'amount-out-of-range', message: 'guardarian accepts at least 20 EUR.' } as const;

async function answerTo(slots: Slots, offers: Offers = { offers: [offer()], providers: [off, tooSmall] }, currency: string | null = null) {
  const asked: OfferInput[] = [];
  const handler = createBuySell({
    findToken: async () => found(USDC),
    ramps: {
      all: async (input) => {
        asked.push(input);
        return offers;
      },
    },
  });
  const message: Asked = {
    ...{
      wallet: null,
      chainId: null,
      currency,
      text: '',
      intent: 'buy_sell',
      slots,
      operation: null,
      said: null,
      key: 'k',
      chatId: 'c',
      turn: 1,
    },
    signal: new AbortController().signal,
  };
  return { answer: await handler(message), asked };
}

test('a purchase is answered with the offers, the best first, and with who has none', async () => {
  const offers = [offer(), offer({ provider: 'alchemy-pay', title: 'Alchemy Pay', cryptoAmount: '210' })];
  const { answer, asked } = await answerTo({ toToken: 'USDC', amount: '200', fiat: 'EUR' }, { offers, providers: [off, tooSmall] });
  expect(asked).toEqual([
    {
      ...{ side: 'buy', fiat: 'EUR', coin: { chainId: 8453, token: USDC.address }, amount: '200', amountOf: 'fiat', country: null },
      method: null,
    },
  ]);
  expect(answer.text).toBe(
    '200 EUR buys 211.7 USDC (Banxa, 3.5 EUR of fees included), the best of 2 offers. Without an offer: guardarian.',
  );
  expect(answer.action).toBe('buy_sell');
  expect(v.parse(answerDataSchema, answer.data).ramp?.offers.map(({ title }) => title)).toEqual(['Banxa', 'Alchemy Pay']);
  expect(answer.data.ramp?.without.map(({ reason }) => reason)).toEqual(['off', 'amount-out-of-range']);
});

test('a sale by the number of coins is in the currency that the person reads', async () => {
  const sale = { offers: [offer({ side: 'sell', fiat: 'GBP', fiatAmount: '75', cryptoAmount: '100', totalFee: null })], providers: [] };
  const { answer, asked } = await answerTo({ fromToken: 'USDC', amount: '100', amountKind: 'token' }, sale, 'GBP');
  expect(asked[0]).toMatchObject({ side: 'sell', fiat: 'GBP', amount: '100', amountOf: 'crypto' });
  expect(answer.text).toBe('100 USDC sells for 75 GBP (Banxa).');
});

test('without an offer, the reasons are said', async () => {
  const { answer } = await answerTo({ toToken: 'USDC', amount: '5', amountKind: 'usd' }, { offers: [], providers: [off, tooSmall] });
  expect(answer.text).toBe('No provider offers this now. guardarian accepts at least 20 EUR.');
});

test('without any provider, a swap is suggested', async () => {
  const { answer } = await answerTo({ toToken: 'USDC', amount: '5', amountKind: 'usd' }, { offers: [], providers: [off] });
  expect(answer.text).toStartWith('This service has no ramp provider');
});

test('what is missing is asked for', async () => {
  expect((await answerTo({ amount: '5', amountKind: 'usd' })).answer.asks?.missing).toEqual(['toToken']);
  expect((await answerTo({ toToken: 'USDC' })).answer.asks?.missing).toEqual(['amount']);
  expect((await answerTo({ fromToken: 'USDC', amount: '50', amountKind: 'percent' })).answer.asks?.missing).toEqual(['amount']);
});
