import type { Build, ProviderQuote, ProviderTraits, QuoteProvider, QuoteRequest } from '../../../../src/features/quotes/provider.ts';
import type { RegisteredProvider } from '../../../../src/features/quotes/registry.ts';
import { asAddress } from '../../../support/branded.ts';

export const ROUTER = asAddress('0x1111111254eeb25477b68fb85ed929f73a960582');

const traits: Omit<ProviderTraits, 'name'> = {
  title: 'Stub',
  kinds: ['swap', 'bridge'],
  chains: 'evm-with-contracts',
  key: 'none',
  broadcastsItself: false,
  isSolverBased: false,
  hasStatus: false,
  targets: null,
  spenders: null,
};

export function quoteOf(amountOut: bigint, other: Partial<ProviderQuote> = {}): ProviderQuote {
  return {
    amountOut,
    amountOutMin: (amountOut * 995n) / 1000n,
    target: ROUTER,
    spender: ROUTER,
    gas: null,
    gasUsd: null,
    fees: [],
    usdAmount: null,
    priceImpactBps: null,
    durationSeconds: null,
    expiresAtMs: null,
    warnings: [],
    state: { route: 'a' },
    ...other,
  };
}

export function buildOf(quote: ProviderQuote, other: Partial<Extract<Build, { kind: 'transaction' }>> = {}): Build {
  const { amountOut, amountOutMin, spender } = quote;
  const rest = { value: 0n, spender, amountOut, amountOutMin, expiresAtMs: null, reference: {} };
  return { kind: 'transaction', to: ROUTER, data: '0x12345678', ...rest, ...other };
}

/** Creates a provider whose replies the test determines. */
export function stubProvider(
  name: string,
  behaviour: {
    quote: (request: QuoteRequest, signal: AbortSignal) => Promise<ProviderQuote>;
    build?: (request: QuoteRequest, quote: ProviderQuote) => Promise<Build>;
    traits?: Partial<ProviderTraits>;
    isRegistered?: boolean;
  },
): RegisteredProvider {
  const provider: QuoteProvider = {
    traits: { ...traits, name, ...behaviour.traits },
    supports: () => true,
    quote: behaviour.quote,
    build: behaviour.build ?? (async (_request, quote) => buildOf(quote)),
    status: null,
  };
  return { traits: provider.traits, isRegistered: behaviour.isRegistered ?? true, proxySlug: null, provider, http: null, offBecause: null };
}
