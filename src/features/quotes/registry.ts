import { createProviderHttp, type ProviderFetch, type ProviderHttp, type RequestSigner } from '../../platform/http-client/provider-http.ts';
import type { Clock } from '../../values/clock.ts';
import { okxSignature } from './okx-signature.ts';
import type { ProviderTraits, QuoteProvider } from './provider.ts';
import { acrossTraits, createAcrossProvider } from './providers/across.ts';
import { bungeeTraits, createBungeeProvider } from './providers/bungee.ts';
import { changenowTraits, createChangenowProvider } from './providers/changenow.ts';
import { type CowOrderUid, cowTraits, createCowProvider } from './providers/cow.ts';
import { createDebridgeProvider, debridgeTraits } from './providers/debridge.ts';
import { createEnsoProvider, ensoTraits } from './providers/enso.ts';
import { createJupiterProvider, jupiterTraits } from './providers/jupiter.ts';
import { createKyberswapProvider, kyberswapTraits } from './providers/kyberswap.ts';
import { createLifiProvider, lifiTraits } from './providers/lifi.ts';
import { createOdosProvider, odosTraits } from './providers/odos.ts';
import { createOkxProvider, okxTraits } from './providers/okx.ts';
import { createOneinchProvider, oneinchTraits } from './providers/oneinch.ts';
import { createOpenoceanProvider, openoceanTraits } from './providers/openocean.ts';
import { createRangoProvider, rangoTraits } from './providers/rango.ts';
import { createRelayProvider, relayTraits } from './providers/relay.ts';
import { createSquidProvider, squidTraits } from './providers/squid.ts';
import { createVeloraProvider, veloraTraits } from './providers/velora.ts';
import { createZeroexProvider, zeroexTraits } from './providers/zeroex.ts';

/** A provider's settings. All except the URL are secret. */
export type ProviderSettings = {
  /** URL that is used instead of the provider's public URL, for a proxy or for a server that replays recorded replies. */
  readonly url?: string;
  readonly apiKey?: string;
  /** Secret that belongs to the API key. Only OKX uses it, and also the passphrase. */
  readonly apiSecret?: string;
  readonly apiPassphrase?: string;
};

type AdapterDeps = {
  readonly http: ProviderHttp;
  /** Returns an HTTP client for a second API of the provider. If the settings contain a URL for the provider, it is used for both APIs. */
  httpAt(baseUrl: string): ProviderHttp;
  readonly settings: ProviderSettings;
  readonly clock: Clock;
  /** Returns an EVM address with the casing that contains its checksum (EIP-55). */
  readonly checksum: (text: string) => string;
  readonly cowOrderUid: CowOrderUid;
};

export type ProviderEntry = {
  readonly traits: ProviderTraits;
  /**
   * False for a provider that is implemented but is not used for new quotes. The status of trades that were made through it can still be
   * looked up.
   */
  readonly isRegistered: boolean;
  /** Path segment of the provider's proxy routes (`/defi/<slug>/...`); null when it has none. */
  readonly proxySlug: string | null;
};

type HttpProviderEntry = ProviderEntry & {
  readonly baseUrl: string;
  /** Returns the headers of every request to the provider, such as keys, API versions, and the client name. */
  readonly headers?: (settings: ProviderSettings) => Readonly<Record<string, string>>;
  readonly sign?: (settings: ProviderSettings, clock: Clock) => RequestSigner;
  create(deps: AdapterDeps): QuoteProvider;
};

/**
 * The aggregators with an HTTP API. Only this list determines which aggregators are used (API specification, "Aggregator registry rules").
 * The providers that read exchanges on chain are added by the quotes module, because they need access to the chains.
 */
export const httpProviders: readonly HttpProviderEntry[] = [
  {
    traits: lifiTraits,
    isRegistered: true,
    proxySlug: 'lifi',
    baseUrl: 'https://li.quest/v1',
    headers: (settings) => keyHeader('x-lifi-api-key', settings),
    create: ({ http }) => createLifiProvider({ http }),
  },
  {
    traits: zeroexTraits,
    isRegistered: true,
    proxySlug: '0x',
    baseUrl: 'https://api.0x.org',
    headers: (settings) => ({ '0x-version': 'v2', ...keyHeader('0x-api-key', settings) }),
    create: ({ http }) => createZeroexProvider({ http }),
  },
  {
    traits: oneinchTraits,
    isRegistered: true,
    proxySlug: '1inch',
    baseUrl: 'https://api.1inch.dev/swap/v6.0',
    headers: bearer,
    create: ({ http }) => createOneinchProvider({ http }),
  },
  {
    traits: kyberswapTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://aggregator-api.kyberswap.com',
    headers: () => ({ 'x-client-id': CLIENT_ID }),
    create: ({ http, clock }) => createKyberswapProvider({ http, clock }),
  },
  {
    traits: veloraTraits,
    isRegistered: true,
    proxySlug: 'velora',
    baseUrl: 'https://api.paraswap.io',
    create: ({ http }) => createVeloraProvider({ http }),
  },
  {
    traits: odosTraits,
    isRegistered: true,
    proxySlug: 'odos',
    baseUrl: 'https://api.odos.xyz',
    create: ({ http, clock, checksum }) => createOdosProvider({ http, clock, checksum }),
  },
  {
    traits: openoceanTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://open-api.openocean.finance/v3',
    headers: (settings) => keyHeader('apikey', settings),
    create: ({ http }) => createOpenoceanProvider({ http }),
  },
  {
    traits: rangoTraits,
    isRegistered: true,
    proxySlug: 'rango',
    baseUrl: 'https://api.rango.exchange',
    create: ({ http, settings }) => createRangoProvider({ http, apiKey: settings.apiKey ?? '' }),
  },
  {
    traits: squidTraits,
    isRegistered: true,
    proxySlug: 'squid',
    baseUrl: 'https://apiplus.squidrouter.com/v2',
    headers: (settings) => keyHeader('x-integrator-id', settings),
    create: ({ http }) => createSquidProvider({ http }),
  },
  {
    traits: acrossTraits,
    isRegistered: true,
    proxySlug: 'across',
    baseUrl: 'https://app.across.to/api',
    create: ({ http }) => createAcrossProvider({ http }),
  },
  {
    traits: debridgeTraits,
    isRegistered: true,
    proxySlug: 'debridge',
    baseUrl: 'https://dln.debridge.finance/v1.0',
    create: ({ http, httpAt }) => createDebridgeProvider({ http, stats: httpAt('https://stats-api.dln.trade') }),
  },
  {
    traits: relayTraits,
    isRegistered: true,
    proxySlug: 'relay',
    baseUrl: 'https://api.relay.link',
    headers: (settings) => keyHeader('x-api-key', settings),
    create: ({ http }) => createRelayProvider({ http }),
  },
  {
    traits: bungeeTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://public-backend.bungee.exchange',
    headers: (settings) => keyHeader('x-api-key', settings),
    create: ({ http }) => createBungeeProvider({ http }),
  },
  {
    traits: ensoTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://api.enso.finance',
    headers: bearer,
    create: ({ http }) => createEnsoProvider({ http }),
  },
  {
    traits: cowTraits,
    isRegistered: true,
    proxySlug: 'cow',
    baseUrl: 'https://api.cow.fi',
    create: ({ http, cowOrderUid }) => createCowProvider({ http, orderUid: cowOrderUid }),
  },
  {
    traits: jupiterTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://lite-api.jup.ag/swap/v1',
    headers: (settings) => keyHeader('x-api-key', settings),
    create: ({ http }) => createJupiterProvider({ http }),
  },
  {
    traits: changenowTraits,
    isRegistered: true,
    proxySlug: 'change-now',
    baseUrl: 'https://api.changenow.io/v2',
    headers: (settings) => keyHeader('x-changenow-api-key', settings),
    create: ({ http }) => createChangenowProvider({ http }),
  },
  {
    traits: okxTraits,
    isRegistered: true,
    proxySlug: 'okx',
    baseUrl: 'https://www.okx.com/api/v5/dex/aggregator',
    sign: ({ apiKey = '', apiSecret = '', apiPassphrase = '' }, clock) => okxSignature({ apiKey, apiSecret, apiPassphrase }, clock),
    create: ({ http }) => createOkxProvider({ http }),
  },
];

/** The name of this service that is sent to providers that require a client name. It only affects their rate limit. */
const CLIENT_ID = 'coxswain';

export type RegisteredProvider = ProviderEntry & {
  /** The provider; null while it is turned off. */
  readonly provider: QuoteProvider | null;
  /** Why the provider is turned off; null when it is on. */
  readonly offBecause: 'no-key' | null;
  /** The HTTP client for the proxy routes; null when the provider is turned off or has no HTTP API. */
  readonly http: ProviderHttp | null;
};

/** Creates all providers with an HTTP API. A provider whose required key is missing is turned off, and is listed as turned off. */
export function createHttpProviders(deps: {
  settings: Readonly<Record<string, ProviderSettings>>;
  fetch: ProviderFetch;
  clock: Clock;
  checksum: (text: string) => string;
  cowOrderUid: CowOrderUid;
}): readonly RegisteredProvider[] {
  const { fetch, clock, checksum, cowOrderUid } = deps;
  return httpProviders.map(({ traits, isRegistered, proxySlug, baseUrl, headers, sign, create }) => {
    const settings = deps.settings[traits.name] ?? {};
    const entry = { traits, isRegistered, proxySlug };
    if (traits.key === 'required' && settings.apiKey === undefined) return { ...entry, provider: null, http: null, offBecause: 'no-key' };
    const httpAt = (url: string) =>
      createProviderHttp({
        name: traits.name,
        baseUrl: settings.url ?? url,
        headers: headers?.(settings) ?? {},
        ...(sign === undefined ? {} : { sign: sign(settings, clock) }),
        isKeyed: settings.apiKey !== undefined,
        secrets: [settings.apiKey, settings.apiSecret, settings.apiPassphrase].filter((text) => text !== undefined),
        fetch,
        clock,
      });
    const http = httpAt(baseUrl);
    return { ...entry, provider: create({ http, httpAt, settings, clock, checksum, cowOrderUid }), http, offBecause: null };
  });
}

function keyHeader(header: string, { apiKey }: ProviderSettings): Record<string, string> {
  return apiKey === undefined ? {} : { [header]: apiKey };
}

function bearer({ apiKey }: ProviderSettings): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}
