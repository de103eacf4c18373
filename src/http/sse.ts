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

/**
 * Response options that all streams share. Only the request id in them is overwritten for each stream, which is safe because a response
 * copies the options when it is created.
 */
const SSE_INIT = {
  headers: new Headers({
    ...BASE_HEADERS,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    connection: 'keep-alive',
    'x-accel-buffering': 'no',
  }),
};

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
  SSE_INIT.headers.set('x-request-id', context.id);
  if (reply.known !== null) {
    context.streamEnded?.();
    return new Response(reply.known.map(textOf).join(''), SSE_INIT);
  }
  if (context.streamEnded !== null) {
    // If the client has disconnected before the first chunk of the stream is read, the stream has already ended.
    if (request.signal.aborted) context.streamEnded();
    else request.signal.addEventListener('abort', context.streamEnded, { once: true });
  }
  const chunks = chunksOf(reply, AbortSignal.any([request.signal, context.closing]), context, AsyncLocalStorage.snapshot());
  return new Response(chunks, SSE_INIT);
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
  const source = createSource(() => within(() => iterator.next()), reply.heartbeatMs, signal);
  source.ask();
  const ended = watch?.streamBegan(route);
  try {
    while (true) {
      const outcome = await source.outcome();
      if (outcome === 'aborted') return;
      if (outcome === 'quiet') yield ': heartbeat\n\n';
      else if ('error' in outcome) {
        reply.onError(outcome.error);
        yield textOf({ event: 'error', data: { code: 'stream-failed' } });
        return;
      } else if (outcome.done === true) return;
      else {
        const { value } = outcome;
        const text = 'data' in value ? textOf(value) : value.map(textOf).join('');
        source.ask();
        yield text;
      }
    }
  } finally {
    source.end();
    // The end of the frames' source is not awaited, because a source that ignores the signal must not keep the connection open. Errors of
    // the source are still reported.
    iterator.return?.()?.then(undefined, reply.onError);
    ended?.();
    streamEnded?.();
  }
}

type Asked = IteratorResult<SseFrames> | { readonly error: unknown };
type Outcome = Asked | 'quiet' | 'aborted';

type Source = {
  /** Asks for the next frames. */
  readonly ask: () => void;
  /** Waits for the frames that were asked for, but not longer than `heartbeatMs`, and only until the signal is aborted. */
  readonly outcome: () => Outcome | Promise<Outcome>;
  /** Releases the timer and the listener. */
  readonly end: () => void;
};

/**
 * Waits for the frames of one stream. All waits of the stream share one timer and one listener.
 *
 * A wait ends when the signal is aborted, because otherwise `finally` in `chunksOf` would not run: a waiting generator runs `finally` only
 * after its wait has ended (as a test with Bun 1.4.5 showed).
 */
function createSource(next: () => Promise<IteratorResult<SseFrames>>, heartbeatMs: number, signal: AbortSignal): Source {
  let asked: Asked | null = null;
  let wake: ((outcome: Outcome) => void) | null = null;
  const tell = (outcome: Outcome) => {
    wake?.(outcome);
    wake = null;
  };
  const found = (outcome: Asked) => {
    asked = outcome;
    tell(outcome);
  };
  const failed = (error: unknown) => found({ error });
  const onAbort = () => tell('aborted');
  const timer = setTimeout(() => tell('quiet'), heartbeatMs);
  signal.addEventListener('abort', onAbort);
  return {
    ask() {
      asked = null;
      next().then(found, failed);
    },
    outcome() {
      if (signal.aborted) return 'aborted';
      if (asked !== null) return asked;
      timer.refresh();
      return new Promise((resolve) => {
        wake = resolve;
      });
    },
    end() {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    },
  };
}

function textOf({ event, id, data }: SseFrame): string {
  // The text of an event's data is split at its line breaks, because in a server-sent event each line of data needs the prefix `data:`.
  // JSON text contains no line breaks.
  const lines = typeof data === 'string' ? data.split(/\r\n|\r|\n/).join('\ndata: ') : JSON.stringify(data);
  return `${event === undefined ? '' : `event: ${event}\n`}${id === undefined ? '' : `id: ${id}\n`}data: ${lines}\n\n`;
}
