import { ApiError } from './api-error.ts';
import type { Quote, QuoteEnd } from './api-shapes.ts';
import type { StreamEvent } from './event-stream.ts';

/** The quotes of one request as they come: for one `for await`. Leaving it cancels what the service asks of providers. */
export type QuoteStream = AsyncIterable<Quote> & {
  /** How each provider did; null until the stream has ended. */
  readonly end: QuoteEnd | null;
  /** All quotes, once the stream has ended. */
  all(): Promise<{ readonly quotes: readonly Quote[]; readonly end: QuoteEnd }>;
};

/** @throws ApiError `stream-cut` when it stops before its end */
export function quoteStream(events: AsyncIterable<StreamEvent>): QuoteStream {
  let end: QuoteEnd | null = null;

  async function* quotes(): AsyncGenerator<Quote> {
    for await (const { event, data } of events) {
      // The service's own frames, which its document describes.
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
  return new ApiError({ code: 'stream-cut', message: 'The stream of quotes stopped before its end' });
}
