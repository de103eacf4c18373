import type { BuiltOffer, OfferAnswer, OfferSource } from '../../market/routes/offer-source.ts';
import type { RouteRequest } from '../../market/routes/route-source.ts';
import type { Tokens } from '../../market/tokens/create-tokens.ts';
import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { type Address, isAddress } from '../../values/address.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import type { ProviderQuote, QuoteProvider, QuoteRequest } from './provider.ts';

type Hex = `0x${string}`;

/**
 * One part of a split swap: the exchange's contract (`target`), the contract to approve, the part's input amount, and the calldata that
 * makes the exchange send the output to the receiver.
 */
export type SplitPart = { readonly target: Address; readonly spender: Address; readonly amountIn: bigint; readonly data: Hex };

type Deps = {
  /** The chain on which the split router is deployed; there is only one. */
  readonly chainId: number;
  /** The split router: the contract that calls the exchanges for all parts of a swap; see `src/devnet/contracts/SplitRouter.sol`. */
  readonly router: Address;
  /** The exchanges among which a swap is divided. */
  readonly exchanges: readonly QuoteProvider[];
  readonly tokens: Pick<Tokens, 'find'>;
  readonly encode: (token: Address, parts: readonly SplitPart[]) => Hex;
};

type Quoted = { readonly exchange: QuoteProvider; readonly asked: QuoteRequest; readonly quote: ProviderQuote };

/** Gas that the split router uses for each part, in addition to the exchange's gas. */
const GAS_PER_PART = 60_000n;

/**
 * Creates a substitute for an aggregator on the devnet (a local test chain). It splits a swap into equal parts over two or more exchanges.
 * When the amount is large compared with the pools, this gives a higher output than any single exchange.
 */
export function createSplitSource(deps: Deps): OfferSource {
  const { chainId, router, exchanges } = deps;
  return {
    ...{ name: 'devnet-aggregator', isOnChain: false },
    routersOn: async (asked) => (asked === chainId ? { targets: [router], spenders: [router] } : null),
    offer: async (request, signal) => {
      try {
        return await offerOf(request, signal);
      } catch (error) {
        return refused(error);
      }
    },
  };

  async function offerOf(request: RouteRequest, signal: AbortSignal): Promise<OfferAnswer> {
    const splits = await Promise.all(exchanges.slice(1).map((_, i) => quoteParts(request, i + 2, signal)));
    const [best] = splits.filter((parts) => parts.length > 1).sort((one, other) => (outputOf(one) < outputOf(other) ? 1 : -1));
    if (best === undefined) return { ok: false, reason: 'no-route', detail: 'fewer than two exchanges have a route', isBreach: false };
    const gas = best.reduce((sum, { quote }) => sum + (quote.gas ?? 0n) + GAS_PER_PART, 0n);
    return { ok: true, offer: { amountOut: outputOf(best), gas, build: (late) => buildOf(request, best, late) } };
  }

  /**
   * Requests quotes for equal parts of a swap, and returns the quotes of those exchanges that offer the most; an empty list when too few
   * exchanges have a route.
   */
  async function quoteParts(request: RouteRequest, count: number, signal: AbortSignal): Promise<readonly Quoted[]> {
    const { tokenIn, tokenOut, amountIn, slippageBps, recipient, deadlineSec } = request;
    const [from, to] = await Promise.all([deps.tokens.find(chainId, tokenIn), deps.tokens.find(chainId, tokenOut)]);
    if (from === null || to === null) return [];
    const asked: QuoteRequest = {
      ...{ kind: 'swap', from, to, amountIn: amountIn / BigInt(count), slippageBps, deadlineSec },
      ...{ sender: router, recipient, wallet: recipient, isBuildable: true },
    };
    const found = await Promise.all(exchanges.map((exchange) => quoteOf(exchange, asked, signal)));
    const most = found.filter((one) => one !== null).sort((one, other) => (one.quote.amountOut < other.quote.amountOut ? 1 : -1));
    if (most.length < count) return [];
    const [first, ...others] = most.slice(0, count);
    const rest = amountIn % BigInt(count);
    if (first === undefined || rest === 0n) return most.slice(0, count);
    const larger = await quoteOf(first.exchange, { ...asked, amountIn: asked.amountIn + rest }, signal);
    return larger === null ? [] : [larger, ...others];
  }

  async function quoteOf(exchange: QuoteProvider, asked: QuoteRequest, signal: AbortSignal): Promise<Quoted | null> {
    try {
      return { exchange, asked, quote: await exchange.quote(asked, signal) };
    } catch (error) {
      if (error instanceof ProviderFailure) return null;
      throw error;
    }
  }

  async function buildOf({ tokenIn }: RouteRequest, quoted: readonly Quoted[], signal: AbortSignal): Promise<BuiltOffer> {
    try {
      const parts: SplitPart[] = [];
      let amountOut = 0n;
      for (const { exchange, asked, quote } of quoted) {
        const build = await exchange.build(asked, quote, signal);
        if (build.kind !== 'transaction' || build.spender === null || !isAddress(build.spender)) return noTransaction(exchange);
        parts.push({ target: build.to, spender: build.spender, amountIn: asked.amountIn, data: build.data as Hex });
        amountOut += build.amountOut;
      }
      return { ok: true, call: { target: router, spender: router, data: deps.encode(tokenIn, parts), amountOut } };
    } catch (error) {
      return refused(error);
    }
  }
}

function outputOf(parts: readonly Quoted[]): bigint {
  return parts.reduce((sum, { quote }) => sum + quote.amountOut, 0n);
}

type Refused = { readonly ok: false; readonly reason: string; readonly detail: string; readonly isBreach: false };

function noTransaction({ traits }: QuoteProvider): Refused {
  return { ok: false, reason: 'malformed-reply', detail: `${traits.name} returned no transaction`, isBreach: false };
}

/**
 * Converts an error of an exchange or of the chain to a refusal of the route.
 * @throws errors of other kinds again
 */
function refused(error: unknown): Refused {
  if (error instanceof ProviderFailure) return { ok: false, reason: error.reason, detail: '', isBreach: false };
  if (error instanceof CoxswainError) return { ok: false, reason: 'failed', detail: error.code, isBreach: false };
  throw error;
}
