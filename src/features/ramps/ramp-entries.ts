import { createProviderHttp, type ProviderFetch, type ProviderHttp, type RequestSigner } from '../../platform/http-client/provider-http.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Clock } from '../../values/clock.ts';
import type { RampKeys, RampSetting } from '../../values/ramp-keys.ts';
import { alchemyPayTraits, createAlchemyPay } from './providers/alchemy-pay.ts';
import { alchemyPaySigner } from './providers/alchemy-pay-signature.ts';
import { banxaTraits, createBanxa } from './providers/banxa.ts';
import { createGuardarian, guardarianTraits } from './providers/guardarian.ts';
import { createOnrampMoney, onrampMoneyTraits } from './providers/onramp-money.ts';
import { type OnrampMoneyKeys, onrampMoneySigner } from './providers/onramp-money-signature.ts';
import { createTransak, refreshTransakToken, transakTraits } from './providers/transak.ts';
import { createTransakTokens } from './providers/transak-token.ts';
import type { RampProvider, RampTraits } from './ramp-provider.ts';

export type RampDeps = {
  /** The HTTP client of the provider's API. */
  readonly http: ProviderHttp;
  /**
   * Creates a client for another API of the same provider. @param replacedBy the configured URL that replaces `baseUrl`, if there is one
   */
  readonly httpAt: (baseUrl: string, replacedBy: string | undefined) => ProviderHttp;
  readonly keys: RampKeys;
  readonly clock: Clock;
  /** The store that all nodes share. Adapters store access tokens in it. */
  readonly records: RecordStore;
};

export type RampEntry = {
  readonly traits: RampTraits;
  readonly baseUrl: string;
  readonly headers?: (keys: RampKeys) => Readonly<Record<string, string>>;
  readonly sign?: (keys: RampKeys, clock: Clock, basePath: string) => RequestSigner;
  readonly mostReplyBytes?: number;
  create(deps: RampDeps): RampProvider;
};

/** The ramp providers. A new provider needs one file in `providers/` and one entry in this list. */
export const rampEntries: readonly RampEntry[] = [
  {
    traits: onrampMoneyTraits,
    baseUrl: 'https://api.onramp.money',
    sign: (keys, clock) => onrampMoneySigner(onrampMoneyKeys(keys), clock),
    create: ({ http, keys, clock }) =>
      createOnrampMoney({ http, keys: onrampMoneyKeys(keys), clock, pageUrl: keys.pageUrl ?? 'https://onramp.money' }),
  },
  {
    traits: guardarianTraits,
    baseUrl: 'https://api-payments.guardarian.com/v1',
    headers: ({ apiKey = '' }) => ({ 'x-api-key': apiKey }),
    create: ({ http, keys }) => createGuardarian({ http, replacedBy: keys.url }),
  },
  {
    traits: alchemyPayTraits,
    baseUrl: 'https://openapi.alchemypay.org',
    sign: ({ appId = '', apiSecret = '' }, clock, basePath) => alchemyPaySigner({ appId, apiSecret }, clock, basePath),
    create: ({ http, keys: { appId = '', apiSecret = '', pageUrl = 'https://ramp.alchemypay.org' }, clock }) =>
      createAlchemyPay({ http, keys: { appId, apiSecret }, clock, pageUrl }),
  },
  {
    traits: transakTraits,
    baseUrl: 'https://api.transak.com',
    // The replies are large because the lists of coins and currencies contain all icons.
    mostReplyBytes: 16_000_000,
    create({ http, httpAt, keys: { apiKey = '', apiSecret = '', referrer = '', url, gatewayUrl }, clock, records }) {
      const keys = { apiKey, apiSecret, referrer };
      const gateway = httpAt('https://api-gateway.transak.com', gatewayUrl ?? url);
      const tokens = createTransakTokens({ records, clock, refresh: refreshTransakToken(http, keys) });
      return createTransak({ http, gateway, keys, tokens, clock, replacedBy: [url, gatewayUrl] });
    },
  },
  {
    traits: banxaTraits,
    baseUrl: 'https://api.banxa.com',
    headers: ({ apiKey = '' }) => ({ 'x-api-key': apiKey }),
    create: ({ http, keys: { partner = '', apiKey = '', apiSecret = '', url } }) =>
      createBanxa({ http, keys: { partner, apiKey, apiSecret }, replacedBy: url }),
  },
];

export function onrampMoneyKeys({ appId = '', apiKey = '', apiSecret = '' }: RampKeys): OnrampMoneyKeys {
  return { appId, apiKey, apiSecret };
}

/**
 * Maximum time in ms for which a provider's rate limit (429, or `Retry-After`) pauses its requests. Anybody may ask for offers, so a long
 * pause that an offer caused would also delay the orders of others.
 */
const BACK_OFF = { defaultMs: 10_000, mostMs: 60_000 };

export type CreatedRamp = {
  readonly provider: RampProvider;
  /** When the pause after the provider's rate limit ends, UTC ms; null when no requests are paused. */
  readonly pausedUntilMs: () => number | null;
};

/** Creates the adapter of one provider with its HTTP clients. */
export function createRamp(
  { traits, baseUrl, headers, sign, mostReplyBytes, create }: RampEntry,
  { keys, secrets }: Pick<RampSetting, 'keys' | 'secrets'>,
  { fetch, clock, records }: { readonly fetch: ProviderFetch; readonly clock: Clock; readonly records: RecordStore },
): CreatedRamp {
  const clients: ProviderHttp[] = [];
  const httpAt = (usual: string, replacedBy: string | undefined) => {
    const url = replacedBy ?? usual;
    const http = createProviderHttp({
      ...{ name: traits.name, baseUrl: url, headers: headers?.(keys) ?? {}, fetch, clock, isKeyed: true, backOff: BACK_OFF },
      ...(sign === undefined ? {} : { sign: sign(keys, clock, new URL(url).pathname.replace(/\/+$/, '')) }),
      ...(mostReplyBytes === undefined ? {} : { mostReplyBytes }),
      secrets,
    });
    clients.push(http);
    return http;
  };
  return {
    provider: create({ http: httpAt(baseUrl, keys.url), httpAt, keys, clock, records }),
    pausedUntilMs() {
      const ends = clients.flatMap((http) => http.pausedUntilMs() ?? []);
      return ends.length === 0 ? null : Math.max(...ends);
    },
  };
}
