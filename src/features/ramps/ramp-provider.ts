import type { ChainAddress } from '../../values/address.ts';
import type { JsonObject } from '../../values/json.ts';
import type { RampAmountOf, RampSide, RampStatus } from '../../values/ramp-status.ts';

/** Names of the ramp providers, as in the paths `/defi/<name>/...`. */
export const rampNames = ['onramp-money', 'guardarian', 'alchemy-pay', 'transak', 'banxa'] as const;

export type RampName = (typeof rampNames)[number];

/** A smallest and a largest amount as decimal text; null: the provider states none. */
export type RampLimits = { readonly min: string | null; readonly max: string | null; readonly currency: string };

/** What kind of payment a provider's method is; clients choose by it, because every provider has its own codes. */
export type RampMethodKind = 'card' | 'bank' | 'wallet' | 'other';

/** A way to pay for a purchase, or to be paid for a sale. */
export type RampMethod = {
  /** The provider's own code. */
  readonly code: string;
  readonly name: string;
  readonly kind: RampMethodKind;
  readonly side: RampSide;
  /** Countries (ISO 3166, two letters) in which the method works; null: in those of the currency. */
  readonly countries: readonly string[] | null;
  readonly limits: RampLimits | null;
  /** How long the delivery usually takes; null when the provider does not say. */
  readonly deliverySeconds: number | null;
};

/** A currency of a provider's catalogue. */
export type RampFiat = {
  /** ISO 4217, uppercase. */
  readonly code: string;
  /** The provider's own id of the currency, when it has one. */
  readonly id: string | null;
  /** Countries in which the currency is offered; null: the provider does not say. */
  readonly countries: readonly string[] | null;
  readonly sides: readonly RampSide[];
  readonly methods: readonly RampMethod[];
};

/** A coin of a provider's catalogue, on one network, as the provider names it. */
export type ListedCoin = {
  readonly code: string;
  readonly network: string;
  readonly name: string | null;
  /** The address of the contract as the provider states it; null when it states none. */
  readonly contract: string | null;
  /** The id of an EVM chain, when the provider states it for the network; null otherwise. */
  readonly statedChainId: number | null;
  readonly sides: readonly RampSide[];
  readonly limits: { readonly buy: RampLimits | null; readonly sell: RampLimits | null };
  /** Countries in which the coin is not sold. */
  readonly excludedCountries: readonly string[];
  /** The provider's own ids, for its requests. */
  readonly ids: JsonObject;
};

/** Why a coin of a catalogue cannot be connected to a token of this service. */
export type UnmappedReason =
  /** The provider's network is none of those that this service knows. */
  | 'unknown-network'
  /** The provider states no contract, and the coin's name alone does not say which token it is. */
  | 'no-contract'
  /** The stated contract is no address on that chain. */
  | 'invalid-contract';

/** A coin with the token that it is on our side. */
export type RampCoin = ListedCoin & {
  readonly chainId: number | null;
  readonly address: ChainAddress | null;
  readonly unmapped: UnmappedReason | null;
};

export type RampCatalogue = { readonly coins: readonly ListedCoin[]; readonly fiats: readonly RampFiat[] };

/** A request for an offer. The coin, the currency and the method are from the provider's own catalogue. */
export type OfferRequest = {
  readonly side: RampSide;
  readonly fiat: RampFiat;
  readonly coin: RampCoin;
  /** Decimal text above 0, in the currency that `amountOf` names. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
  /** ISO 3166, two letters; null when the client does not say. */
  readonly country: string | null;
  /** Null: the provider chooses. */
  readonly method: RampMethod | null;
};

export type RampFee = { readonly name: string; readonly amount: string; readonly currency: string };

/** A provider's offer. All amounts are decimal text, exactly as the provider states them. */
export type RampOffer = {
  /** The money that is paid in all (purchase) or received after all fees (sale). */
  readonly fiatAmount: string;
  /** The crypto that is received after all fees (purchase) or paid in all (sale). */
  readonly cryptoAmount: string;
  readonly fees: readonly RampFee[];
  readonly method: { readonly code: string; readonly name: string; readonly kind: RampMethodKind } | null;
  readonly deliverySeconds: number | null;
  /** UTC ms; null when the offer is only an estimate. */
  readonly expiresAtMs: number | null;
  readonly quoteId: string | null;
};

/** What a reference is bound to. Nothing in it is personal except the wallet. */
export type RampTerms = {
  /** Our reference: a random id. It is sent to the provider in the field that its webhooks and orders repeat. */
  readonly reference: string;
  readonly provider: RampName;
  readonly side: RampSide;
  /** The address that receives the crypto (purchase) or sends it (sale). */
  readonly wallet: ChainAddress;
  /** The coin by the provider's own words, and by ours when it is mapped. */
  readonly crypto: string;
  readonly network: string;
  readonly chainId: number | null;
  readonly token: ChainAddress | null;
  readonly fiat: string;
  readonly amount: string;
  readonly amountOf: RampAmountOf;
};

export type CheckoutRequest = Omit<OfferRequest, 'amount' | 'amountOf'> & {
  readonly terms: RampTerms;
  /** Where the provider sends the person afterwards; null: it stays at the provider. */
  readonly redirectUrl: string | null;
  /** Our webhook's address, for providers that are told it with each order; null when `PUBLIC_URL` is not set. */
  readonly webhookUrl: string | null;
  /** The person's IP address, which some providers count requests by; null when it is not known. */
  readonly clientAddress: string | null;
};

export type RampCheckout = {
  /** The page on which the person pays. It is on a host of the provider. */
  readonly url: string;
  /** The provider's order id, when the checkout already created the order. */
  readonly orderId: string | null;
  readonly expiresAtMs: number | null;
};

/** An order as the provider reports it. */
export type RampOrderReport = {
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly status: RampStatus;
  /** The provider's own word or number. */
  readonly providerStatus: string;
  readonly side: RampSide | null;
  readonly fiat: string | null;
  readonly fiatAmount: string | null;
  readonly crypto: string | null;
  readonly network: string | null;
  readonly cryptoAmount: string | null;
  /** The address that receives the crypto, as the provider writes it. */
  readonly destination: string | null;
  /** Hash of the transaction that delivered the crypto (purchase) or paid it in (sale). */
  readonly transactionHash: string | null;
  /** What was paid back, when it was only a part; decimal text in the paid currency. */
  readonly refundedAmount: string | null;
  /** The provider's explanation of a failure or a hold, for people. */
  readonly message: string | null;
};

/** Which order is asked for. At least one of both ids is known; `traits.findsBy` says which of them the provider accepts. */
export type OrderQuery = { readonly reference: string | null; readonly orderId: string | null; readonly side: RampSide };

/** A webhook request exactly as it arrived. */
export type WebhookDelivery = {
  readonly method: 'GET' | 'POST';
  /** Path and query of our route as the provider called it. */
  readonly pathAndQuery: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** IP address of the sender; null when it is not known. */
  readonly sender: string | null;
};

/** What a webhook points at. It is only a hint: the order's status is then read from the provider itself. */
export type WebhookHint = {
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly side: RampSide | null;
  readonly providerStatus: string | null;
  /** The same for a webhook that is delivered twice. */
  readonly eventId: string;
  /** False when the provider does not sign its webhooks, so that anybody may have sent it. */
  readonly isProved: boolean;
};

export type RampTraits = {
  readonly name: RampName;
  readonly title: string;
  /** The sides, and the currencies that an amount may be in on each. */
  readonly amounts: { readonly buy: readonly RampAmountOf[]; readonly sell: readonly RampAmountOf[] };
  /** Ids by which the provider finds an order. */
  readonly findsBy: readonly ('reference' | 'order-id')[];
  /** The chain ids of the provider's networks, by its own words in lowercase. Coins on other networks stay unmapped. */
  readonly networks: Readonly<Record<string, number>>;
  readonly webhooks: 'signed' | 'unsigned';
  /** The reply to a webhook that was accepted; anything else makes the provider send it again. */
  readonly acknowledgement: { readonly body: string; readonly contentType: string };
};

/**
 * A ramp provider. Every adapter must obey these rules, which `test/contract/ramps` checks:
 * 1. It throws `ProviderFailure` for every fault of the provider. Amounts are decimal text, from the digits of the provider's own JSON.
 * 2. It validates each reply field that it uses, and ignores others. A word that it does not know is `unknown`, never a failure.
 * 3. It passes `signal` to everything that it awaits, sets no timer, and keeps no state between calls.
 * 4. It answers only for the request: a reply about another coin, currency or amount is refused.
 */
export type RampProvider = {
  readonly traits: RampTraits;
  catalogue(signal: AbortSignal): Promise<RampCatalogue>;
  /** @throws ProviderFailure; `amount-out-of-range` has the limits in `details` when the provider states them (`amountRefused`) */
  offer(request: OfferRequest, signal: AbortSignal): Promise<RampOffer>;
  checkout(request: CheckoutRequest, signal: AbortSignal): Promise<RampCheckout>;
  /** Returns null when the provider does not know the order (yet). */
  order(query: OrderQuery, signal: AbortSignal): Promise<RampOrderReport | null>;
  /** @throws TerminalError `webhook-not-genuine` (401), or `webhook-unreadable` (400) */
  readWebhook(delivery: WebhookDelivery): Promise<WebhookHint>;
  /** Registers the address of our webhook; null when the provider sets it elsewhere (`docs/ramps.md`). */
  readonly registerWebhook: ((url: string, signal: AbortSignal) => Promise<void>) | null;
  /** Exchanges one crypto for another; null when the provider does not offer it. */
  readonly exchange: RampExchange | null;
  /** Signs the parameters of the checkout page; null when the provider's page is not signed. */
  readonly signPage: ((side: RampSide, params: Readonly<Record<string, string>>) => SignedPage) | null;
  /** A harmless call that proves that the keys are accepted. */
  check(signal: AbortSignal): Promise<void>;
};

/** A signed page: the signature covers exactly the parameters of the URL. */
export type SignedPage = { readonly appId: string; readonly timestamp: string; readonly sign: string; readonly url: string };

export type ExchangeRequest = { readonly from: RampCoin; readonly to: RampCoin; readonly amount: string };

/** Instant exchange of crypto for crypto. */
export type RampExchange = {
  estimate(request: ExchangeRequest, signal: AbortSignal): Promise<{ readonly amount: string; readonly limits: RampLimits | null }>;
  start(
    request: ExchangeRequest & { readonly reference: string; readonly wallet: ChainAddress; readonly clientAddress: string | null },
    signal: AbortSignal,
  ): Promise<{
    readonly orderId: string;
    /** Where the crypto is to be sent, when the provider says so. */
    readonly depositAddress: string | null;
    readonly url: string | null;
    readonly amount: string | null;
  }>;
};
