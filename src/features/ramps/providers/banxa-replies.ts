import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { maybe, verbatim, wireText } from '../../../platform/http-client/wire.ts';
import { compareDecimals } from '../../../values/exact-decimals.ts';
import { isExactObject } from '../../../values/exact-json.ts';
import type { RampSide, RampStatus } from '../../../values/ramp-status.ts';
import { limitsFor } from '../limits-for.ts';
import { amountRefused, notOffered } from '../ramp-failures.ts';
import type { OfferRequest } from '../ramp-provider.ts';
import { wireMoney } from '../wire-money.ts';

export const NAME = 'banxa';

export const STATUSES: Readonly<Record<string, RampStatus>> = {
  ...{ pendingPayment: 'awaiting-payment', waitingPayment: 'awaiting-payment', paymentReceived: 'paid', inProgress: 'paid' },
  ...{ cryptoTransferred: 'delivering', coinTransferred: 'delivering', extraVerification: 'on-hold', complete: 'completed' },
  ...{ cancelled: 'cancelled', declined: 'failed', expired: 'expired', refunded: 'refunded' },
};

export const text = wireText;

/** Schema of a reply whose content is either the reply itself or its member `data`. The provider sends both forms. */
export const unwrapped = v.pipe(
  verbatim,
  v.transform((value): unknown => (isExactObject(value) && isExactObject(value.data) ? value.data : value)),
);

export const quoteSchema = v.object({
  paymentMethodId: maybe(text),
  crypto: maybe(text),
  blockchain: maybe(text),
  fiat: maybe(text),
  cryptoAmount: wireMoney,
  fiatAmount: wireMoney,
  processingFee: maybe(wireMoney),
  networkFee: maybe(wireMoney),
});

export const createdSchema = v.object({ id: text, checkoutUrl: text });

export const orderSchema = v.object({
  id: text,
  externalOrderId: maybe(text),
  status: text,
  orderType: maybe(text),
  fiat: maybe(text),
  fiatAmount: maybe(wireMoney),
  crypto: maybe(v.union([text, v.object({ id: text })])),
  blockchain: maybe(v.union([text, v.object({ id: text })])),
  cryptoAmount: maybe(wireMoney),
  walletAddress: maybe(text),
  transactionHash: maybe(text),
});

export const hookSchema = v.object({ order_id: text, external_id: maybe(text), status: maybe(text), order_type: maybe(text) });

export function isFor(data: v.InferOutput<typeof quoteSchema>, { coin, fiat, amount, amountOf, method }: OfferRequest): boolean {
  const isSame = (theirs: string | null, ours: string) => theirs === null || theirs.toUpperCase() === ours.toUpperCase();
  const [echoed, other] = amountOf === 'fiat' ? [data.fiatAmount, data.cryptoAmount] : [data.cryptoAmount, data.fiatAmount];
  return (
    isSame(data.crypto, coin.code) &&
    isSame(data.blockchain, coin.network) &&
    isSame(data.fiat, fiat.code) &&
    (method === null || isSame(data.paymentMethodId, method.code)) &&
    compareDecimals(echoed, amount) === 0 &&
    compareDecimals(other, '0') > 0
  );
}

export function sideOf(orderType: string): RampSide {
  return orderType.toUpperCase().includes('SELL') ? 'sell' : 'buy';
}

export function refusalOf(status: number, body: unknown, request: OfferRequest | null): ProviderFailure | null {
  if (status === 404) return new ProviderFailure('no-route', `${NAME} does not know this order, or the URL of the request.`);
  const said = body === null ? '' : JSON.stringify(body).toLowerCase();
  if (/minimum|maximum|limit|must be at least|must be between/.test(said) && request !== null)
    return amountRefused(NAME, limitsFor(request));
  if (/not support|unsupported|not available|invalid (crypto|fiat|blockchain|payment)|country/.test(said))
    return notOffered(NAME, 'The provider does not offer this pair, country or payment method.');
  return null;
}
