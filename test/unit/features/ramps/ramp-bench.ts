import type { Catalogue } from '../../../../src/features/ramps/catalogue-rows.ts';
import { mapCoin } from '../../../../src/features/ramps/map-coin.ts';
import type { RampCatalogue, RampName, RampOffer, RampProvider, RampTraits } from '../../../../src/features/ramps/ramp-provider.ts';
import type { RegisteredRamp } from '../../../../src/features/ramps/registry.ts';
import { createCircuitBreaker } from '../../../../src/platform/http-client/circuit-breaker.ts';
import { listedCoin, rampFiat, rampMethod } from '../../../contract/ramps/ramp-requests.ts';

export const NOW = Date.parse('2026-11-30T08:00:00Z');
export const BASE_USDC = '0x833589fcd6edb6e08f4c7c32d4f71b54bda02913';

export const NETWORKS = { base: 8453, eth: 1 };

/** A catalogue with USDC on Base and EUR by card (20 to 5000) and bank. */
export function smallCatalogue(coins = 1): RampCatalogue {
  return {
    coins: [
      listedCoin('USDC', 'base', { contract: BASE_USDC, excludedCountries: ['CN'] }),
      ...Array.from({ length: coins - 1 }, (_, index) => listedCoin(`C${index}`, 'elsewhere')),
    ],
    fiats: [
      {
        ...rampFiat('EUR', [
          rampMethod('card-1', { limits: { min: '20', max: '5000', currency: 'EUR' }, deliverySeconds: 60 }),
          rampMethod('sepa', { kind: 'bank', countries: ['DE'] }),
        ]),
        countries: ['DE', 'CN'],
      },
    ],
  };
}

export function catalogueOf(provider: RampName, { coins, fiats }: RampCatalogue = smallCatalogue()): Catalogue {
  return { provider, coins: coins.map((coin) => mapCoin(coin, NETWORKS)), fiats, fetchedAtMs: NOW, attemptedAtMs: NOW, problem: null };
}

export function offered(fiatAmount: string, cryptoAmount: string, other: Partial<RampOffer> = {}): RampOffer {
  return { fiatAmount, cryptoAmount, fees: [], method: null, deliverySeconds: null, expiresAtMs: null, quoteId: null, ...other };
}

const fail = () => Promise.reject(new Error('This is not expected to be called'));

/** A registered provider whose calls are the given functions. */
export function stubRamp(
  name: RampName,
  parts: Partial<RampProvider> = {},
  options: { isOff?: boolean; traits?: Partial<RampTraits> } = {},
): RegisteredRamp {
  const traits: RampTraits = {
    ...{
      name,
      title: name,
      amounts: { buy: ['fiat', 'crypto'], sell: ['crypto', 'fiat'] },
      findsBy: ['order-id'],
      asksBySide: false,
      networks: NETWORKS,
    },
    ...{ webhooks: 'signed', acknowledgement: { body: '', contentType: 'text/plain' }, ...options.traits },
  };
  const provider: RampProvider = {
    ...{ traits, catalogue: fail, offer: fail, checkout: fail, order: fail, readWebhook: fail, check: fail },
    ...{ registerWebhook: null, exchange: null, signPage: null, ...parts },
  };
  const never = new AbortController().signal;
  return {
    traits,
    provider: options.isOff ? null : provider,
    missing: options.isOff ? ['A_KEY'] : [],
    breaker: createCircuitBreaker(name, { now: () => NOW }),
    pausedUntilMs: () => null,
    call: (_kind, work, { signal = never } = {}) => work(provider, signal),
  };
}
