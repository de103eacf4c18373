import type { CheckoutRequest } from '../ramp-provider.ts';

export type TransakKeys = { readonly apiKey: string; readonly apiSecret: string; readonly referrer: string };

export function widgetParams({ side, fiat, coin, method, terms, redirectUrl }: CheckoutRequest, { apiKey, referrer }: TransakKeys) {
  return {
    ...{ apiKey, referrerDomain: referrer, productsAvailed: side === 'buy' ? 'BUY' : 'SELL', fiatCurrency: fiat.code },
    ...{ cryptoCurrencyCode: coin.code, network: coin.network, partnerOrderId: terms.reference },
    [terms.amountOf === 'fiat' ? 'fiatAmount' : 'cryptoAmount']: terms.amount,
    ...(side === 'buy' ? { walletAddress: terms.wallet, disableWalletAddressForm: true } : {}),
    ...(method === null ? {} : { paymentMethod: method.code }),
    ...(redirectUrl === null ? {} : { redirectURL: redirectUrl }),
  };
}
