import { mapCoin } from '../../../src/features/ramps/map-coin.ts';
import type {
  CheckoutRequest,
  ListedCoin,
  OfferRequest,
  RampFiat,
  RampMethod,
  RampName,
} from '../../../src/features/ramps/ramp-provider.ts';
import type { Json } from '../../../src/values/json.ts';
import { asChainAddress } from '../../support/branded.ts';
import type { Exchange } from '../providers/provider-fixture.ts';
import type { RampRefusal } from './ramp-fixture.ts';

export const WALLET = asChainAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
export const REFERENCE = '0198c0de-0000-7000-8000-000000000001';
export const WEBHOOK_URL = 'https://api.example.org/api/defi';

export function listedCoin(code: string, network: string, other: Partial<ListedCoin> = {}): ListedCoin {
  return {
    ...{ code, network, name: null, contract: null, statedChainId: null, sides: ['buy', 'sell'], limits: { buy: null, sell: null } },
    ...{ excludedCountries: [], ids: {}, ...other },
  };
}

export function rampMethod(code: string, other: Partial<RampMethod> = {}): RampMethod {
  return { code, name: code, kind: 'card', side: 'buy', countries: null, limits: null, deliverySeconds: null, ...other };
}

export function rampFiat(code: string, methods: readonly RampMethod[] = [], id: string | null = null): RampFiat {
  return { code, id, countries: null, sides: ['buy', 'sell'], methods };
}

export function offerRequest(coin: ListedCoin, fiat: RampFiat, other: Partial<OfferRequest> = {}): OfferRequest {
  return { side: 'buy', coin: mapCoin(coin, {}), fiat, amount: '200', amountOf: 'fiat', country: null, method: null, ...other };
}

export function checkoutRequest(provider: RampName, request: OfferRequest, other: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const { amount, amountOf, ...rest } = request;
  const { side, coin, fiat } = rest;
  return {
    ...rest,
    terms: {
      ...{ reference: REFERENCE, provider, side, wallet: WALLET, crypto: coin.code, network: coin.network },
      ...{ chainId: coin.chainId, token: coin.address, fiat: fiat.code, amount, amountOf },
    },
    redirectUrl: 'https://app.example.org/back?x=1',
    webhookUrl: `${WEBHOOK_URL}/${provider}/webhook`,
    clientAddress: '203.0.113.7',
    ...other,
  };
}

/** Returns the refusals that every provider sends alike: a web page during maintenance, and its rate limit with `Retry-After`. */
export function commonRefusals(request: OfferRequest, exchange: Exchange, rateLimited: Json): readonly RampRefusal[] {
  const page = '<!DOCTYPE html><html><head><title>Maintenance</title></head><body><h1>We will be back soon.</h1></body></html>';
  const down: Exchange = { ...exchange, reply: { status: 503, body: null, page } };
  const limited: Exchange = { ...exchange, reply: { status: 429, headers: { 'retry-after': '30' }, body: rateLimited } };
  return [
    { title: 'maintenance, as a web page', request, exchanges: [down], reason: 'unavailable' },
    { title: 'too many requests, with Retry-After', request, exchanges: [limited], reason: 'rate-limited', retryAfterMs: 30_000 },
  ];
}
