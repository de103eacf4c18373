import { callProvider } from '../../platform/http-client/call-provider.ts';
import { ProviderFailure, type ProviderFailureReason } from '../../platform/http-client/provider-failure.ts';
import type { Log } from '../../platform/log/log.ts';
import { toBaseUnits } from '../../values/base-units.ts';
import type { Clock } from '../../values/clock.ts';
import type { IdSource } from '../../values/id-source.ts';
import { addRationals, formatRational, parseRational, type Rational } from '../../values/rational.ts';
import { defaultExclusions, PRIVATE_AGGREGATOR } from './default-exclusions.ts';
import { feeWarnings } from './fee-on-transfer.ts';
import { gasAround } from './gas-of-trade.ts';
import { heldMinimum } from './held-minimum.ts';
import { judgeQuote } from './judge-quote.ts';
import { checkPinned, type TrustedContracts } from './pinned-contracts.ts';
import type { ProviderQuote, QuoteFee, QuoteProvider } from './provider.ts';
import type { ProviderStats } from './provider-stats.ts';
import type { QuoteExtras, QuoteExtrasSource } from './quote-extras.ts';
import { type QuoteInput, quoteInputAsJson } from './quote-input.ts';
import { type QuoteMeta, quoteMetaAsJson } from './quote-meta.ts';
import { QUOTE_LIFETIME_MS, type QuoteRepository } from './quote-repository.ts';
import type { RegisteredProvider } from './registry.ts';
import type { QuoteResolver, ResolvedQuote } from './resolve-quote.ts';
import { quoteAsJson } from './stored-quote.ts';

/** The outcome of querying one provider for a quote, as reported in the last frame of the stream. */
export type ProviderOutcome = {
  readonly aggregator: string;
  readonly ok: boolean;
  /** Number of milliseconds from the request until the provider answered or failed. */
  readonly ms: number;
  readonly reason?: ProviderFailureReason;
};

export type QuoteEvent =
  | { readonly kind: 'quote'; readonly meta: QuoteMeta }
  | { readonly kind: 'end'; readonly count: number; readonly providers: readonly ProviderOutcome[] };

export type QuoteLimits = {
  /** Time limit in ms for one provider's answer to a quote request. */
  readonly providerTimeoutMs: number;
  /** Time limit for a whole quote stream, in ms. Providers that have not answered by then count as timed out. */
  readonly totalTimeoutMs: number;
};

export type Quotes = {
  /**
   * Finds the chains and tokens of a quote request before anything is streamed.
   * @throws the errors of `QuoteResolver.resolve`
   */
  open(input: QuoteInput): Promise<ResolvedQuote>;
  /**
   * Yields each provider's quote as it arrives, after caching it, and then the `end` event. When `signal` is aborted, the stream and all
   * provider calls stop.
   * @param onIdle called when all work of the stream has ended. This may be later than the end of the stream, because chain reads cannot be
   * cancelled
   */
  stream(resolved: ResolvedQuote, signal: AbortSignal, onIdle?: () => void): AsyncGenerator<QuoteEvent>;
  /** Requests one quote from one provider. @throws ProviderFailure */
  quoteOnce(provider: QuoteProvider, resolved: ResolvedQuote, signal: AbortSignal): Promise<Quoted>;
};

export type Quoted = { readonly quote: ProviderQuote; readonly meta: QuoteMeta };

export function createQuotes(deps: {
  providers: readonly RegisteredProvider[];
  resolver: QuoteResolver;
  extrasOf: QuoteExtrasSource;
  repository: QuoteRepository;
  trusted: TrustedContracts;
  limits: QuoteLimits;
  stats: ProviderStats;
  clock: Clock;
  ids: IdSource;
  log: Log;
}): Quotes {
  const { providers, resolver, extrasOf, repository, trusted, limits, stats, clock, ids, log } = deps;

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
      const timer = setTimeout(
        () => total.abort(new DOMException('The provider did not answer before the time limit of the request.', 'TimeoutError')),
        limits.totalTimeoutMs,
      );
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
    // In anonymous mode, only the one provider for anonymous trades (`PRIVATE_AGGREGATOR`) is queried, even if the client excludes it.
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
    const { request, approval, transferFees, gasUsd: gasUsdOf } = await extras;
    const terms = { request, relayer: traits.broadcastsItself ? null : resolved.relayer };
    const { outputUsd, warnings } = judgeQuote(traits.name, terms, quote);
    const usd = outputUsd ?? (quote.usdAmount === null ? null : parseRational(quote.usdAmount));
    const ofTokens = feeWarnings(traits, terms, transferFees);
    const around = gasAround(terms, quote.spender === null ? null : approval);
    const gas = quote.gas === null ? null : quote.gas + around;
    const gasUsd = costOf({ gas, statedUsd: quote.gasUsd, around }, gasUsdOf);
    const ends = clock.now() + QUOTE_LIFETIME_MS;
    const meta: QuoteMeta = {
      id: ids(),
      aggregator: traits.name,
      type: request.kind,
      amount: toBaseUnits(quote.amountOut),
      amountMin: toBaseUnits(heldMinimum(terms, quote, quote.amountOut)),
      fromAmount: toBaseUnits(resolved.spent),
      usdAmount: usd === null ? '0' : formatRational(usd, 6),
      netUsd: netOf(usd, gasUsd, quote.fees),
      spender: quote.spender,
      priceImpactBps: quote.priceImpactBps,
      gas: gas?.toString() ?? null,
      gasUsd: gasUsd === null ? null : formatRational(gasUsd, 6),
      fees: [...relayerFee(resolved), ...quote.fees],
      durationSeconds: quote.durationSeconds,
      expiresAt: new Date(Math.min(ends, quote.expiresAtMs ?? ends)).toISOString(),
      needsApproval: quote.spender === null ? false : (approval?.isNeeded ?? null),
      approvalReset: quote.spender === null ? false : (approval?.needsReset ?? null),
      broadcastsItself: traits.broadcastsItself,
      // If this service and the provider both give a warning with the same code, only the service's own warning is kept.
      warnings: [...warnings.filter(({ code }) => ofTokens.every((own) => own.code !== code)), ...ofTokens],
    };
    return { quote, meta };
  }

  function keep({ input }: ResolvedQuote, quote: ProviderQuote, meta: QuoteMeta): Promise<void> {
    return repository.keep(meta.id, { data: quoteInputAsJson(input), meta: quoteMetaAsJson(meta), restProps: quoteAsJson(quote) });
  }

  /** Counts and logs a provider's failure. Clients do not see the details of the failure, as documented. */
  function told(name: string, error: unknown): ProviderFailureReason {
    if (!(error instanceof ProviderFailure)) {
      log.error('Quote failed with an unexpected error', { aggregator: name, error });
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
    log[isWorthALook.includes(error.reason) ? 'warn' : 'debug']('A provider returned no quote', {
      aggregator: name,
      reason: error.reason,
      error,
    });
    return error.reason;
  }
}

/**
 * Computes the cost of a trade's gas in dollars. A provider that states this cost states it for its own call, so the cost of the gas
 * `around` that call is added.
 */
function costOf(
  { gas, statedUsd, around }: { readonly gas: bigint | null; readonly statedUsd: string | null; readonly around: bigint },
  gasUsdOf: QuoteExtras['gasUsd'],
): Rational | null {
  if (statedUsd === null) return gas === null ? null : gasUsdOf(gas);
  const [withAll, without] = [gasUsdOf(around), gasUsdOf(0n)];
  const stated = parseRational(statedUsd);
  return withAll === null || without === null ? stated : addRationals(stated, minus(withAll, without));
}

/** Computes the value of a quote's output in dollars, minus the gas cost and minus the fees that are paid in addition to the input. */
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

/** Returns the relayer's fee on the input amount, as an entry for a quote's list of fees. */
function relayerFee({ spent, request }: ResolvedQuote): QuoteFee[] {
  if (spent === request.amountIn) return [];
  const amount = toBaseUnits(spent - request.amountIn);
  return [{ name: 'Relayer fee', amount, token: request.from.address, usd: null, isIncluded: true }];
}

function minus(a: Rational, b: Rational): Rational {
  return { numerator: a.numerator * b.denominator - b.numerator * a.denominator, denominator: a.denominator * b.denominator };
}

function elapsed(sinceMs: number): number {
  return Math.round((performance.now() - sinceMs) * 10) / 10;
}
