import { ApiError } from './api-error.ts';
import type { Quote, QuoteEnd } from './api-shapes.ts';
import type { StreamEvent } from './event-stream.ts';

/**
 * The quotes of one request as they arrive, for a single `for await` loop. Exiting the loop cancels the service's requests to providers.
 */
export type QuoteStream = AsyncIterable<Quote> & {
  /**
   * The outcome of the request to each provider, which the service reports at the end of the stream; null while quotes are still arriving.
   */
  readonly end: QuoteEnd | null;
  /** Collects all quotes until the stream has ended. */
  all(): Promise<{ readonly quotes: readonly Quote[]; readonly end: QuoteEnd }>;
};

/** Converts the events of a stream to quotes. @throws ApiError `stream-cut` when the stream stops before its final event */
export function quoteStream(events: AsyncIterable<StreamEvent>): QuoteStream {
  let end: QuoteEnd | null = null;

  async function* quotes(): AsyncGenerator<Quote> {
    for await (const { event, data } of events) {
      // The casts rely on the OpenAPI document of the service, which declares these types.
      if (event === 'message') yield data as Quote;
      else if (event === 'end') end = data as QuoteEnd;
    }
    if (end === null) throw cut();
  }
  const iterable = quotes();

  return {
    [Symbol.asyncIterator]: () => iterable,
    get end() {
      return end;
    },
    async all() {
      const all: Quote[] = [];
      for await (const quote of iterable) all.push(quote);
      if (end === null) throw cut();
      return { quotes: all, end };
    },
  };
}

function cut(): ApiError {
  return new ApiError({ code: 'stream-cut', message: 'The stream of quotes ended before the service had reported its end' });
}
