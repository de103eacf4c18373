import { webhookUnreadable } from '../ramp-failures.ts';
import type { WebhookDelivery } from '../ramp-provider.ts';
import { bodyTextOf, objectIn } from '../webhook-reading.ts';
import { NAME } from './alchemy-pay-replies.ts';
import { alchemyPayBody, alchemyPayPath } from './alchemy-pay-signature.ts';

/**
 * The parts of a webhook: the members that are signed, the signature by which the webhook is checked, and the request over which that
 * signature is computed.
 */
export type AlchemyPayWebhook = {
  readonly signed: Readonly<Record<string, unknown>>;
  readonly newSignature: unknown;
  readonly timestamp: string;
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body: string;
};

/**
 * Reads a webhook. The provider sends webhooks by POST, with its members in the body. The documented route also accepts GET: the members are
 * then in the query, and are signed as the provider signs every GET request, over the path with its sorted query.
 * @throws TerminalError `webhook-unreadable` (400)
 */
export function alchemyPayWebhook({ method, headers, body, pathAndQuery }: WebhookDelivery): AlchemyPayWebhook {
  const { pathname, searchParams } = new URL(pathAndQuery, 'http://localhost');
  const query = Object.fromEntries(searchParams);
  const timestamp = headers.get('timestamp') ?? '';
  if (method === 'POST') {
    const { signature: _old, newSignature, ...signed } = objectIn(NAME, bodyTextOf(NAME, body));
    return { signed, newSignature, timestamp, method, path: alchemyPayPath(pathname, query), body: alchemyPayBody(signed) };
  }
  if (searchParams.size === 0)
    throw webhookUnreadable(NAME, 'a POST with a JSON object, or a GET with the same members in the query of the URL');
  const { signature: _old, newSignature, ...others } = query;
  // The signature does not cover empty parameters, so they are ignored.
  const signed = Object.fromEntries(Object.entries(others).filter(([, value]) => value !== ''));
  return { signed, newSignature, timestamp, method, path: alchemyPayPath(pathname, signed), body: '' };
}
