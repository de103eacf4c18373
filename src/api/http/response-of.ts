import type { Reply } from './reply.ts';

/**
 * On every reply. Replies are data, never documents: a browser may not sniff, frame or run them, nor keep them unless a route says
 * so. The docs page brings its own content-security-policy.
 */
export const BASE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
} as const;

/** The HTTP response of a reply. */
export function responseOf(reply: Reply, requestId: string): Response {
  if (reply.kind === 'bare') {
    return new Response(reply.body, { status: reply.status, headers: { ...BASE_HEADERS, 'x-request-id': requestId, ...reply.headers } });
  }
  const headers = { ...BASE_HEADERS, 'content-type': 'application/json;charset=utf-8', 'x-request-id': requestId };
  return new Response(reply.text, {
    status: reply.status,
    headers: reply.headers === undefined ? headers : { ...headers, ...reply.headers },
  });
}
