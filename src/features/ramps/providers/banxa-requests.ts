import { notOffered } from '../ramp-failures.ts';
import type { CheckoutRequest, OfferRequest, RampMethod } from '../ramp-provider.ts';
import { NAME } from './banxa-replies.ts';
import { type BanxaKeys, banxaCustomer } from './banxa-signature.ts';

/** Returns the chosen payment method of a request, or else the provider's first method, because this provider requires a method. */
export function chosen({ method, fiat, side, country }: Pick<OfferRequest, 'method' | 'fiat' | 'side' | 'country'>): RampMethod {
  const first =
    method ?? fiat.methods.find((each) => each.side === side && (country === null || (each.countries?.includes(country) ?? true)));
  if (first === undefined) throw notOffered(NAME, `The provider has no payment method for ${fiat.code}.`);
  return first;
}

export function orderOf(request: CheckoutRequest, keys: BanxaKeys): Readonly<Record<string, unknown>> {
  const { terms, coin, fiat, redirectUrl } = request;
  return {
    ...{ paymentMethodId: chosen(request).code, crypto: coin.code, blockchain: coin.network, fiat: fiat.code },
    [terms.amountOf === 'fiat' ? 'fiatAmount' : 'cryptoAmount']: terms.amount,
    ...{ walletAddress: terms.wallet, externalOrderId: terms.reference, externalCustomerId: banxaCustomer(keys.apiSecret, terms.wallet) },
    ...(redirectUrl === null ? {} : { redirectUrl }),
  };
}
