import type { Networks } from '../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { BuiltOffer, Offer, OfferAnswer, OfferSource, Routers } from '../../market/routes/offer-source.ts';
import type { RouteRequest } from '../../market/routes/route-source.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { callProvider } from '../../platform/http-client/call-provider.ts';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { defaultExclusions } from './default-exclusions.ts';
import { deliversInside } from './delivers-inside.ts';
import { checkPinned, pinnedOn, type TrustedContracts } from './pinned-contracts.ts';
import type { ProviderQuote, QuoteProvider, QuoteRequest } from './provider.ts';
import type { ProviderBudget } from './provider-budget.ts';
import type { RegisteredProvider } from './registry.ts';
import { isWithinTraits } from './within-traits.ts';

/** The routers of exchanges whose offers are read from the chain. Uniswap v3 is excluded because the vaults' own routes already use it. */
const ROUTERS_ON_CHAIN: Readonly<Record<string, (network: EffectiveNetwork) => Address | null>> = {
  'uniswap-v2': ({ contracts }) => contracts.uniswapV2?.router ?? null,
  'uniswap-v4': ({ contracts }) => contracts.uniswapV4?.swapRouter ?? null,
};

const HEX = /^0x(?:[0-9a-f]{2})*$/;
/**
 * Maximum length of an offer's calldata in hex characters. Longer calldata cannot be a swap. The length is checked before the data is
 * copied.
 */
const MOST_DATA_CHARACTERS = 1_000_000;

/** Failure codes that a correct provider never causes, so they indicate an attack or a serious fault of the provider. */
const BREACHES: ReadonlySet<string> = new Set(['unpinned-contract', 'value-not-zero', 'calldata-too-long']);

type Deps = {
  readonly providers: readonly RegisteredProvider[];
  readonly trusted: TrustedContracts;
  readonly tokens: Pick<Tokens, 'find'>;
  readonly networks: Pick<Networks, 'get'>;
  /** Returns the request limits of a provider that is reached over HTTP. */
  readonly budgetOf: (name: string) => ProviderBudget;
  /** Time limit in ms of one request to a provider, either for an offer or for the offer's transaction. */
  readonly timeoutMs: number;
};

/** Creates the sources of routes for vaults, from the providers whose calls deliver the output within the transaction. */
export function createOfferSources(deps: Deps): readonly OfferSource[] {
  return deps.providers.flatMap(({ isRegistered, provider, http }) => {
    if (!isRegistered || provider === null || !deliversInside(provider.traits)) return [];
    if (http === null) return onChainSource(provider, deps);
    return [aggregatorSource(provider, deps)];
  });
}

function onChainSource(provider: QuoteProvider, deps: Deps): readonly OfferSource[] {
  const routerOf = ROUTERS_ON_CHAIN[provider.traits.name];
  if (routerOf === undefined) return [];
  return [
    {
      ...{ name: provider.traits.name, isOnChain: true },
      async routersOn(chainId) {
        const network = isEvmChain(chainId) ? await deps.networks.get(chainId) : null;
        const router = network === null || network.nodeUrls.length === 0 ? null : routerOf(network);
        return router === null ? null : { targets: [router], spenders: [router] };
      },
      offer: (request, signal) => offerOf(provider, request, signal, deps, null),
    },
  ];
}

function aggregatorSource(provider: QuoteProvider, deps: Deps): OfferSource {
  const { traits } = provider;
  const budget = deps.budgetOf(traits.name);
  return {
    ...{ name: traits.name, isOnChain: false },
    routersOn: async (chainId) => routersOf(provider, chainId, deps.trusted),
    offer: (request, signal) => offerOf(provider, request, signal, deps, budget),
  };
}

function routersOf({ traits }: QuoteProvider, chainId: number, trusted: TrustedContracts): Routers | null {
  const isThere = traits.chains !== 'evm-with-contracts' && traits.chains.includes(chainId) && isEvmChain(chainId);
  if (!isThere || defaultExclusions('swap', chainId).includes(traits.name)) return null;
  const [targets, spenders] = [pinnedOn(traits, 'targets', chainId, trusted), pinnedOn(traits, 'spenders', chainId, trusted)];
  return targets.length === 0 || spenders.length === 0 ? null : { targets, spenders };
}

async function offerOf(
  provider: QuoteProvider,
  request: RouteRequest,
  signal: AbortSignal,
  deps: Deps,
  budget: ProviderBudget | null,
): Promise<OfferAnswer> {
  return await guarded(provider.traits.name, async () => {
    const asked = await quoteRequestOf(request, deps.tokens);
    if (asked === null || !isWithinTraits(provider.traits, asked) || !provider.supports(asked)) return failed('unsupported', '');
    const quote = await ask(provider, budget, signal, deps.timeoutMs, (own) => provider.quote(asked, own));
    if ('limit' in quote) return failed(`budget-${quote.limit}`, '');
    const { target, spender, amountOut, gas } = quote.got;
    checkPinned(provider.traits, request.chainId, { target, spender }, deps.trusted);
    if (amountOut <= 0n) return failed('malformed-reply', '');
    const offer: Offer = { amountOut, gas, build: (late) => buildOf(provider, asked, quote.got, late, deps, budget) };
    return { ok: true, offer } as const;
  });
}

async function buildOf(
  provider: QuoteProvider,
  asked: QuoteRequest,
  quote: ProviderQuote,
  signal: AbortSignal,
  { trusted, timeoutMs }: Deps,
  budget: ProviderBudget | null,
): Promise<BuiltOffer> {
  const { traits } = provider;
  return await guarded(traits.name, async () => {
    const answer = await ask(provider, budget, signal, timeoutMs, (own) => provider.build(asked, quote, own));
    if ('limit' in answer) return failed(`budget-${answer.limit}`, '');
    const { got: build } = answer;
    if (build.kind !== 'transaction') return failed('malformed-reply', 'no transaction');
    const { to: target, spender, data, value, amountOut } = build;
    checkPinned(traits, asked.from.chainId, { target, spender }, trusted);
    if (value !== 0n) return failed('value-not-zero', `${value} wei`);
    if (data.length > MOST_DATA_CHARACTERS) return failed('calldata-too-long', `${data.length} characters`);
    const text = data.toLowerCase();
    if (!isAddress(target) || spender === null || !isAddress(spender) || !isHex(text)) return failed('malformed-reply', '');
    return { ok: true, call: { target, spender, data: text, amountOut } } as const;
  });
}

/** Calls a provider within the provider's request limits and the time limit. */
async function ask<T>(
  { traits: { name } }: QuoteProvider,
  budget: ProviderBudget | null,
  signal: AbortSignal,
  timeoutMs: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<{ readonly got: T } | { readonly limit: string }> {
  const turn = budget === null ? null : await budget.take();
  if (turn?.ok === false) return { limit: turn.limit };
  try {
    return { got: await callProvider(name, { timeoutMs, signal }, work) };
  } finally {
    if (turn?.ok === true) turn.release();
  }
}

/**
 * Builds the request to a provider for a route of a vault. Returns null when a token of the route is not listed, because a vault trades
 * only listed tokens.
 */
async function quoteRequestOf(request: RouteRequest, tokens: Pick<Tokens, 'find'>): Promise<QuoteRequest | null> {
  const { chainId, tokenIn, tokenOut, amountIn, slippageBps, recipient, deadlineSec } = request;
  const [from, to] = await Promise.all([tokens.find(chainId, tokenIn), tokens.find(chainId, tokenOut)]);
  if (from === null || to === null) return null;
  const vault = { sender: recipient, recipient, wallet: recipient, isBuildable: true };
  return { kind: 'swap', from, to, amountIn, slippageBps, deadlineSec, ...vault };
}

type Failed = { readonly ok: false; readonly reason: string; readonly detail: string; readonly isBreach: boolean };

/** Converts an error about a provider's failure to a result. Errors of other kinds are bugs of this service, and are thrown again. */
async function guarded<T>(name: string, work: () => Promise<T | Failed>): Promise<T | Failed> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProviderFailure) return failed(error.reason, error.reason === 'unpinned-contract' ? error.message : '');
    return failed('failed', `${name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

function failed(reason: string, detail: string): Failed {
  return { ok: false, reason, detail, isBreach: BREACHES.has(reason) };
}

function isHex(text: string): text is `0x${string}` {
  return HEX.test(text);
}
