import { alchemyPaySign } from '../providers/alchemy-pay-signature.ts';
import { banxaSign } from '../providers/banxa-signature.ts';
import { onrampMoneyPayload, onrampMoneySign } from '../providers/onramp-money-signature.ts';
import { verifiedClaims } from '../providers/transak-webhook.ts';
import type { RampName } from '../ramp-provider.ts';

const TRANSAK_TOKEN =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJ3ZWJob29rRGF0YSI6eyJpZCI6IjEifX0.BCUtQrXT2jom4zYi5Q3K5d-mHk6egaQ9mPh_fxbXY_A';

/**
 * Whether this program computes the same signature of a known text as OpenSSL, by provider. The key is the text `secret` (for Transak, the
 * text `token`). Null for Guardarian, which signs nothing.
 */
const VECTORS: Readonly<Record<RampName, (() => boolean) | null>> = {
  guardarian: null,
  'alchemy-pay': () =>
    alchemyPaySign('secret', {
      ...{ timestamp: '1538054050234', method: 'GET', path: '/index/rampPageBuy?appId=app&crypto=USDT', body: '' },
    }) === 'bkAs7B6b4QrNbBPuWV5jmDlT1Pszccz0kVVIhMJb1RA=',
  'onramp-money': () =>
    onrampMoneySign('secret', onrampMoneyPayload(1_700_000_000_000, '{"orderId":1}')) ===
    'b1f72c7ffe201676c796cfbe5db7483a8e22c9b38807196813c02525d263f26ba2b0ac1250d05f751df54df327b3bab78fe32883095cae3b770627f93e80788f',
  banxa: () =>
    banxaSign('secret', {
      ...{ method: 'POST', path: '/api/defi/banxa/webhook', nonce: '1700000000000000', body: '{"order_id":"1"}' },
    }) === '7af9dacc6036841e3c30dd5866ae30314f50d2f3070d887346f9ed2f4a8e02f8',
  transak: () => verifiedClaims(TRANSAK_TOKEN, ['other', 'token']) === '{"webhookData":{"id":"1"}}',
};

/** Whether this program computes the provider's signature of a known text correctly; null when the provider signs nothing. */
export function signsKnownVector(provider: RampName): boolean | null {
  return VECTORS[provider]?.() ?? null;
}
