import { expect, test } from 'bun:test';
import { createOffers } from '../../../../src/features/ramps/create-offers.ts';
import type { OfferInput } from '../../../../src/features/ramps/offer.ts';
import type { OfferRequest, RampName } from '../../../../src/features/ramps/ramp-provider.ts';
import type { RegisteredRamp } from '../../../../src/features/ramps/registry.ts';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { asChainAddress } from '../../../support/branded.ts';
import { BASE_USDC, catalogueOf, NOW, offered, stubRamp } from './ramp-bench.ts';

const never = new AbortController().signal;
const input: OfferInput = {
  ...{ side: 'buy', fiat: 'EUR', coin: { chainId: 8453, token: asChainAddress(BASE_USDC) }, amount: '200', amountOf: 'fiat' },
  ...{ country: 'DE', method: null },
};

function setUp(providers: readonly RegisteredRamp[], totalTimeoutMs = 5_000) {
  let now = NOW;
  const read = async (provider: RampName) => catalogueOf(provider);
  const refresh = async (provider: RampName) => ({ catalogue: catalogueOf(provider), isReplaced: false });
  const offers = createOffers({ providers, catalogues: { read, refresh }, totalTimeoutMs, clock: { now: () => now }, log: silentLog });
  return {
    ...offers,
    pass(ms: number) {
      now += ms;
    },
  };
}

const answering = (name: RampName, fiatAmount: string, cryptoAmount: string) =>
  stubRamp(name, { offer: async () => offered(fiatAmount, cryptoAmount) });

test('offers are sorted by what the person receives, or pays when that is what is open', async () => {
  const best = async (side: 'buy' | 'sell', amountOf: 'fiat' | 'crypto', amounts: readonly (readonly [RampName, string, string])[]) => {
    const { all } = setUp(amounts.map(([name, fiat, crypto]) => answering(name, fiat, crypto)));
    return (await all({ ...input, side, amountOf }, never)).offers.map(({ provider }) => provider);
  };
  const amounts = [
    ['banxa', '200', '9.9'],
    ['transak', '200.0', '10.1'],
    ['guardarian', '199', '10.10'],
  ] as const;
  expect(await best('buy', 'fiat', amounts)).toEqual(['guardarian', 'transak', 'banxa']);
  expect(await best('buy', 'crypto', amounts)).toEqual(['guardarian', 'banxa', 'transak']);
  expect(await best('sell', 'crypto', amounts)).toEqual(['banxa', 'transak', 'guardarian']);
  expect(await best('sell', 'fiat', amounts)).toEqual(['banxa', 'guardarian', 'transak']);
});

test('a provider without an offer is named with the reason', async () => {
  const { all } = setUp([
    answering('banxa', '200', '190'),
    stubRamp('onramp-money', {}, { isOff: true }),
    stubRamp('transak', { offer: () => Promise.reject(new ProviderFailure('unavailable', 'transak failed with status 503.')) }),
    stubRamp('guardarian', { offer: () => Promise.reject(new Error('An unexpected error')) }),
    stubRamp('alchemy-pay', {}, { traits: { amounts: { buy: ['crypto'], sell: [] } } }),
  ]);
  const { offers, providers } = await all(input, never);
  expect(offers.map(({ provider }) => provider)).toEqual(['banxa']);
  expect(providers.map(({ provider, ok, reason, message }) => [provider, ok, reason, message])).toEqual([
    ['banxa', true, null, null],
    ['onramp-money', false, 'off', 'onramp-money is off: this service has no keys for it.'],
    ['transak', false, 'unavailable', 'transak failed with status 503.'],
    ['guardarian', false, 'unavailable', 'guardarian is not available.'],
    ['alchemy-pay', false, 'unsupported', 'alchemy-pay: For a purchase, the provider accepts only an amount of crypto.'],
  ]);
});

test('a provider that does not answer in the total time is named; the others are not lost', async () => {
  const { all } = setUp([answering('banxa', '200', '190'), stubRamp('transak', { offer: () => new Promise(() => {}) })], 30);
  const { offers, providers } = await all(input, never);
  expect([offers.length, providers[1]?.reason]).toEqual([1, 'timeout']);
});

test('an amount outside the limits of the catalogue is refused with them, and the provider is not asked', async () => {
  const { all, one } = setUp([stubRamp('banxa')]);
  const { providers } = await all({ ...input, amount: '19.99', method: 'card' }, never);
  expect(providers[0]).toMatchObject({
    ...{ ok: false, reason: 'amount-out-of-range', message: 'banxa accepts at least 20 EUR and at most 5000 EUR.' },
    limits: { min: '20', max: '5000', currency: 'EUR' },
  });
  await expect(one('banxa', { ...input, amount: '5000.01', method: 'card-1' }, never)).rejects.toThrow('banxa accepts at least 20 EUR');
});

test('what a provider does not offer is said', async () => {
  const { all } = setUp([answering('banxa', '200', '190')]);
  const messageOf = async (other: Partial<OfferInput>) => (await all({ ...input, ...other }, never)).providers[0]?.message;
  expect(await messageOf({ coin: { chainId: 1, token: asChainAddress(BASE_USDC) } })).toBe(
    'banxa: The provider does not sell this token on chain 1.',
  );
  expect(await messageOf({ coin: { crypto: 'usdc', network: 'BASE' } })).toBeNull();
  expect(await messageOf({ country: 'CN' })).toBe('banxa: The provider does not sell USDC in CN.');
  expect(await messageOf({ country: 'US' })).toBe('banxa: The provider does not offer EUR in US.');
  expect(await messageOf({ fiat: 'XAF' })).toBe('banxa: The provider does not accept XAF.');
  expect(await messageOf({ method: 'bank' })).toBeNull();
  expect(await messageOf({ method: 'wallet' })).toBe('banxa: The provider has no payment method "wallet" for EUR in DE.');
});

test('offers are kept for 15 seconds; clients who ask the same share one answer', async () => {
  const asked: OfferRequest[] = [];
  const counting = stubRamp('banxa', {
    offer: async (request) => {
      asked.push(request);
      return offered('200', '190', {
        fees: [
          { name: 'Fee', amount: '3.5', currency: 'EUR' },
          { name: 'Gas', amount: '0.25', currency: 'eur' },
        ],
      });
    },
  });
  const { all, pass } = setUp([counting]);
  const [first] = await Promise.all([all(input, never), all(input, never)]);
  expect(first.offers[0]).toMatchObject({ totalFee: '3.75', chainId: 8453, token: BASE_USDC, crypto: 'USDC', network: 'base' });
  pass(14_999);
  await all(input, never);
  expect(asked).toHaveLength(1);
  await all({ ...input, amount: '201' }, never);
  expect(asked).toHaveLength(2);
  pass(1);
  await all(input, never);
  expect(asked).toHaveLength(3);
});

test('a client that leaves does not end the request of another', async () => {
  const { promise, resolve } = Promise.withResolvers<ReturnType<typeof offered>>();
  const { all } = setUp([stubRamp('banxa', { offer: () => promise })]);
  const leaving = new AbortController();
  const [left, stayed] = [all(input, leaving.signal), all(input, never)];
  leaving.abort();
  await expect(left).rejects.toThrow('The request to the ramp providers was cancelled.');
  resolve(offered('200', '190'));
  expect((await stayed).offers).toHaveLength(1);
});
