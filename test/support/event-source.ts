import { EventSourceParserStream } from 'eventsource-parser/stream';

/** An event of a stream, with its data parsed as JSON. */
export type HeardEvent = { readonly event: string; readonly id?: string; readonly data: unknown };

/** A client of a stream of server-sent events that is still open. */
export type OpenEvents = AsyncDisposable & {
  /** Waits for the next event with this name, and skips other events. @throws Error when the stream ends before such an event */
  readonly next: (name: string) => Promise<HeardEvent>;
  /** Resolves when the service has ended the stream. */
  readonly ended: () => Promise<void>;
};

/** Opens a stream of server-sent events. @throws Error when the reply is not a stream */
export async function openEvents(url: string, headers: Readonly<Record<string, string>>): Promise<OpenEvents> {
  const left = new AbortController();
  const response = await fetch(url, { headers, signal: left.signal });
  if (response.status !== 200 || response.body === null) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  const events = response.body.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
  return {
    async next(name) {
      for (;;) {
        const { done, value } = await events.read();
        if (done) throw new Error(`The stream ended before the event "${name}"`);
        const { event = 'message', id, data } = value;
        if (event === name) return { event, data: JSON.parse(data), ...(id === undefined ? {} : { id }) };
      }
    },
    async ended() {
      for (let read = await events.read(); !read.done; ) read = await events.read();
    },
    async [Symbol.asyncDispose]() {
      left.abort();
      await events.cancel().catch(() => {});
    },
  };
}
