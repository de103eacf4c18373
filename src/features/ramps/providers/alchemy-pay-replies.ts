import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { maybe, shownText, verbatim, wireText } from '../../../platform/http-client/wire.ts';
import { compareDecimals, subtractDecimals } from '../../../values/exact-decimals.ts';
import type { RampStatus } from '../../../values/ramp-status.ts';
import { amountRefused, notOffered, requireSame } from '../ramp-failures.ts';
import type { OfferRequest, RampLimits } from '../ramp-provider.ts';
import { wireMoney } from '../wire-money.ts';

export const NAME = 'alchemy-pay';

/** The provider's statuses of purchases (words) and of sales (numbers), with their normal forms. */
export const STATUSES: Readonly<Record<string, RampStatus>> = {
  ...{ PENDING: 'awaiting-payment', PAY_SUCCESS: 'paid', TRANSFER: 'delivering', FINISHED: 'completed' },
  ...{ PAY_FAIL: 'failed', CANCEL: 'cancelled', RISK_CONTROL: 'on-hold', REFUNDED: 'refunded' },
  ...{ '1': 'awaiting-payment', '2': 'paid', '3': 'delivering', '4': 'completed', '5': 'failed', '6': 'refunded', '7': 'expired' },
};

export const text = wireText;

export const envelope = v.object({ returnCode: text, returnMsg: shownText, data: v.optional(verbatim, null) });

export const quoteSchema = v.object({
  crypto: maybe(text),
  fiat: maybe(text),
  network: maybe(text),
  cryptoQuantity: maybe(wireMoney),
  fiatQuantity: maybe(wireMoney),
  rampFee: maybe(wireMoney),
  networkFee: maybe(wireMoney),
  payWayCode: maybe(text),
});

export const orderSchema = v.object({
  orderNo: maybe(text),
  merchantOrderNo: maybe(text),
  status: maybe(text),
  orderStatus: maybe(text),
  side: maybe(text),
  crypto: maybe(text),
  network: maybe(text),
  cryptoQuantity: maybe(wireMoney),
  fiat: maybe(text),
  amount: maybe(wireMoney),
  address: maybe(text),
  txHash: maybe(text),
  refundAmount: maybe(wireMoney),
  message: shownText,
});

/** The members of a webhook that are used. The others are not checked, because the provider is asked for them. */
export const webhookSchema = v.pick(orderSchema, ['orderNo', 'merchantOrderNo', 'status', 'side']);

export function boughtOf({ cryptoQuantity, fiatQuantity }: v.InferOutput<typeof quoteSchema>, amount: string) {
  if (cryptoQuantity === null) throw new ProviderFailure('malformed-reply', `${NAME} sent a purchase without an amount of crypto.`);
  requireSame(NAME, fiatQuantity === null || compareDecimals(fiatQuantity, amount) === 0);
  return { fiatAmount: amount, cryptoAmount: cryptoQuantity };
}

/** Returns the amount of money for a sale. The stated amount still includes the provider's fee, which is subtracted. */
export function soldOf({ fiatQuantity, rampFee }: v.InferOutput<typeof quoteSchema>, amount: string) {
  if (fiatQuantity === null || rampFee === null)
    throw new ProviderFailure('malformed-reply', `${NAME} sent a sale without an amount of money or without its fee.`);
  const fiatAmount = subtractDecimals(fiatQuantity, rampFee);
  if (compareDecimals(fiatAmount, '0') <= 0) throw amountRefused(NAME, null);
  return { fiatAmount, cryptoAmount: amount };
}

export function isFor(
  { crypto, fiat, network, payWayCode }: v.InferOutput<typeof quoteSchema>,
  { coin, fiat: asked, method }: OfferRequest,
): boolean {
  const isSame = (theirs: string | null, ours: string) => theirs === null || theirs.toUpperCase() === ours.toUpperCase();
  return (
    isSame(crypto, coin.code) &&
    isSame(fiat, asked.code) &&
    isSame(network, coin.network) &&
    (method === null || isSame(payWayCode, method.code))
  );
}

/** Interprets a reply whose HTTP status is 200 and that reports a failure by its code. */
export function refusalOf(code: string, message: string | null, limits: RampLimits | null): ProviderFailure {
  const said = (message ?? '').toLowerCase();
  if (code === '81003')
    return new ProviderFailure('unauthorized', `${NAME} refuses the signature of this service (code 81003). Check the keys of ${NAME}.`);
  if (/not exist|not found|no order/.test(said)) return new ProviderFailure('no-route', `${NAME} does not know this order.`);
  if (/minimum|maximum|limit|min amount|max amount|amount range/.test(said)) return amountRefused(NAME, limits);
  if (/not support|unsupported|not available/.test(said))
    return notOffered(NAME, 'The provider does not offer this pair, country or payment method.');
  return new ProviderFailure('rejected', `${NAME} refused the request with code ${code}.`);
}
