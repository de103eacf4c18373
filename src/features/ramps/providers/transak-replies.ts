import * as v from 'valibot';
import type { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { maybe, shownText, wireText, wireTimeMs } from '../../../platform/http-client/wire.ts';
import { compareDecimals } from '../../../values/exact-decimals.ts';
import type { RampStatus } from '../../../values/ramp-status.ts';
import { limitsFor } from '../limits-for.ts';
import { amountRefused, notOffered } from '../ramp-failures.ts';
import type { OfferRequest } from '../ramp-provider.ts';
import { listOf, wireMoney } from '../wire-money.ts';

export const NAME = 'transak';

export const STATUSES: Readonly<Record<string, RampStatus>> = {
  ...{ AWAITING_PAYMENT_FROM_USER: 'awaiting-payment', PAYMENT_DONE_MARKED_BY_USER: 'paying', PROCESSING: 'paid' },
  ...{ PENDING_DELIVERY_FROM_TRANSAK: 'delivering', ON_HOLD_PENDING_DELIVERY_FROM_TRANSAK: 'on-hold', COMPLETED: 'completed' },
  ...{ CANCELLED: 'cancelled', FAILED: 'failed', REFUNDED: 'refunded', EXPIRED: 'expired' },
};

export const text = wireText;

export const quoteSchema = v.object({
  response: v.object({
    quoteId: maybe(text),
    fiatCurrency: text,
    cryptoCurrency: text,
    network: maybe(text),
    paymentMethod: maybe(text),
    fiatAmount: wireMoney,
    cryptoAmount: wireMoney,
    feeBreakdown: listOf(v.object({ name: shownText, id: shownText, value: wireMoney })),
  }),
});

export const orderSchema = v.object({
  id: text,
  partnerOrderId: maybe(text),
  status: text,
  isBuyOrSell: maybe(text),
  fiatCurrency: maybe(text),
  fiatAmount: maybe(wireMoney),
  cryptoCurrency: maybe(text),
  cryptoAmount: maybe(wireMoney),
  network: maybe(text),
  walletAddress: maybe(text),
  transactionHash: maybe(text),
  statusReason: shownText,
});

export const orderReply = v.object({ data: orderSchema });

export const hookSchema = v.object({ id: text, partnerOrderId: maybe(text), status: maybe(text), isBuyOrSell: maybe(text) });

export const tokenReply = v.object({ data: v.object({ accessToken: v.pipe(text, v.minLength(8)), expiresAt: wireTimeMs }) });

export const sessionReply = v.object({ data: v.object({ widgetUrl: text }) });

export const refusalSchema = v.object({ error: v.object({ message: shownText }) });

export function isFor(
  reply: v.InferOutput<typeof quoteSchema>['response'],
  { coin, fiat, amount, amountOf, method }: OfferRequest,
): boolean {
  const isSame = (theirs: string | null, ours: string) => theirs === null || theirs.toUpperCase() === ours.toUpperCase();
  const echoed = amountOf === 'fiat' ? reply.fiatAmount : reply.cryptoAmount;
  const received = amountOf === 'fiat' ? reply.cryptoAmount : reply.fiatAmount;
  return (
    isSame(reply.fiatCurrency, fiat.code) &&
    isSame(reply.cryptoCurrency, coin.code) &&
    isSame(reply.network, coin.network) &&
    (method === null || isSame(reply.paymentMethod, method.code)) &&
    compareDecimals(echoed, amount) === 0 &&
    compareDecimals(received, '0') > 0
  );
}

export function refusalOf(body: unknown, request: OfferRequest): ProviderFailure | null {
  const read = v.safeParse(refusalSchema, body);
  const said = (read.success ? read.output.error.message : null)?.toLowerCase() ?? '';
  if (/minimum|maximum|limit|less than|greater than|exceed/.test(said)) return amountRefused(NAME, limitsFor(request));
  if (/not support|not available|unsupported|invalid|not allowed|country/.test(said))
    return notOffered(NAME, 'The provider does not offer this pair, country or payment method.');
  return null;
}
