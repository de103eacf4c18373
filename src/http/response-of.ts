import type { Reply } from './reply.ts';
import type { ReplyBytes } from './reply-bytes.ts';

/**
 * Headers of every reply. Replies are data, not documents: a browser must not guess their type, show them in a frame, run them, or store
 * them unless a route allows storing. Each header costs about a microsecond per request, so headers that only pages need (referrer policy,
 * content-security-policy) are set only by the documentation page.
 */
export const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cache-control': 'no-store',
} as const;

const JSON_TYPE = 'application/json;charset=utf-8';

/**
 * Builds the HTTP response to a request from a handler's reply.
 * @param replies counts the bytes of a large response until the client has read them; null when large responses are not counted
 */
export function responseTo(reply: Reply, request: Request, id: string, replies: ReplyBytes | null): Response {
  const body = reply.kind === 'json' ? reply.text : reply.body;
  const isCounted =
    replies !== null && (typeof body === 'string' || body instanceof Uint8Array) && replies.isLarge(body) && request.method !== 'HEAD';
  return responseOf(reply, id, isCounted ? replies.bodyOf(body, request) : body);
}

/** Builds the HTTP response of a reply. @param body replaces the reply's own body */
export function responseOf(
  reply: Reply,
  requestId: string,
  body: Bun.BodyInit | null = reply.kind === 'json' ? reply.text : reply.body,
): Response {
  if (reply.kind === 'bare') {
    if (Object.isFrozen(reply.headers)) {
      const init = bareInitOf(reply);
      init.headers.set('x-request-id', requestId);
      return new Response(body, init);
    }
    return new Response(body, { status: reply.status, headers: { ...BASE_HEADERS, 'x-request-id': requestId, ...reply.headers } });
  }
  const init = jsonInitOf(reply.status);
  init.headers.set('x-request-id', requestId);
  const response = new Response(body, init);
  for (const [name, value] of Object.entries(reply.headers ?? {})) {
    if (typeof value === 'string') response.headers.set(name, value);
    else for (const each of value) response.headers.append(name, each);
  }
  return response;
}

type Init = { status: number; headers: Headers };

/**
 * Prepared response options (status and headers) of replies without the envelope. The key is the frozen headers object that a route passes
 * with each of its replies.
 */
const bareInits = new WeakMap<object, Init>();

function bareInitOf({ status, headers }: Extract<Reply, { kind: 'bare' }>): Init {
  const known = bareInits.get(headers);
  if (known?.status === status) return known;
  const init = { status, headers: new Headers({ ...BASE_HEADERS, ...headers }) };
  bareInits.set(headers, init);
  return init;
}

/**
 * Response options (status and headers) that all JSON replies with the same status share. Only the request id in them is overwritten for
 * each reply, which is safe because a response copies the options when it is created. In Bun, copying existing `Headers` costs half as much
 * as reading a plain object or changing the headers of a response afterwards.
 */
const jsonInits = new Map<number, Init>();

function jsonInitOf(status: number): Init {
  let init = jsonInits.get(status);
  if (init === undefined) {
    init = { status, headers: new Headers({ ...BASE_HEADERS, 'content-type': JSON_TYPE }) };
    jsonInits.set(status, init);
  }
  return init;
}
