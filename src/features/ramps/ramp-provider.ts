import type { ChainAddress } from '../../values/address.ts';
import type { RampName } from '../../values/ramp-names.ts';
import type { RampOrderTerms } from '../../values/ramp-order.ts';
import type { RampAmountOf, RampSide } from '../../values/ramp-status.ts';
import type { RampCatalogue, RampCoin, RampFiat, RampLimits, RampMethod, RampMethodKind } from './ramp-catalogue.ts';
import type { OrderQuery, RampOrderReport, WebhookDelivery, WebhookHint } from './ramp-order-report.ts';

export { type RampName, rampNames } from '../../values/ramp-names.ts';
export type {
  ListedCoin,
  RampCatalogue,
  RampCoin,
  RampFiat,
  RampLimits,
  RampMethod,
  RampMethodKind,
  UnmappedReason,
} from './ramp-catalogue.ts';
export type { OrderQuery, RampOrderReport, WebhookDelivery, WebhookHint } from './ramp-order-report.ts';

/** A request for an offer. Its coin, currency and method are entries of the provider's own catalogue. */
export type OfferRequest = {
  readonly side: RampSide;
  readonly fiat: RampFiat;
  readonly coin: RampCoin;
  /** The amount as decimal text above 0, in the currency that `amountOf` names. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
  /** The person's country as two letters of ISO 3166; null when the client does not state it. */
  readonly country: string | null;
  /** The payment method that the client has chosen; null when the provider may choose one. */
  readonly method: RampMethod | null;
};

export type RampFee = { readonly name: string; readonly amount: string; readonly currency: string };

/** A provider's offer. All amounts are decimal text, exactly as the provider states them. */
export type RampOffer = {
  /** The total amount of money that the person pays (purchase) or receives after all fees (sale). */
  readonly fiatAmount: string;
  /** The amount of crypto that the person receives after all fees (purchase) or pays in total (sale). */
  readonly cryptoAmount: string;
  readonly fees: readonly RampFee[];
  readonly method: { readonly code: string; readonly name: string; readonly kind: RampMethodKind } | null;
  readonly deliverySeconds: number | null;
  /** When the offer expires, UTC ms; null when the offer is only an estimate. */
  readonly expiresAtMs: number | null;
  readonly quoteId: string | null;
};

/** The terms of an order that buys or sells crypto for money. They are stored with the order's reference and cannot be changed. */
export type RampTerms = Omit<RampOrderTerms, 'provider' | 'fiatNetwork'> & { readonly provider: RampName };

export type CheckoutRequest = Omit<OfferRequest, 'amount' | 'amountOf'> & {
  readonly terms: RampTerms;
  /**
   * The page of the client to which the provider sends the person after the checkout; null when the person stays on the provider's page.
   */
  readonly redirectUrl: string | null;
  /**
   * The URL at which this service receives webhooks, for providers to which it is sent with each order; null when `PUBLIC_URL` is not set.
   */
  readonly webhookUrl: string | null;
  /** The IP address of the person who pays, by which some providers limit requests; null when it is not known. */
  readonly clientAddress: string | null;
};

export type RampCheckout = {
  /** The page on which the person pays. It is on a host of the provider. */
  readonly url: string;
  /** The provider's order id, when the checkout already created the order. */
  readonly orderId: string | null;
  readonly expiresAtMs: number | null;
};

export type RampTraits = {
  readonly name: RampName;
  readonly title: string;
  /** The supported sides (purchase and sale), and for each side the currencies in which a request may state the amount. */
  readonly amounts: { readonly buy: readonly RampAmountOf[]; readonly sell: readonly RampAmountOf[] };
  /** The ids by which the provider's API finds an order. */
  readonly findsBy: readonly ('reference' | 'order-id')[];
  /**
   * Whether the API finds an order only if the request states the side of the order. If the side is not known, the order is requested once
   * for each side.
   */
  readonly asksBySide: boolean;
  /** Chain ids by the provider's names of networks in lowercase. Coins on other networks are connected to no token. */
  readonly networks: Readonly<Record<string, number>>;
  readonly webhooks: 'signed' | 'unsigned';
  /** The reply to an accepted webhook. After any other reply the provider sends the webhook again. */
  readonly acknowledgement: { readonly body: string; readonly contentType: string };
};

/**
 * A ramp provider. Every adapter must obey these rules, which `test/contract/ramps` checks:
 * 1. It throws `ProviderFailure` for every fault of the provider. Amounts are decimal text, from the digits of the provider's own JSON.
 * 2. It validates each reply field that it uses, and ignores others. A status word that it does not know becomes `unknown`, and is never a
 *   failure.
 * 3. It passes `signal` to everything that it awaits, sets no timer, and keeps no state between calls.
 * 4. It refuses a reply of the provider that is about another coin, currency or amount than the request.
 */
export type RampProvider = {
  readonly traits: RampTraits;
  catalogue(signal: AbortSignal): Promise<RampCatalogue>;
  /**
   * Requests an offer. @throws ProviderFailure; `amount-out-of-range` has the limits in `details` when the provider states them
   * (`amountRefused`)
   */
  offer(request: OfferRequest, signal: AbortSignal): Promise<RampOffer>;
  checkout(request: CheckoutRequest, signal: AbortSignal): Promise<RampCheckout>;
  /** Reads an order's status. Returns null when the provider does not know the order (yet). */
  order(query: OrderQuery, signal: AbortSignal): Promise<RampOrderReport | null>;
  /** Verifies and parses a webhook. @throws TerminalError `webhook-not-genuine` (401), or `webhook-unreadable` (400) */
  readWebhook(delivery: WebhookDelivery, signal: AbortSignal): Promise<WebhookHint>;
  /** Registers the URL of this service's webhook at the provider; null when the URL is set in another way (`docs/ramps.md`). */
  readonly registerWebhook: ((url: string, signal: AbortSignal) => Promise<void>) | null;
  /** Exchanges one crypto for another; null when the provider does not offer it. */
  readonly exchange: RampExchange | null;
  /** Signs the parameters of the checkout page; null when the provider's page is not signed. */
  readonly signPage: ((side: RampSide, params: Readonly<Record<string, string>>) => SignedPage) | null;
  /** Sends a harmless request, which succeeds only if the provider accepts the keys. */
  check(signal: AbortSignal): Promise<void>;
};

/** A signed checkout page. The signature covers exactly the parameters of the URL. */
export type SignedPage = { readonly appId: string; readonly timestamp: string; readonly sign: string; readonly url: string };

export type ExchangeRequest = { readonly from: RampCoin; readonly to: RampCoin; readonly amount: string };

/** The provider's functions for the instant exchange of crypto for crypto. */
export type RampExchange = {
  estimate(request: ExchangeRequest, signal: AbortSignal): Promise<{ readonly amount: string; readonly limits: RampLimits | null }>;
  start(
    request: ExchangeRequest & { readonly reference: string; readonly wallet: ChainAddress; readonly clientAddress: string | null },
    signal: AbortSignal,
  ): Promise<{
    readonly orderId: string;
    /** The address to which the person sends the crypto, when the provider states one. */
    readonly depositAddress: string | null;
    readonly url: string | null;
    readonly amount: string | null;
  }>;
};
