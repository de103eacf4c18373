import { CoxswainError } from '../values/errors/coxswain-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import type { RequestContext } from './request-context.ts';

/** Maximum body size of any route, 20 MB (API specification, "Limits"). The limits of most routes are far lower. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;
/** Default limit of a request body in bytes. It is many times larger than the bodies of ordinary requests. */
export const DEFAULT_BODY_BYTES = 64 * 1024;
/** Body limit in bytes for routes whose bodies contain the calldata of calls or the deployment code of wallets (ERC-6492). */
export const CALLDATA_BODY_BYTES = 512 * 1024;
/**
 * A body whose announced size is at most this number of bytes is read in one step, and its bytes are counted afterwards. A body with a
 * larger announced size is counted before it is read. A body without an announced size is read and counted in chunks.
 */
const SMALL_BYTES = 16 * 1024;

/**
 * Maximum number of bytes of an oversized body of unknown length that are read and dropped before the reply 413 is sent. If they were not
 * read, a client that is still sending would see a broken connection instead of the reply.
 */
const MAX_DISCARDED_BYTES = 128 * 1024 * 1024;

/**
 * Time-out in milliseconds for reading a whole body. Without this time-out, a client that sends single bytes could keep a request open
 * without end.
 */
export const BODY_WITHIN_MS = 30_000;
/** Time-out in milliseconds for reading the body of an operator's request. Operators may send up to 20 MB over slow connections. */
export const OPERATOR_BODY_WITHIN_MS = 300_000;

/** The text decoder removes a UTF-8 byte order mark, which some programs write before JSON. */
const decoder = new TextDecoder('utf-8', { fatal: true });
const JSON_TYPE = /^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;|$)/i;

/**
 * Reads the body of a JSON request as text and stores it for `rawBodyOf`; null when there is no body.
 * @throws the errors of `readBodyBytes`, and TerminalError 400 `invalid-encoding`
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
 * Reads the raw bytes of a JSON request's body; null when there is no body. The bytes count as held in memory until the request is
 * answered.
 * @throws TerminalError 413 `body-too-large`, 415 `unsupported-media-type`, `unsupported-encoding`, 408 `body-too-slow`, 400
 * `incomplete-body`; OverloadError 503 `bodies-in-memory`
 */
export async function readBodyBytes(
  request: Request,
  context: RequestContext,
  maxBytes: number,
  withinMs: number,
): Promise<ArrayBuffer | Uint8Array | null> {
  const bytes = await readAnyBody(request, context, maxBytes, withinMs);
  if (bytes === null) return null;
  const type = request.headers.get('content-type') ?? '';
  // A missing content type is rejected too. A page of another site can send such a request without a CORS preflight, so it must not be
  // treated as an API call.
  if (type !== 'application/json' && !JSON_TYPE.test(type)) {
    throw new TerminalError({
      code: 'unsupported-media-type',
      message: 'The body must be JSON, sent with the header "Content-Type: application/json".',
      status: 415,
    });
  }
  return bytes;
}

/**
 * Reads the raw bytes of a body of any content type; null when there is no body.
 * @throws the errors of `readBodyBytes`, except for `unsupported-media-type`
 */
export async function readAnyBody(
  request: Request,
  context: RequestContext,
  maxBytes: number,
  withinMs = BODY_WITHIN_MS,
): Promise<ArrayBuffer | Uint8Array | null> {
  const { headers } = request;
  const lengthText = headers.get('content-length');
  // `request.body` is accessed only when the length is unknown, because accessing it creates a stream.
  if (lengthText === '0' || (lengthText === null && request.body === null)) return null;
  // Compressed bodies are rejected, because a thousand bytes can expand to a million.
  const encoding = headers.get('content-encoding');
  if (encoding !== null && encoding.trim().toLowerCase() !== 'identity') throw encoded();
  const most = Math.min(maxBytes, MAX_BODY_BYTES);
  const length = lengthText === null ? null : Number(lengthText);
  // The announced length is checked before the body is read: Bun drops an unread body without buffering it, and the client still receives
  // the reply.
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
    // The client disconnected, so nobody receives this reply. The error has a 4xx status so that it is not logged as a failure of the
    // service.
    throw new TerminalError({
      code: 'incomplete-body',
      message: 'The connection ended before the whole body arrived.',
      status: 400,
      cause,
    });
  } finally {
    clock.stop();
  }
  return bytes.byteLength === 0 ? null : bytes;
}

/** Reads all bytes of the body. `Request.bytes()` is the cheapest way, but the installed type declarations do not include it yet. */
function readWhole(request: Request): Promise<ArrayBuffer | Uint8Array> {
  return hasBytes(request) ? request.bytes() : request.arrayBuffer();
}

function hasBytes(request: object): request is { bytes(): Promise<Uint8Array> } {
  return 'bytes' in request && typeof request.bytes === 'function';
}

/**
 * Reads a body in chunks. A body that exceeds the limit is read to its end, and its bytes are dropped.
 * @param context counts the body's bytes in memory; null when the bytes are counted already
 */
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
      // After a time-out, neither the rest of the body nor the cancellation of its stream is awaited.
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
  // If the time-out occurs when nothing awaits the promise any more, its rejection is ignored here instead of being reported as unhandled.
  promise.catch(() => undefined);
  const timer = setTimeout(() => reject(tooSlow(withinMs)), withinMs);
  return { over: promise, stop: () => clearTimeout(timer) };
}

function tooSlow(withinMs: number): TerminalError {
  const message = `The body did not arrive completely within ${withinMs / 1_000} seconds.`;
  return new TerminalError({ code: 'body-too-slow', message, status: 408 });
}

function encoded(): TerminalError {
  return new TerminalError({
    code: 'unsupported-encoding',
    message: 'Compressed bodies are not accepted. Send the body without Content-Encoding.',
    status: 415,
  });
}

function tooLarge(maxBytes: number): TerminalError {
  return new TerminalError({
    code: 'body-too-large',
    message: `The body is larger than the ${maxBytes} bytes that this route accepts.`,
    status: 413,
    details: { maxBytes },
  });
}

/** Decodes a body as UTF-8. @throws TerminalError 400 `invalid-encoding` */
export function textOfBody(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new TerminalError({ code: 'invalid-encoding', message: 'The body is not valid UTF-8.', status: 400, cause });
  }
}
