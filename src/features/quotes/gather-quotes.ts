import type { Timers } from '../../runtime/engine/timers.ts';
import { compareRationals, parseRational } from '../../values/rational.ts';
import type { ProviderOutcome, Quotes } from './create-quotes.ts';
import type { QuoteInput } from './quote-input.ts';
import type { QuoteMeta } from './quote-meta.ts';

/** Waits so long after the first offer for others, and so long for the first one, ms. */
const AFTER_FIRST_MS = 6_000;
const FIRST_WITHIN_MS = 18_000;

export type GatheredQuotes = {
  /** The offers, the best first. */
  readonly offers: readonly QuoteMeta[];
  /** Who gave no offer, and why. */
  readonly without: readonly { readonly aggregator: string; readonly reason: string }[];
  /** Whether the time was over before all aggregators had answered. */
  readonly isPending: boolean;
};

/** Reads the quote stream until it ends, or until some seconds after the first offer. @throws the errors of `Quotes.open` */
export type GatherQuotes = (input: QuoteInput, signal: AbortSignal) => Promise<GatheredQuotes>;

export function createGatherQuotes(deps: {
  readonly quotes: Pick<Quotes, 'open' | 'stream'>;
  readonly timers: Pick<Timers, 'after'>;
}): GatherQuotes {
  const { quotes, timers } = deps;

  return async (input, signal) => {
    const resolved = await quotes.open(input);
    const stop = new AbortController();
    let cancel = timers.after(FIRST_WITHIN_MS, () => stop.abort());
    const offers: QuoteMeta[] = [];
    let outcomes: readonly ProviderOutcome[] | null = null;
    try {
      for await (const event of quotes.stream(resolved, AbortSignal.any([signal, stop.signal]))) {
        if (event.kind === 'end') {
          // After the time is over the stream ends with those that did not answer as failed.
          outcomes = event.providers;
          continue;
        }
        if (offers.length === 0) {
          cancel();
          cancel = timers.after(AFTER_FIRST_MS, () => stop.abort());
        }
        offers.push(event.meta);
      }
    } finally {
      cancel();
    }
    const failed = (outcomes ?? []).filter(({ ok }) => !ok);
    return {
      offers: offers.toSorted(byWorth),
      without: failed.map(({ aggregator, reason }) => ({ aggregator, reason: reason ?? 'unavailable' })),
      isPending: stop.signal.aborted,
    };
  };
}

/** The best first: by what is left after gas and fees where that is known for both, else by the output. */
function byWorth(a: QuoteMeta, b: QuoteMeta): number {
  if (a.netUsd !== null && b.netUsd !== null) return compareRationals(parseRational(b.netUsd), parseRational(a.netUsd));
  return BigInt(b.amount) > BigInt(a.amount) ? 1 : BigInt(b.amount) < BigInt(a.amount) ? -1 : 0;
}
