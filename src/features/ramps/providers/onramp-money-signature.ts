import { createHmac } from 'node:crypto';
import type { RequestSigner } from '../../../platform/http-client/provider-http.ts';
import type { Clock } from '../../../values/clock.ts';
import { isSameSecret } from '../webhook-reading.ts';

export type OnrampMoneyKeys = { readonly appId: string; readonly apiKey: string; readonly apiSecret: string };

/** Returns the text over which a request is signed: the time and the body, as base64. @param body JSON text */
export function onrampMoneyPayload(timestampMs: number, body: string): string {
  return Buffer.from(`{"timestamp":${timestampMs},"body":${body}}`, 'utf8').toString('base64');
}

/** Computes the signature of a request: lowercase hex of HMAC-SHA512 over `payload`. */
export function onrampMoneySign(secret: string, payload: string): string {
  return createHmac('sha512', secret).update(payload, 'utf8').digest('hex');
}

/** Creates the function that signs POST requests; the public GET requests need no key. */
export function onrampMoneySigner({ apiKey, apiSecret }: OnrampMoneyKeys, clock: Clock): RequestSigner {
  return ({ method, body }) => {
    if (method !== 'POST') return {};
    const payload = onrampMoneyPayload(clock.now(), body === '' ? '{}' : body);
    return { 'x-onramp-apikey': apiKey, 'x-onramp-payload': payload, 'x-onramp-signature': onrampMoneySign(apiSecret, payload) };
  };
}

/** Whether the headers of a webhook are signed by the provider. The body itself is not signed. */
export function isOnrampMoneySigned(secret: string, payload: string, signature: string): boolean {
  return payload !== '' && isSameSecret(signature, onrampMoneySign(secret, payload));
}
