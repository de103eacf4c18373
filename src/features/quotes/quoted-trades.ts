import * as v from 'valibot';
import type { Cache } from '../../platform/cache/cache.ts';
import { verbatimObject } from '../../platform/http-client/wire.ts';
import { type BaseUnits, isBaseUnits, toBaseUnits } from '../../values/base-units.ts';
import type { JsonObject } from '../../values/json.ts';
import { isStoredAddress } from '../../values/parse-chain-address.ts';
import { heldMinimum } from './held-minimum.ts';
import type { Build } from './provider.ts';
import type { QuoteInput } from './quote-input.ts';
import type { QuotedTrade, QuoteLookup } from './quote-lookup.ts';
import { QUOTE_LIFETIME_MS, type QuoteRepository } from './quote-repository.ts';
import type { QuoteResolver, ResolvedQuote } from './resolve-quote.ts';
import { quoteFromJson } from './stored-quote.ts';

const chainAddress = v.pipe(v.string(), v.guard(isStoredAddress));
const baseUnits = v.custom<BaseUnits>(isBaseUnits);
const tradeSchema = v.object({
  type: v.picklist(['swap', 'bridge']),
  fromChainId: v.number(),
  toChainId: v.number(),
  fromToken: chainAddress,
  toToken: chainAddress,
  amountIn: baseUnits,
  amountOutExpected: baseUnits,
  amountOutMin: baseUnits,
  aggregator: v.string(),
  wallet: v.nullable(chainAddress),
  recipient: v.nullable(chainAddress),
  reference: v.nullable(verbatimObject),
});

/**
 * Provides the terms of quoted trades for trade records: those of the quote's last build or, if it was not built, those of the quote
 * itself.
 */
export type QuotedTrades = QuoteLookup & {
  rememberBuild(quoteId: string, aggregator: string, resolved: ResolvedQuote, build: Build): Promise<void>;
};

export function createQuotedTrades(deps: {
  cache: Cache;
  repository: QuoteRepository;
  resolver: QuoteResolver;
  /** Parses the quote request (`data`) of a cached quote or build. */
  read: (data: JsonObject) => QuoteInput;
}): QuotedTrades {
  const { cache, repository, resolver, read } = deps;
  return {
    rememberBuild: (quoteId, aggregator, resolved, { amountOut, amountOutMin, reference }) =>
      cache.set(keyOf(quoteId), { ...tradeOf(resolved, aggregator, amountOut, amountOutMin), reference }, QUOTE_LIFETIME_MS),

    async find(quoteId) {
      const built = await cache.get(keyOf(quoteId));
      if (built !== undefined) return v.parse(tradeSchema, built);
      const cached = await repository.find(quoteId.toLowerCase());
      if (cached === null) return null;
      const quote = quoteFromJson(cached.restProps);
      const resolved = await resolver.resolve(read(cached.data));
      const { aggregator, broadcastsItself } = cached.meta;
      const terms = { request: resolved.request, relayer: broadcastsItself === true ? null : resolved.relayer };
      const amountOutMin = heldMinimum(terms, quote, quote.amountOut);
      return { ...tradeOf(resolved, String(aggregator), quote.amountOut, amountOutMin), reference: null };
    },
  };
}

function tradeOf(
  { request, wallet, spent }: ResolvedQuote,
  aggregator: string,
  amountOut: bigint,
  amountOutMin: bigint,
): Omit<QuotedTrade, 'reference'> {
  const { kind, from, to, recipient, isBuildable } = request;
  return {
    type: kind,
    fromChainId: from.chainId,
    toChainId: to.chainId,
    fromToken: from.address,
    toToken: to.address,
    amountIn: toBaseUnits(spent),
    amountOutExpected: toBaseUnits(amountOut),
    amountOutMin: toBaseUnits(amountOutMin),
    aggregator,
    wallet,
    recipient: isBuildable ? recipient : null,
  };
}

function keyOf(quoteId: string): string {
  return `build:${quoteId.toLowerCase()}`;
}
