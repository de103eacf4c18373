import { createHmac } from 'node:crypto';
import type { RequestSigner } from '../../platform/http-client/provider-http.ts';
import type { Clock } from '../../values/clock.ts';

export type OkxKeys = { readonly apiKey: string; readonly apiSecret: string; readonly apiPassphrase: string };

/**
 * Signs requests for OKX. The signature is the base64 text of an HMAC-SHA256 over the time, the method, the path with its query, and the
 * body.
 */
export function okxSignature(keys: OkxKeys, clock: Clock): RequestSigner {
  return ({ method, pathAndQuery, body }) => {
    const timestamp = new Date(clock.now()).toISOString();
    const signature = createHmac('sha256', keys.apiSecret).update(`${timestamp}${method}${pathAndQuery}${body}`).digest('base64');
    return {
      'ok-access-key': keys.apiKey,
      'ok-access-sign': signature,
      'ok-access-timestamp': timestamp,
      'ok-access-passphrase': keys.apiPassphrase,
    };
  };
}
