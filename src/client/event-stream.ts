import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError } from './api-error.ts';

/** One event of a server-sent event stream; `event` is `message` when the service sent no event name. */
export type StreamEvent = { readonly event: string; readonly id: string | null; readonly data: unknown };

export type Listening = {
  /** Signal with which the caller can end the stream. A stream that was ended in this way throws the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** Number of milliseconds without data after which the stream counts as disconnected. The service sends a heartbeat every 5 seconds. */
  readonly silenceMs: number;
};

/**
 * Reads the events of a server-sent event stream.
 * @throws ApiError `stream-silent`, `stream-cut`, or with the service's code when the service ended the stream with an error
 */
export async function* eventsIn(body: ReadableStream<Uint8Array>, listening: Listening): AsyncGenerator<StreamEvent> {
  const arrived: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => arrived.push(event) });
  const decoder = new TextDecoder();
  const reader = body.getReader();
  try {
    while (true) {
      const { done, value } = await nextChunk(reader, listening);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const { event = 'message', id = null, data: text } of arrived.splice(0)) {
        const data = parsed(text);
        if (event === 'error') throw brokenOff(data);
        yield { event, id, data };
      }
    }
  } finally {
    // Cancelling the reader is not awaited and its errors are ignored, because the stream is closed either way.
    reader.cancel().then(undefined, () => undefined);
  }
}

type Reader = { read(): Promise<{ done: boolean; value?: Uint8Array | undefined }> };

/** Options of a stream that is opened again after a lost connection. */
export type Following = Listening & {
  /** Opens the stream so that its first event is the one after the event with the id `lastEventId`. */
  readonly open: (lastEventId: string | null) => Promise<ReadableStream<Uint8Array>>;
  readonly lastEventId?: string | undefined;
};

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Reads a stream. Whenever the stream ends, opens it again and continues after the last received event.
 * @throws ApiError when the service refuses the stream and a further attempt would not help
 */
export async function* follow({ open, lastEventId, ...listening }: Following): AsyncGenerator<StreamEvent> {
  let last = lastEventId ?? null;
  let failures = 0;
  while (true) {
    let askedMs: number | null = null;
    try {
      for await (const event of eventsIn(await open(last), listening)) {
        failures = 0;
        last = event.id ?? last;
        yield event;
      }
    } catch (error) {
      if (!(error instanceof ApiError) || !error.isRetryable) throw error;
      askedMs = error.retryAfterMs;
    }
    failures += 1;
    // The delay in milliseconds before the stream is opened again is partly random, so that clients do not all reconnect to a restarted
    // service at the same moment.
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS) * (0.5 + Math.random() / 2);
    await pause(Math.max(askedMs ?? 0, pauseMs), listening.signal);
  }
}

async function nextChunk(reader: Reader, { signal, silenceMs }: Listening) {
  const silent = new ApiError({ code: 'stream-silent', message: `The service sent nothing on the stream for ${silenceMs} ms` });
  const ends = whenEnds(silenceMs, signal, silent);
  try {
    return await Promise.race([reader.read(), ends.promise]);
  } catch (error) {
    if (error === silent || signal?.aborted === true) throw signal?.aborted === true ? signal.reason : error;
    throw new ApiError({ code: 'stream-cut', message: 'The connection was lost while the stream was open', cause: error });
  } finally {
    ends.clear();
  }
}

async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const isOver = Symbol();
  const ends = whenEnds(ms, signal, isOver);
  await ends.promise.catch((reason: unknown) => {
    if (reason !== isOver) throw reason;
  });
  ends.clear();
}

/** Returns a promise that rejects with `reason` after `ms` milliseconds, or with the signal's reason when the signal is aborted. */
function whenEnds(ms: number, signal: AbortSignal | undefined, reason: unknown): { promise: Promise<never>; clear: () => void } {
  let clear = () => {};
  const promise = new Promise<never>((_, reject) => {
    if (signal?.aborted === true) return reject(signal.reason);
    const timer = setTimeout(() => reject(reason), ms);
    const onAbort = () => reject(signal?.reason);
    signal?.addEventListener('abort', onAbort, { once: true });
    clear = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
    };
  });
  return { promise, clear: () => clear() };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function brokenOff(data: unknown): ApiError {
  const details = typeof data === 'object' && data !== null ? { ...data } : {};
  const code = 'code' in details && typeof details.code === 'string' ? details.code : 'stream-failed';
  return new ApiError({ code, message: 'The service ended the stream with an error', details });
}
