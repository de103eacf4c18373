import { ProviderFailure, type ProviderFailureReason } from '../../platform/http-client/provider-failure.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Clock } from '../../values/clock.ts';
import type { IdSource } from '../../values/id-source.ts';
import { formatRational, parseRational, type Rational } from '../../values/rational.ts';
import { callProvider } from './call-provider.ts';
import { defaultExclusions, PRIVATE_AGGREGATOR } from './default-exclusions.ts';
import { heldMinimum } from './held-minimum.ts';
import { judgeQuote } from './judge-quote.ts';
import { checkPinned, type TrustedContracts } from './pinned-contracts.ts';
import type { ProviderQuote, QuoteFee, QuoteProvider } from './provider.ts';
import type { ProviderStats } from './provider-stats.ts';
import { QUOTE_LIFETIME_MS, type QuoteBook } from './quote-book.ts';
import type { QuoteExtras, QuoteExtrasSource } from './quote-extras.ts';
import { type QuoteInput, quoteInputAsJson } from './quote-input.ts';
import { type QuoteMeta, quoteMetaAsJson } from './quote-meta.ts';
import type { RegisteredProvider } from './registry.ts';
import type { QuoteResolver, ResolvedQuote } from './resolve-quote.ts';
import { quoteAsJson } from './stored-quote.ts';

/** How one provider did, for the stream's end. */
export type ProviderOutcome = {
  readonly aggregator: string;
  readonly ok: boolean;
  /** Until it answered, or failed. */
  readonly ms: number;
  readonly reason?: ProviderFailureReason;
};

export type QuoteEvent =
  | { readonly kind: 'quote'; readonly meta: QuoteMeta }
  | { readonly kind: 'end'; readonly count: number; readonly providers: readonly ProviderOutcome[] };

export type QuoteLimits = {
  /** For one provider's answer. */
  readonly providerTimeoutMs: number;
  /** For the whole stream: whoever has not answered by then counts as timed out. */
  readonly totalTimeoutMs: number;
};

export type Quotes = {
  /** @throws as `QuoteResolver.resolve`: before anything is streamed */
  open(input: QuoteInput): Promise<ResolvedQuote>;
  /**
   * Each provider's quote as it comes, each cached before it is given, and the end. Cut off by `signal`, with every upstream call.
   * @param onIdle called when all that it began is over: reads of a chain run to their end also when the stream has ended before
   */
  stream(resolved: ResolvedQuote, signal: AbortSignal, onIdle?: () => void): AsyncGenerator<QuoteEvent>;
  /** One provider asked again. @throws ProviderFailure */
  quoteOnce(provider: QuoteProvider, resolved: ResolvedQuote, signal: AbortSignal): Promise<Quoted>;
};

export type Quoted = { readonly quote: ProviderQuote; readonly meta: QuoteMeta };

export function createQuotes(deps: {
  providers: readonly RegisteredProvider[];
  resolver: QuoteResolver;
  extrasOf: QuoteExtrasSource;
  book: QuoteBook;
  trusted: TrustedContracts;
  limits: QuoteLimits;
  stats: ProviderStats;
  clock: Clock;
  ids: IdSource;
  log: Log;
}): Quotes {
  const { providers, resolver, extrasOf, book, trusted, limits, stats, clock, ids, log } = deps;

  const quotes: Quotes = {
    open: (input) => resolver.resolve(input),

    async *stream(resolved, signal, onIdle) {
      const asked = providersFor(resolved);
      const extras = extrasOf(resolved);
      const begun: Promise<unknown>[] = [extras];
      const total = new AbortController();
      const onAbort = () => total.abort(signal.reason);
      if (signal.aborted) onAbort();
      signal.addEventListener('abort', onAbort, { once: true });
      const timer = setTimeout(() => total.abort(new DOMException('The stream took too long.', 'TimeoutError')), limits.totalTimeoutMs);
      const outcomes: ProviderOutcome[] = [];
      const arrived: QuoteMeta[] = [];
      let wake = Promise.withResolvers<void>();
      const run = async (provider: QuoteProvider) => {
        const startedAtMs = performance.now();
        const { name } = provider.traits;
        const outcome = await askedOnce(provider, resolved, extras, total.signal, begun).then(
          async ({ quote, meta }): Promise<ProviderOutcome> => {
            await keep(resolved, quote, meta);
            arrived.push(meta);
            return { aggregator: name, ok: true, ms: elapsed(startedAtMs) };
          },
          (error: unknown): ProviderOutcome => ({ aggregator: name, ok: false, ms: elapsed(startedAtMs), reason: told(name, error) }),
        );
        outcomes.push(outcome);
        stats.count(name, outcome.ok ? 'ok' : (outcome.reason ?? 'unavailable'), outcome.ms);
        wake.resolve();
      };
      const running = asked.map(run);
      let count = 0;
      try {
        while (true) {
          for (const meta of arrived.splice(0)) {
            count += 1;
            yield { kind: 'quote', meta };
          }
          if (arrived.length > 0) continue;
          if (outcomes.length === running.length) break;
          await wake.promise;
          wake = Promise.withResolvers<void>();
        }
        yield { kind: 'end', count, providers: outcomes };
      } finally {
        clearTimeout(timer);
        signal.removeEventListener('abort', onAbort);
        total.abort();
        await Promise.all(running);
        if (onIdle !== undefined) void Promise.allSettled(begun).then(onIdle);
      }
    },

    quoteOnce: (provider, resolved, signal) => askedOnce(provider, resolved, extrasOf(resolved), signal),
  };
  return quotes;

  function providersFor({ input, request }: ResolvedQuote): readonly QuoteProvider[] {
    const live = providers.flatMap(({ provider, isRegistered }) => (provider !== null && isRegistered ? [provider] : []));
    const able = live.filter((provider) => provider.supports(request));
    // Both exclusion lists then name everybody else, whatever the caller excludes.
    if (input.anonymousMode) return able.filter(({ traits }) => traits.name === PRIVATE_AGGREGATOR);
    const excluded = new Set(input.exclude ?? defaultExclusions(request.kind, request.from.chainId));
    return able.filter(({ traits }) => !excluded.has(traits.name));
  }

  async function askedOnce(
    provider: QuoteProvider,
    resolved: ResolvedQuote,
    extras: Promise<QuoteExtras>,
    signal: AbortSignal,
    begun: Promise<unknown>[] = [],
  ): Promise<Quoted> {
    const { traits } = provider;
    const quote = await callProvider(traits.name, { timeoutMs: limits.providerTimeoutMs, signal }, (own) => {
      const asked = provider.quote(resolved.request, own);
      begun.push(asked);
      return asked;
    });
    checkPinned(traits, resolved.request.from.chainId, quote, trusted);
    const { request, approval, warnings: ofTokens, gasUsd: gasUsdOf } = await extras;
    const terms = { request, relayer: traits.broadcastsItself ? null : resolved.relayer };
    const { outputUsd, warnings } = judgeQuote(traits.name, terms, quote);
    const usd = outputUsd ?? (quote.usdAmount === null ? null : parseRational(quote.usdAmount));
    const gasUsd = quote.gasUsd === null ? (quote.gas === null ? null : gasUsdOf(quote.gas)) : parseRational(quote.gasUsd);
    const ends = clock.now() + QUOTE_LIFETIME_MS;
    const meta: QuoteMeta = {
      id: ids(),
      aggregator: traits.name,
      type: request.kind,
      amount: quote.amountOut.toString(),
      amountMin: heldMinimum(terms, quote, quote.amountOut).toString(),
      fromAmount: resolved.spent.toString(),
      usdAmount: usd === null ? '0' : formatRational(usd, 6),
      netUsd: netOf(usd, gasUsd, quote.fees),
      spender: quote.spender,
      priceImpactBps: quote.priceImpactBps,
      gas: quote.gas?.toString() ?? null,
      gasUsd: gasUsd === null ? null : formatRational(gasUsd, 6),
      fees: [...relayerFee(resolved), ...quote.fees],
      durationSeconds: quote.durationSeconds,
      expiresAt: new Date(Math.min(ends, quote.expiresAtMs ?? ends)).toISOString(),
      needsApproval: quote.spender === null ? false : (approval?.isNeeded ?? null),
      approvalReset: quote.spender === null ? false : (approval?.needsReset ?? null),
      broadcastsItself: traits.broadcastsItself,
      // What was measured here says more than the same warning of a provider.
      warnings: [...warnings.filter(({ code }) => ofTokens.every((own) => own.code !== code)), ...ofTokens],
    };
    return { quote, meta };
  }

  function keep({ input }: ResolvedQuote, quote: ProviderQuote, meta: QuoteMeta): Promise<void> {
    return book.keep(meta.id, { data: quoteInputAsJson(input), meta: quoteMetaAsJson(meta), restProps: quoteAsJson(quote) });
  }

  /** Swallowed for the client, as documented; not for the operator. */
  function told(name: string, error: unknown): ProviderFailureReason {
    if (!(error instanceof ProviderFailure)) {
      log.error('A quote failed in a way that was not foreseen', { aggregator: name, error });
      return 'unavailable';
    }
    const isWorthALook = [
      'unpinned-contract',
      'implausible-output',
      'minimum-too-low',
      'malformed-reply',
      'mismatched-reply',
      'unauthorized',
    ];
    log[isWorthALook.includes(error.reason) ? 'warn' : 'debug']('A provider gave no quote', {
      aggregator: name,
      reason: error.reason,
      error,
    });
    return error.reason;
  }
}

/** The output's worth less gas and what is paid on top. */
function netOf(usd: Rational | null, gasUsd: Rational | null, fees: readonly QuoteFee[]): string | null {
  if (usd === null || gasUsd === null) return null;
  let net = minus(usd, gasUsd);
  for (const { isIncluded, usd: fee } of fees) {
    if (isIncluded) continue;
    if (fee === null) return null;
    net = minus(net, parseRational(fee));
  }
  return formatRational(net, 6);
}

/** What the relayer keeps of the input, for whoever looks at the fees. */
function relayerFee({ spent, request }: ResolvedQuote): QuoteFee[] {
  if (spent === request.amountIn) return [];
  const amount = (spent - request.amountIn).toString();
  return [{ name: 'Relayer fee', amount, token: request.from.address, usd: null, isIncluded: true }];
}

function minus(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.denominator - b.numerator * a.denominator, denominator: a.denominator * b.denominator };
}

function elapsed(sinceMs: number): number {
  return Math.round((performance.now() - sinceMs) * 10) / 10;
}
