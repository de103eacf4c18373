import type { ChainAddress } from '../../values/address.ts';
import type { RampAmountOf, RampSide } from '../../values/ramp-status.ts';
import type { RampLimits, RampName, RampOffer } from './ramp-provider.ts';

/** A coin, named by a token of this service's list, or by the provider's own names of the coin and its network. */
export type CoinChoice = { readonly chainId: number; readonly token: ChainAddress } | { readonly crypto: string; readonly network: string };

/** What a client asks offers for. */
export type OfferInput = {
  readonly side: RampSide;
  /** ISO 4217, uppercase. */
  readonly fiat: string;
  readonly coin: CoinChoice;
  /** Plain decimal text above 0. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
  /** ISO 3166, two letters, uppercase; null when the client does not say. */
  readonly country: string | null;
  /** A kind of payment (card, bank, wallet), or a provider's own code; null: any. */
  readonly method: string | null;
};

/** An offer as clients see it. */
export type Offer = {
  readonly provider: RampName;
  readonly title: string;
  readonly side: RampSide;
  readonly fiat: string;
  /** Money paid in all (buy) or received after all fees (sell). */
  readonly fiatAmount: string;
  /** The provider's own names of the coin and the network. */
  readonly crypto: string;
  readonly network: string;
  /** Our token; null when the coin could not be connected to one. */
  readonly chainId: number | null;
  readonly token: ChainAddress | null;
  /** Crypto received after all fees (buy) or paid in all (sell). */
  readonly cryptoAmount: string;
  readonly fees: RampOffer['fees'];
  /** The fees in the currency of the money; null when one of them is in another currency. */
  readonly totalFee: string | null;
  readonly method: RampOffer['method'];
  readonly limits: RampLimits | null;
  readonly deliverySeconds: number | null;
  readonly expiresAt: string | null;
  readonly quoteId: string | null;
};

/** The outcome of asking one provider. */
export type RampOutcome = {
  readonly provider: RampName;
  readonly ok: boolean;
  /** Milliseconds until the provider answered or failed. */
  readonly ms: number;
  /** Why there is no offer; null when there is one. */
  readonly reason: string | null;
  /** The reason as a sentence. */
  readonly message: string | null;
  /** The limits by which the amount was refused. */
  readonly limits: RampLimits | null;
};

export type Offers = { readonly offers: readonly Offer[]; readonly providers: readonly RampOutcome[] };
