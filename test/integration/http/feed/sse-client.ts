import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { waitFor } from '../../../support/wait-for.ts';

export type SseEvent = { readonly event: string; readonly id: string | null; readonly data: { readonly [name: string]: unknown } };

export type SseClient = AsyncDisposable & {
  readonly status: number;
  readonly events: readonly SseEvent[];
  /** The comments that the stream has sent; they keep an idle connection open. */
  readonly comments: readonly string[];
  lastId(): string;
  /** Waits for an event of the given kind that matches, and returns it. */
  saw(kind: string, matches?: (event: SseEvent) => boolean): Promise<SseEvent>;
  leave(): Promise<void>;
};

/** Follows a stream as a browser does. Resolves when the stream reports that it is up to date. */
export async function sseClient(url: string, headers: Record<string, string> = {}): Promise<SseClient> {
  const leaving = new AbortController();
  const response = await fetch(url, { headers, signal: leaving.signal });
  const events: SseEvent[] = [];
  const comments: string[] = [];
  const done = read(response, events, comments).catch((error: unknown) => {
    if (!leaving.signal.aborted) throw error;
  });
  const saw = async (kind: string, matches: (event: SseEvent) => boolean = () => true) =>
    await waitFor(() => events.find((event) => event.event === kind && matches(event)), { what: `an event "${kind}"`, timeoutMs: 45_000 });
  const leave = async () => {
    leaving.abort();
    await done;
  };
  await saw('feed-position');
  return {
    status: response.status,
    events,
    comments,
    lastId: () => events.findLast(({ id }) => id !== null)?.id ?? '',
    saw,
    leave,
    [Symbol.asyncDispose]: leave,
  };
}

async function read(response: Response, events: SseEvent[], comments: string[]): Promise<void> {
  if (response.body === null) throw new Error('a stream without a body');
  const parser = createParser({
    onEvent: (event) => void events.push(eventOf(event)),
    onComment: (comment) => void comments.push(comment),
  });
  for await (const chunk of response.body.pipeThrough(new TextDecoderStream())) parser.feed(chunk);
}

function eventOf({ event = 'message', id, data }: EventSourceMessage): SseEvent {
  return { event, id: id ?? null, data: JSON.parse(data) };
}
