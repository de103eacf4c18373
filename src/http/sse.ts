import { AsyncLocalStorage } from 'node:async_hooks';
import type { RequestContext } from './request-context.ts';
import { BASE_HEADERS } from './response-of.ts';

/**
 * One event of a server-sent event stream. Without `event`, the event has no name. `data` is always sent, because browsers ignore events
 * without data.
 */
export type SseFrame = { readonly event?: string; readonly id?: string; readonly data: string | object };

/** One or several frames of a stream; several frames are written in one chunk. */
export type SseFrames = SseFrame | readonly SseFrame[];

export type SseReply = {
  readonly kind: 'sse';
  /**
   * Produces the frames of the stream.
   * @param signal aborted when the client disconnects or the server shuts down; the function must pass the signal to every call that it
   * awaits
   */
  readonly frames: (signal: AbortSignal) => AsyncIterable<SseFrames>;
  /** All frames of the stream, when they are known already; otherwise null. A known stream is sent as a whole. */
  readonly known: readonly SseFrame[] | null;
  readonly heartbeatMs: number;
  /** Called with an error that `frames` throws; the stream then ends with an `error` event. */
  readonly onError: (error: unknown) => void;
  /** Whether a client may also request the stream over a WebSocket; see `socketResponse`. */
  readonly isSocketToo: boolean;
};

/**
 * Interval of heartbeats in milliseconds. Without heartbeats, Bun and proxies would close a connection that is silent for longer than their
 * idle time-out.
 */
const HEARTBEAT_MS = 5_000;

const SSE_HEADERS = {
  ...BASE_HEADERS,
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache',
  connection: 'keep-alive',
  'x-accel-buffering': 'no',
} as const;

/** Replies with a stream of server-sent events. While there are no events, a comment is sent as a heartbeat. */
export function sseReply(options: {
  frames: (signal: AbortSignal) => AsyncIterable<SseFrames>;
  onError: (error: unknown) => void;
  known?: readonly SseFrame[] | null;
  heartbeatMs?: number;
  isSocketToo?: boolean;
}): SseReply {
  const { frames, onError, known = null, heartbeatMs = HEARTBEAT_MS, isSocketToo = false } = options;
  return { kind: 'sse', frames, known, onError, heartbeatMs, isSocketToo };
}

/** Builds the response that streams the frames; Bun sends each chunk immediately. */
export function sseResponse(reply: SseReply, request: Request, context: RequestContext): Response {
  const headers = { ...SSE_HEADERS, 'x-request-id': context.id };
  if (reply.known !== null) {
    context.streamEnded?.();
    return new Response(reply.known.map(textOf).join(''), { headers });
  }
  if (context.streamEnded !== null) {
    // If the client has disconnected before the first chunk of the stream is read, the stream has already ended.
    if (request.signal.aborted) context.streamEnded();
    else request.signal.addEventListener('abort', context.streamEnded, { once: true });
  }
  const chunks = chunksOf(reply, AbortSignal.any([request.signal, context.closing]), context, AsyncLocalStorage.snapshot());
  return new Response(chunks, { headers });
}

/**
 * Produces the text chunks of a server-sent event stream.
 * @param within runs the source of the frames in the request's scope, so that its log lines and spans are attributed to the request; Bun
 * itself reads the chunks outside of that scope
 */
async function* chunksOf(
  reply: SseReply,
  signal: AbortSignal,
  { route, watch, streamEnded }: RequestContext,
  within: <T>(work: () => T) => T,
): AsyncGenerator<string> {
  // A comment is sent as the first chunk, because Bun sends the response headers only together with a first chunk, and the first event may
  // come much later.
  yield ': open\n\n';
  const iterator = within(() => reply.frames(signal))[Symbol.asyncIterator]();
  let next = within(() => settled(iterator));
  const ended = watch?.streamBegan(route);
  try {
    while (true) {
      // The wait for a frame also ends when the signal is aborted. If it did not, `finally` would not run, because a waiting generator runs
      // `finally` only after its wait has ended (as a test with Bun 1.4.5 showed).
      const outcome = await raced(next, reply.heartbeatMs, signal);
      if (outcome === 'aborted') return;
      if (outcome === 'quiet') yield ': heartbeat\n\n';
      else if ('error' in outcome) {
        reply.onError(outcome.error);
        yield textOf({ event: 'error', data: { code: 'stream-failed' } });
        return;
      } else if (outcome.result.done === true) return;
      else {
        const { value } = outcome.result;
        const text = 'data' in value ? textOf(value) : value.map(textOf).join('');
        next = within(() => settled(iterator));
        yield text;
      }
    }
  } finally {
    // The end of the frames' source is not awaited, because a source that ignores the signal must not keep the connection open. Errors of
    // the source are still reported.
    iterator.return?.()?.then(undefined, reply.onError);
    ended?.();
    streamEnded?.();
  }
}

type Settled = { result: IteratorResult<SseFrames> } | { error: unknown };

function settled(iterator: AsyncIterator<SseFrames>): Promise<Settled> {
  return iterator.next().then(
    (result) => ({ result }),
    (error: unknown) => ({ error }),
  );
}

async function raced(next: Promise<Settled>, heartbeatMs: number, signal: AbortSignal): Promise<Settled | 'quiet' | 'aborted'> {
  if (signal.aborted) return 'aborted';
  const { promise, resolve } = Promise.withResolvers<'quiet' | 'aborted'>();
  const timer = setTimeout(() => resolve('quiet'), heartbeatMs);
  const onAbort = () => resolve('aborted');
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([next, promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

function textOf({ event, id, data }: SseFrame): string {
  // The text of an event's data is split at its line breaks, because in a server-sent event each line of data needs the prefix `data:`.
  // JSON text contains no line breaks.
  const lines = typeof data === 'string' ? data.split(/\r\n|\r|\n/).join('\ndata: ') : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${lines}\n\n`;
}
