import type { ChainAddress } from '../../values/address.ts';
import type { RampAmountOf, RampSide } from '../../values/ramp-status.ts';
import type { RampLimits, RampName, RampOffer } from './ramp-provider.ts';

/** A coin, named by a token of this service's list or by the provider's own names of the coin and the network. */
export type CoinChoice = { readonly chainId: number; readonly token: ChainAddress } | { readonly crypto: string; readonly network: string };

/** The request of a client for offers of ramp providers. */
export type OfferInput = {
  readonly side: RampSide;
  /** The currency in which the person pays or is paid (ISO 4217, uppercase). */
  readonly fiat: string;
  readonly coin: CoinChoice;
  /** The requested amount as plain decimal text above 0. `amountOf` states whether it is an amount of money or of crypto. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
  /** The person's country as two uppercase letters of ISO 3166; null when the client does not state it. */
  readonly country: string | null;
  /** A kind of payment (card, bank, wallet), or a provider's own code of a payment method; null when any method may be used. */
  readonly method: string | null;
};

/** A ramp provider's offer as clients see it. */
export type Offer = {
  readonly provider: RampName;
  readonly title: string;
  readonly side: RampSide;
  readonly fiat: string;
  /** The total amount of money that the person pays (purchase) or receives after all fees (sale). */
  readonly fiatAmount: string;
  /** The provider's own name of the coin. */
  readonly crypto: string;
  /** The provider's own name of the coin's network. */
  readonly network: string;
  /** The chain of the token that the coin stands for; null when the coin could not be connected to a token of this service. */
  readonly chainId: number | null;
  readonly token: ChainAddress | null;
  /** The total amount of crypto that the person receives after all fees (purchase) or pays (sale). */
  readonly cryptoAmount: string;
  readonly fees: RampOffer['fees'];
  /** The sum of the fees in the currency in which the person pays or is paid; null when a fee is in another currency. */
  readonly totalFee: string | null;
  readonly method: RampOffer['method'];
  readonly limits: RampLimits | null;
  readonly deliverySeconds: number | null;
  readonly expiresAt: string | null;
  readonly quoteId: string | null;
};

/** The result of requesting an offer from one ramp provider. */
export type RampOutcome = {
  readonly provider: RampName;
  readonly ok: boolean;
  /** Milliseconds from the request until the provider answered or failed. */
  readonly ms: number;
  /** Code of the reason why the provider made no offer; null when it made one. */
  readonly reason: string | null;
  /** The reason why the provider made no offer, as a sentence; null when it made one. */
  readonly message: string | null;
  /** The provider's limits, when the requested amount is outside them; null when the provider did not refuse the amount. */
  readonly limits: RampLimits | null;
};

export type Offers = { readonly offers: readonly Offer[]; readonly providers: readonly RampOutcome[] };
