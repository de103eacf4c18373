import type { Timers } from '../../runtime/engine/timers.ts';
import { compareRationals, parseRational } from '../../values/rational.ts';
import type { ProviderOutcome, Quotes } from './create-quotes.ts';
import { WOULD_FAIL } from './fee-on-transfer.ts';
import type { QuoteInput } from './quote-input.ts';
import type { QuoteMeta } from './quote-meta.ts';

/** How long the service waits for other offers after the first offer of a quote stream, in ms. */
const AFTER_FIRST_MS = 6_000;
/** How long the service waits for the first offer of a quote stream, in ms. */
const FIRST_WITHIN_MS = 18_000;

export type GatheredQuotes = {
  /** The offers, the best first. Those that are certain to be refused on the chain are not among them, but in `without`. */
  readonly offers: readonly QuoteMeta[];
  /** The aggregators that made no offer, each with the reason why. */
  readonly without: readonly { readonly aggregator: string; readonly reason: string }[];
  /** Why offers are certain to be refused on the chain; null when there are no such offers. */
  readonly whyRefused: string | null;
  /** True when the service stopped waiting before all aggregators had answered. */
  readonly isPending: boolean;
};

/**
 * Collects the offers of a quote stream until the stream ends, or until some seconds after the first offer.
 * @param withinMs maximum time in ms to wait for the first offer; for further offers, the service waits half of this time, but not longer
 * than its usual limit
 * @throws the errors of `Quotes.open`
 */
export type GatherQuotes = (input: QuoteInput, signal: AbortSignal, withinMs?: number) => Promise<GatheredQuotes>;

export function createGatherQuotes(deps: {
  readonly quotes: Pick<Quotes, 'open' | 'stream'>;
  readonly timers: Pick<Timers, 'after'>;
}): GatherQuotes {
  const { quotes, timers } = deps;

  return async (input, signal, withinMs = FIRST_WITHIN_MS) => {
    const resolved = await quotes.open(input);
    const stop = new AbortController();
    let cancel = timers.after(withinMs, () => stop.abort());
    const offers: QuoteMeta[] = [];
    let outcomes: readonly ProviderOutcome[] | null = null;
    try {
      for await (const event of quotes.stream(resolved, AbortSignal.any([signal, stop.signal]))) {
        if (event.kind === 'end') {
          // When the time limit is reached, the stream ends. Its last event lists the aggregators that have not answered as failed.
          outcomes = event.providers;
          continue;
        }
        if (offers.length === 0) {
          cancel();
          cancel = timers.after(Math.min(AFTER_FIRST_MS, withinMs / 2), () => stop.abort());
        }
        offers.push(event.meta);
      }
    } finally {
      cancel();
    }
    const failed = (outcomes ?? []).filter(({ ok }) => !ok);
    const refused = offers.flatMap(({ aggregator, warnings }) => {
      const why = warnings.find(({ code }) => code === WOULD_FAIL);
      return why === undefined ? [] : [{ aggregator, why: why.message }];
    });
    return {
      offers: offers.filter(({ aggregator }) => refused.every((one) => one.aggregator !== aggregator)).toSorted(byWorth),
      without: [
        ...failed.map(({ aggregator, reason }) => ({ aggregator, reason: reason ?? 'unavailable' })),
        ...refused.map(({ aggregator }) => ({ aggregator, reason: WOULD_FAIL })),
      ],
      whyRefused: refused[0]?.why ?? null,
      isPending: stop.signal.aborted,
    };
  };
}

/**
 * Compares two offers so that the better one is sorted first: by their value after gas and fees if it is known for both, otherwise by their
 * output.
 */
function byWorth(a: QuoteMeta, b: QuoteMeta): number {
  if (a.netUsd !== null && b.netUsd !== null) return compareRationals(parseRational(b.netUsd), parseRational(a.netUsd));
  return BigInt(b.amount) > BigInt(a.amount) ? 1 : BigInt(b.amount) < BigInt(a.amount) ? -1 : 0;
}
