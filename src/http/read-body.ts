import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import type { RequestContext } from './request-context.ts';

/** Interface document, "Limits": 20 MB for all JSON requests. No route takes more, and most take far less. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** What a route takes unless it says otherwise: many times the largest body of a form. */
export const DEFAULT_BODY_BYTES = 64 * 1024;
/** For routes whose bodies carry the data of calls or the code of wallets (ERC-6492). */
export const CALLDATA_BODY_BYTES = 512 * 1024;
/** Read at once, and counted when they are there. More is counted before it is asked for, or while it comes when nobody says how much. */
const SMALL_BYTES = 16 * 1024;

/**
 * How much of an oversized body that does not say how long it is, is read and thrown away before the 413. A client that is still sending would otherwise see a
 * broken connection instead of the reply.
 */
const MAX_DISCARDED_BYTES = 128 * 1024 * 1024;

/** A whole body has this long, from when it is asked for; one that comes byte by byte would be held for as long as its sender likes. */
export const BODY_WITHIN_MS = 30_000;
/** For operators, who send 20 MB over lines of their own. */
export const OPERATOR_BODY_WITHIN_MS = 300_000;

/** A mark of UTF-8 at the beginning, which some programs write before JSON, is no part of the text. */
const decoder = new TextDecoder('utf-8', { fatal: true });
const JSON_TYPE = /^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;|$)/i;

/**
 * The text of a JSON request's body, kept for `rawBodyOf`; null when there is none.
 * @throws as `readBodyBytes`, and TerminalError 400 `invalid-encoding`
 */
export async function readBody(
  request: Request,
  context: RequestContext,
  maxBytes = DEFAULT_BODY_BYTES,
  withinMs = BODY_WITHIN_MS,
): Promise<string | null> {
  const bytes = await readBodyBytes(request, context, maxBytes, withinMs);
  if (bytes === null) return null;
  const text = textOfBody(bytes);
  context.rawBody = text;
  return text;
}

/**
 * A JSON request's body as it came; null when there is none. Its bytes count as held until the request was answered.
 * @throws TerminalError 413 `body-too-large`, 415 `unsupported-media-type`, `unsupported-encoding`, 408 `body-too-slow`, 400 `incomplete-body`; OverloadError 503
 * `bodies-in-memory`
 */
export async function readBodyBytes(
  request: Request,
  context: RequestContext,
  maxBytes: number,
  withinMs: number,
): Promise<ArrayBuffer | Uint8Array | null> {
  const { headers } = request;
  const lengthText = headers.get('content-length');
  // The body itself is only asked for when there is no length: that makes a stream.
  if (lengthText === '0' || (lengthText === null && request.body === null)) return null;
  // Nothing is ever unpacked: a thousand bytes can become a million.
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') throw encoded();
  const most = Math.min(maxBytes, MAX_BODY_BYTES);
  const length = lengthText === null ? null : Number(lengthText);
  // Before it is asked for: what nobody has asked for goes by without being held, and the client still sees the reply.
  if (length !== null && length > most) throw tooLarge(maxBytes);
  const isSmall = length !== null && length <= SMALL_BYTES;
  if (length !== null && !isSmall) context.hold(length);
  let bytes: ArrayBuffer | Uint8Array;
  const clock = startClock(withinMs);
  try {
    if (isSmall) {
      bytes = await Promise.race([readWhole(request), clock.over]);
      context.hold(bytes.byteLength, true);
    } else {
      bytes = await readBounded(request.body, most, length === null ? context : null, clock.over);
    }
  } catch (cause) {
    if (cause instanceof CoxswainError) throw cause;
    // The client left: nobody sees the reply, but it is no fault of ours.
    throw new TerminalError({ code: 'incomplete-body', message: 'The body ended before it was whole.', status: 400, cause });
  } finally {
    clock.stop();
  }
  if (bytes.byteLength === 0) return null;
  const type = headers.get('content-type') ?? '';
  // Also without a type: what a page of another site can send without asking (CORS) must not be taken for an API call.
  if (type !== 'application/json' && !JSON_TYPE.test(type)) {
    throw new TerminalError({
      code: 'unsupported-media-type',
      message: 'The body must be JSON, sent with the header "Content-Type: application/json".',
      status: 415,
    });
  }
  return bytes;
}

/** `bytes()` is the cheapest way to them; the types that we compile with do not know it yet. */
function readWhole(request: Request): Promise<ArrayBuffer | Uint8Array> {
  return hasBytes(request) ? request.bytes() : request.arrayBuffer();
}

function hasBytes(request: object): request is { bytes(): Promise<Uint8Array> } {
  return 'bytes' in request && typeof request.bytes === 'function';
}

/** What is refused is still read to its end, and thrown away chunk by chunk. @param context counts what comes; null: it is counted already */
async function readBounded(
  body: ReadableStream<Uint8Array> | null,
  maxBytes: number,
  context: RequestContext | null,
  over: Promise<never>,
): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  let refusal: CoxswainError | null = null;
  const reader = body.getReader();
  const next = () =>
    Promise.race([reader.read(), over]).catch((error: unknown) => {
      // Whoever is too slow is not waited for, neither for the rest nor for its end.
      void reader.cancel().catch(() => undefined);
      throw error;
    });
  for (;;) {
    const { done, value: chunk } = await next();
    if (done) break;
    length += chunk.byteLength;
    if (refusal === null) {
      refusal = length > maxBytes ? tooLarge(maxBytes) : context === null ? null : refusalToHold(chunk.byteLength, context);
      if (refusal === null) chunks.push(chunk);
      else chunks.length = 0;
      if (refusal !== null) context?.release();
    }
    if (length > MAX_DISCARDED_BYTES) {
      await reader.cancel();
      break;
    }
  }
  if (refusal !== null) throw refusal;
  return Buffer.concat(chunks);
}

function refusalToHold(bytes: number, context: RequestContext): CoxswainError | null {
  try {
    context.hold(bytes);
    return null;
  } catch (error) {
    if (error instanceof CoxswainError) return error;
    throw error;
  }
}

function startClock(withinMs: number): { readonly over: Promise<never>; readonly stop: () => void } {
  const { promise, reject } = Promise.withResolvers<never>();
  // Told to whoever still waits; nobody may.
  promise.catch(() => undefined);
  const timer = setTimeout(() => reject(tooSlow(withinMs)), withinMs);
  return { over: promise, stop: () => clearTimeout(timer) };
}

function tooSlow(withinMs: number): TerminalError {
  const message = `The body was not here after ${withinMs / 1_000} seconds.`;
  return new TerminalError({ code: 'body-too-slow', message, status: 408 });
}

function encoded(): TerminalError {
  return new TerminalError({ code: 'unsupported-encoding', message: 'A body is taken as it is: without Content-Encoding.', status: 415 });
}

function tooLarge(maxBytes: number): TerminalError {
  return new TerminalError({
    code: 'body-too-large',
    message: `The body is larger than the ${maxBytes} bytes that this route takes.`,
    status: 413,
    details: { maxBytes },
  });
}

/** @throws TerminalError 400 `invalid-encoding` */
export function textOfBody(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new TerminalError({ code: 'invalid-encoding', message: 'The body is not valid UTF-8.', status: 400, cause });
  }
}
