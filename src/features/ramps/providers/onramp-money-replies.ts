import * as v from 'valibot';
import { ProviderFailure } from '../../../platform/http-client/provider-failure.ts';
import { maybe, shownText, verbatim, wireText } from '../../../platform/http-client/wire.ts';
import { parseExactJson } from '../../../values/exact-json.ts';
import type { RampSide } from '../../../values/ramp-status.ts';
import { plainDecimalOf } from '../../../values/written-number.ts';
import { amountRefused, notOffered } from '../ramp-failures.ts';
import type { RampFee, RampOrderReport } from '../ramp-provider.ts';
import { wireMoney } from '../wire-money.ts';
import { onrampMoneyStatus } from './onramp-money-status.ts';

export const NAME = 'onramp-money';

export const text = wireText;

export const envelope = v.object({ status: text, code: maybe(text), data: v.optional(verbatim, null), error: shownText });

export const quoteSchema = v.object({
  quantity: maybe(wireMoney),
  fiatAmount: maybe(wireMoney),
  onrampFee: maybe(wireMoney),
  clientFee: maybe(wireMoney),
  gatewayFee: maybe(wireMoney),
  gasFee: maybe(wireMoney),
});

export const orderSchema = v.object({
  orderId: text,
  orderStatus: maybe(text),
  status: maybe(text),
  merchantRecognitionId: maybe(text),
  coinCode: maybe(text),
  network: maybe(text),
  fiatType: maybe(text),
  fiatAmount: maybe(wireMoney),
  actualFiatAmount: maybe(wireMoney),
  expectedCryptoAmount: maybe(wireMoney),
  actualCryptoAmount: maybe(wireMoney),
  walletAddress: maybe(text),
  transactionHash: maybe(text),
  statusDescription: shownText,
});

export const hookSchema = v.object({
  orderId: text,
  merchantRecognitionId: maybe(text),
  status: maybe(text),
  eventType: maybe(text),
});

export function feesOf({ onrampFee, clientFee, gatewayFee, gasFee }: v.InferOutput<typeof quoteSchema>, currency: string): RampFee[] {
  const named = [
    ['Ramp fee', onrampFee],
    ['Client fee', clientFee],
    ['Gateway fee', gatewayFee],
    ['Gas fee', gasFee],
  ] as const;
  return named.flatMap(([name, amount]) => (amount === null ? [] : [{ name, amount, currency }]));
}

export function reportOf(order: v.InferOutput<typeof orderSchema>, side: RampSide): RampOrderReport {
  const word = order.orderStatus ?? order.status ?? '';
  return {
    ...{
      orderId: order.orderId,
      reference: order.merchantRecognitionId,
      status: onrampMoneyStatus(side, word),
      providerStatus: word,
      side,
    },
    fiat: null,
    fiatAmount: order.actualFiatAmount ?? order.fiatAmount,
    ...{ crypto: order.coinCode, network: order.network, cryptoAmount: order.actualCryptoAmount ?? order.expectedCryptoAmount },
    ...{ destination: order.walletAddress, transactionHash: order.transactionHash, refundedAmount: null, message: order.statusDescription },
  };
}

/** Converts decimal text to a JSON number with the same digits. */
export function jsonNumber(amount: string): unknown {
  const plain = plainDecimalOf(amount);
  if (plain === null)
    throw notOffered(
      NAME,
      'The provider accepts currencies and amounts only as numbers, and the currency or the amount of this request cannot be written as a number.',
    );
  return parseExactJson(plain);
}

/** Converts an order id to a JSON number, because the provider's API requires numbers. An id that is no number is sent as text. */
export function orderNumber(orderId: string): unknown {
  return /^[1-9][0-9]{0,30}$/.test(orderId) ? parseExactJson(orderId) : orderId;
}

export const refusalSchema = v.object({ code: text, error: shownText });

export function refusalOf(body: unknown): ProviderFailure | null {
  const read = v.safeParse(refusalSchema, body);
  if (!read.success) return null;
  const { code, error } = read.output;
  if (code === '413') return amountRefused(NAME, null);
  if (code === '406' || code === '409')
    return notOffered(NAME, 'The provider does not offer this coin, network or currency for this side (purchase or sale).');
  if (code === '401' || code === '403') {
    const what = /ahead of time/i.test(error ?? '')
      ? 'the time of the request, so the clock of this node is wrong'
      : "this service's key or signature";
    return new ProviderFailure('unauthorized', `${NAME} refuses ${what} (code ${code}).`);
  }
  if (code === '404') return new ProviderFailure('no-route', `${NAME} does not know this order.`);
  if (code === '429')
    return new ProviderFailure('rate-limited', `${NAME} refused the request, because it received too many requests.`, {
      retryAfterMs: 60_000,
    });
  if (code === '428' || code.startsWith('5')) return new ProviderFailure('unavailable', `${NAME} has no price now (code ${code}).`);
  return new ProviderFailure('rejected', `${NAME} refused the request with code ${code}.`);
}
