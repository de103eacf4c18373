import type { CheckoutRequest, RampCoin, RampFiat } from '../ramp-provider.ts';

export type Pair = { from_currency: string; from_network?: string; to_currency: string; to_network?: string };

export function pairOf(side: 'buy' | 'sell', fiat: RampFiat, coin: RampCoin): Pair {
  return side === 'buy'
    ? { from_currency: fiat.code, to_currency: coin.code, to_network: coin.network }
    : { from_currency: coin.code, from_network: coin.network, to_currency: fiat.code };
}

export function cryptoPair(from: RampCoin, to: RampCoin): Pair {
  return { from_currency: from.code, from_network: from.network, to_currency: to.code, to_network: to.network };
}

export function transactionOf({
  side,
  fiat,
  coin,
  method,
  country,
  terms,
  redirectUrl,
}: CheckoutRequest): Readonly<Record<string, unknown>> {
  return {
    ...{ from_amount: terms.amount, ...pairOf(side, fiat, coin), external_partner_link_id: terms.reference },
    ...(side === 'buy' ? { payout_info: { payout_address: terms.wallet, skip_choose_payout_address: true } } : {}),
    ...(method === null ? {} : { deposit: { payment_category: method.code, skip_choose_payment_category: true } }),
    ...(country === null ? {} : { customer_country: country }),
    ...(redirectUrl === null ? {} : { redirects: { successful: redirectUrl, cancelled: redirectUrl, failed: redirectUrl } }),
  };
}

export function wordOf(currency: string, network: string | undefined): string {
  return encodeURIComponent(network === undefined ? currency : `${currency}-${network}`);
}
