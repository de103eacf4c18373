import { createHmac } from 'node:crypto';
import type { ChainAddress } from '../../../values/address.ts';
import { isSameSecret } from '../webhook-reading.ts';

export type BanxaKeys = { readonly partner: string; readonly apiKey: string; readonly apiSecret: string };

/**
 * Computes the signature of a request to the provider: hex of HMAC-SHA256 over the method, the path with its query, the nonce, and the body
 * if there is one, joined by line breaks.
 */
export function banxaSign(secret: string, request: { method: string; path: string; nonce: string; body: string }): string {
  const { method, path, nonce, body } = request;
  const lines = [method, path, nonce, ...(body === '' ? [] : [body])];
  return createHmac('sha256', secret).update(lines.join('\n'), 'utf8').digest('hex');
}

/** Whether the header `Authorization: Bearer KEY:SIGNATURE:NONCE` contains the provider's signature of this request. */
export function isBanxaSigned(
  { apiKey, apiSecret }: Pick<BanxaKeys, 'apiKey' | 'apiSecret'>,
  authorization: string,
  request: { method: string; path: string; body: string },
): boolean {
  const [, key, signature, nonce] = /^Bearer ([^:\s]+):([0-9a-fA-F]{64}):([0-9]{1,20})$/.exec(authorization) ?? [];
  if (key === undefined || signature === undefined || nonce === undefined) return false;
  return isSameSecret(key, apiKey) && isSameSecret(signature.toLowerCase(), banxaSign(apiSecret, { ...request, nonce }));
}

/**
 * Computes the customer id that the provider gets for a wallet. A wallet always has the same id, and nobody can derive the wallet from it
 * without the secret of this service.
 */
export function banxaCustomer(secret: string, wallet: ChainAddress): string {
  return createHmac('sha256', secret).update(`customer\n${wallet}`, 'utf8').digest('hex').slice(0, 32);
}
