import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { RequestContext } from './request-context.ts';

/** Interface document, "Limits": 20 MB for all JSON requests. */
export const MAX_BODY_BYTES = 20 * 1024 * 1024;

/**
 * How much of an oversized body is read and thrown away before the 413. A client that is still sending would otherwise see a
 * broken connection instead of the reply.
 */
const MAX_DISCARDED_BYTES = 128 * 1024 * 1024;

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const JSON_TYPE = /^application\/(?:json|[a-z0-9.+-]+\+json)\s*(?:;|$)/i;

/**
 * The text of a JSON request's body, kept for `rawBodyOf`; null when there is none.
 * @throws TerminalError 413 `body-too-large`, 415 `unsupported-media-type`, 400 `invalid-encoding`, `incomplete-body`
 */
export async function readBody(request: Request, context: RequestContext): Promise<string | null> {
  const { headers } = request;
  const lengthText = headers.get('content-length');
  // The body itself is only asked for when there is no length: that makes a stream.
  if (lengthText === '0' || (lengthText === null && request.body === null)) return null;
  let bytes: ArrayBuffer | Uint8Array;
  try {
    const isBounded = lengthText !== null && Number(lengthText) <= MAX_BODY_BYTES;
    bytes = await (isBounded ? readWhole(request) : readBounded(request.body));
  } catch (cause) {
    if (cause instanceof TerminalError) throw cause;
    // The client left: nobody sees the reply, but it is no fault of ours.
    throw new TerminalError({ code: 'incomplete-body', message: 'The body ended before it was whole.', status: 400, cause });
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
  const text = decode(bytes);
  context.rawBody = text;
  return text;
}

/** `bytes()` is the cheapest way to them; the types that we compile with do not know it yet. */
function readWhole(request: Request): Promise<ArrayBuffer | Uint8Array> {
  return hasBytes(request) ? request.bytes() : request.arrayBuffer();
}

function hasBytes(request: object): request is { bytes(): Promise<Uint8Array> } {
  return 'bytes' in request && typeof request.bytes === 'function';
}

async function readBounded(body: ReadableStream<Uint8Array> | null): Promise<Uint8Array> {
  if (body === null) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.byteLength;
    if (length <= MAX_BODY_BYTES) chunks.push(chunk);
    else chunks.length = 0;
    if (length > MAX_DISCARDED_BYTES) break;
  }
  if (length > MAX_BODY_BYTES) {
    throw new TerminalError({
      code: 'body-too-large',
      message: `The body is larger than ${MAX_BODY_BYTES} bytes (20 MB).`,
      status: 413,
      details: { maxBytes: MAX_BODY_BYTES },
    });
  }
  return Buffer.concat(chunks);
}

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new TerminalError({ code: 'invalid-encoding', message: 'The body is not valid UTF-8.', status: 400, cause });
  }
}
