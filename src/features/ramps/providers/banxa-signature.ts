import { createHmac } from 'node:crypto';
import type { ChainAddress } from '../../../values/address.ts';
import { isSameSecret } from '../webhook-reading.ts';

export type BanxaKeys = { readonly partner: string; readonly apiKey: string; readonly apiSecret: string };

/** Hex of HMAC-SHA256 over the method, the path with its query, the nonce, and the body if there is one, joined by line breaks. */
export function banxaSign(secret: string, request: { method: string; path: string; nonce: string; body: string }): string {
  const { method, path, nonce, body } = request;
  const lines = [method, path, nonce, ...(body === '' ? [] : [body])];
  return createHmac('sha256', secret).update(lines.join('\n'), 'utf8').digest('hex');
}

/** Whether an `Authorization: Bearer KEY:SIGNATURE:NONCE` is the provider's for this request. */
export function isBanxaSigned(
  { apiKey, apiSecret }: Pick<BanxaKeys, 'apiKey' | 'apiSecret'>,
  authorization: string,
  request: { method: string; path: string; body: string },
): boolean {
  const [, key, signature, nonce] = /^Bearer ([^:\s]+):([0-9a-fA-F]{64}):([0-9]{1,20})$/.exec(authorization) ?? [];
  if (key === undefined || signature === undefined || nonce === undefined) return false;
  return isSameSecret(key, apiKey) && isSameSecret(signature.toLowerCase(), banxaSign(apiSecret, { ...request, nonce }));
}

/** Our name of a customer at the provider: the same for a wallet each time, and not readable without our secret. */
export function banxaCustomer(secret: string, wallet: ChainAddress): string {
  return createHmac('sha256', secret).update(`customer\n${wallet}`, 'utf8').digest('hex').slice(0, 32);
}
