import type { Clock } from '../../values/clock.ts';
import { okxSignature } from './okx-signature.ts';
import type { ProviderTraits, QuoteProvider } from './provider.ts';
import { createProviderHttp, type ProviderFetch } from './provider-http.ts';
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

/** What the settings say about one provider. All of it is secret but the URL. */
export type ProviderSettings = {
  /** Instead of its public address: a proxy, or a replay server. */
  readonly url?: string;
  readonly apiKey?: string;
  /** OKX alone has these two. */
  readonly apiSecret?: string;
  readonly apiPassphrase?: string;
};

type HttpDeps = {
  readonly settings: ProviderSettings;
  readonly fetch: ProviderFetch;
  readonly clock: Clock;
  /** EIP-55 casing. */
  readonly checksum: (address: string) => string;
  readonly cowOrderUid: CowOrderUid;
};

export type ProviderEntry = {
  readonly traits: ProviderTraits;
  /** False: implemented, but kept out of every fan-out; status look-ups of old trades still work. */
  readonly isRegistered: boolean;
  /** Segment of the proxy routes (`/defi/<slug>/...`); null: it has none. */
  readonly proxySlug: string | null;
};

type HttpProviderEntry = ProviderEntry & {
  readonly baseUrl: string;
  create(deps: HttpDeps & { readonly baseUrl: string }): QuoteProvider;
};

/**
 * The aggregators that are asked over HTTP: the only authority on which of them are live (interface document, "Aggregator registry rules").
 * On-chain ones are added by the composition root, since they need the chains.
 */
export const httpProviders: readonly HttpProviderEntry[] = [
  {
    traits: lifiTraits,
    isRegistered: true,
    proxySlug: 'f',
    baseUrl: 'https://li.quest/v1',
    create: (deps) => createLifiProvider({ http: httpOf('lifi', deps, keyHeader('x-lifi-api-key', deps.settings)) }),
  },
  {
    traits: zeroexTraits,
    isRegistered: true,
    proxySlug: 'c',
    baseUrl: 'https://api.0x.org',
    create: (deps) => createZeroexProvider({ http: httpOf('0x', deps, { '0x-version': 'v2', ...keyHeader('0x-api-key', deps.settings) }) }),
  },
  {
    traits: oneinchTraits,
    isRegistered: true,
    proxySlug: 'k',
    baseUrl: 'https://api.1inch.dev/swap/v6.0',
    create: (deps) => createOneinchProvider({ http: httpOf('1inch', deps, bearer(deps.settings)) }),
  },
  {
    traits: kyberswapTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://aggregator-api.kyberswap.com',
    create: (deps) => createKyberswapProvider({ http: httpOf('kyberswap', deps, { 'x-client-id': CLIENT_ID }), clock: deps.clock }),
  },
  {
    traits: veloraTraits,
    isRegistered: true,
    proxySlug: 'l',
    baseUrl: 'https://api.paraswap.io',
    create: (deps) => createVeloraProvider({ http: httpOf('velora', deps) }),
  },
  {
    traits: odosTraits,
    isRegistered: true,
    proxySlug: 'e',
    baseUrl: 'https://api.odos.xyz',
    create: (deps) => createOdosProvider({ http: httpOf('odos', deps), clock: deps.clock, checksum: deps.checksum }),
  },
  {
    traits: openoceanTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://open-api.openocean.finance/v3',
    create: (deps) => createOpenoceanProvider({ http: httpOf('openocean', deps, keyHeader('apikey', deps.settings)) }),
  },
  {
    traits: rangoTraits,
    isRegistered: true,
    proxySlug: 'h',
    baseUrl: 'https://api.rango.exchange',
    create: (deps) => createRangoProvider({ http: httpOf('rango', deps), apiKey: deps.settings.apiKey ?? '' }),
  },
  {
    traits: squidTraits,
    isRegistered: true,
    proxySlug: 'g',
    baseUrl: 'https://apiplus.squidrouter.com/v2',
    create: (deps) => createSquidProvider({ http: httpOf('squid', deps, keyHeader('x-integrator-id', deps.settings)) }),
  },
  {
    traits: acrossTraits,
    isRegistered: true,
    proxySlug: 'd',
    baseUrl: 'https://app.across.to/api',
    create: (deps) => createAcrossProvider({ http: httpOf('across', deps) }),
  },
  {
    traits: debridgeTraits,
    isRegistered: true,
    proxySlug: 'i',
    baseUrl: 'https://dln.debridge.finance/v1.0',
    create: (deps) => createDebridgeProvider({ http: httpOf('debridge', deps) }),
  },
  {
    traits: relayTraits,
    isRegistered: true,
    proxySlug: 'j',
    baseUrl: 'https://api.relay.link',
    create: (deps) => createRelayProvider({ http: httpOf('relay', deps, keyHeader('x-api-key', deps.settings)) }),
  },
  {
    traits: bungeeTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://public-backend.bungee.exchange',
    create: (deps) => createBungeeProvider({ http: httpOf('bungee', deps, keyHeader('x-api-key', deps.settings)) }),
  },
  {
    traits: ensoTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://api.enso.finance',
    create: (deps) => createEnsoProvider({ http: httpOf('enso', deps, bearer(deps.settings)) }),
  },
  {
    traits: cowTraits,
    isRegistered: true,
    proxySlug: 'b',
    baseUrl: 'https://api.cow.fi',
    create: (deps) => createCowProvider({ http: httpOf('cow', deps), orderUid: deps.cowOrderUid }),
  },
  {
    traits: jupiterTraits,
    isRegistered: true,
    proxySlug: null,
    baseUrl: 'https://lite-api.jup.ag/swap/v1',
    create: (deps) => createJupiterProvider({ http: httpOf('jupiter', deps, keyHeader('x-api-key', deps.settings)) }),
  },
  {
    traits: changenowTraits,
    isRegistered: true,
    proxySlug: 'change-now',
    baseUrl: 'https://api.changenow.io/v2',
    create: (deps) => createChangenowProvider({ http: httpOf('changenow', deps, keyHeader('x-changenow-api-key', deps.settings)) }),
  },
  {
    traits: okxTraits,
    isRegistered: true,
    proxySlug: 'a',
    baseUrl: 'https://www.okx.com/api/v5/dex/aggregator',
    create: (deps) => createOkxProvider({ http: okxHttp(deps) }),
  },
];

/** Who we say that we are where a provider asks; it only sets the rate that we may ask at. */
const CLIENT_ID = 'coxswain';

export type RegisteredProvider = ProviderEntry & {
  /** null while it is off. */
  readonly provider: QuoteProvider | null;
  /** Why it is off; null: it is on. */
  readonly offBecause: 'no-key' | null;
};

/** Every HTTP provider, on or off: one that needs a key and has none is off, and listed as off. */
export function createHttpProviders(deps: {
  settings: Readonly<Record<string, ProviderSettings>>;
  fetch: ProviderFetch;
  clock: Clock;
  checksum: (address: string) => string;
  cowOrderUid: CowOrderUid;
}): readonly RegisteredProvider[] {
  const { fetch, clock, checksum, cowOrderUid } = deps;
  return httpProviders.map(({ traits, isRegistered, proxySlug, baseUrl, create }) => {
    const settings = deps.settings[traits.name] ?? {};
    const entry = { traits, isRegistered, proxySlug };
    if (traits.key === 'required' && !hasKey(settings)) return { ...entry, provider: null, offBecause: 'no-key' };
    return {
      ...entry,
      provider: create({ settings, fetch, clock, checksum, cowOrderUid, baseUrl: settings.url ?? baseUrl }),
      offBecause: null,
    };
  });
}

function hasKey({ apiKey }: ProviderSettings): boolean {
  return apiKey !== undefined;
}

function httpOf(name: string, deps: HttpDeps & { readonly baseUrl: string }, headers: Readonly<Record<string, string>> = {}) {
  return createProviderHttp({ name, baseUrl: deps.baseUrl, headers, fetch: deps.fetch, clock: deps.clock });
}

function keyHeader(header: string, { apiKey }: ProviderSettings): Record<string, string> {
  return apiKey === undefined ? {} : { [header]: apiKey };
}

function bearer({ apiKey }: ProviderSettings): Record<string, string> {
  return apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
}

function okxHttp(deps: HttpDeps & { readonly baseUrl: string }) {
  const { apiKey = '', apiSecret = '', apiPassphrase = '' } = deps.settings;
  const sign = okxSignature({ apiKey, apiSecret, apiPassphrase }, deps.clock);
  return createProviderHttp({ name: 'okx', baseUrl: deps.baseUrl, sign, fetch: deps.fetch, clock: deps.clock });
}
