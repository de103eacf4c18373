import type { Clock } from '../../values/clock.ts';
import type { ProviderTraits, QuoteProvider } from './provider.ts';
import { createProviderHttp, type ProviderFetch } from './provider-http.ts';
import { createLifiProvider, lifiTraits } from './providers/lifi.ts';

/** What the settings say about one provider. All of it is secret but the URL. */
export type ProviderSettings = {
  /** Instead of its public address: a proxy, or a replay server. */
  readonly url?: string;
  readonly apiKey?: string;
  /** OKX alone has these two. */
  readonly apiSecret?: string;
  readonly apiPassphrase?: string;
};

type HttpDeps = { readonly settings: ProviderSettings; readonly fetch: ProviderFetch; readonly clock: Clock };

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
];

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
}): readonly RegisteredProvider[] {
  const { fetch, clock } = deps;
  return httpProviders.map(({ traits, isRegistered, proxySlug, baseUrl, create }) => {
    const settings = deps.settings[traits.name] ?? {};
    const entry = { traits, isRegistered, proxySlug };
    if (traits.key === 'required' && !hasKey(settings)) return { ...entry, provider: null, offBecause: 'no-key' };
    return { ...entry, provider: create({ settings, fetch, clock, baseUrl: settings.url ?? baseUrl }), offBecause: null };
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
