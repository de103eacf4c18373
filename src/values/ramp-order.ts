import type { ChainAddress } from './address.ts';
import type { RampAmountOf, RampSide, RampStatus } from './ramp-status.ts';

/** The terms of an order at a ramp provider. The wallet is the only personal data in them. */
export type RampOrderTerms = {
  /**
   * The reference of the order: a random id that this service assigns. It is sent to the provider in the field that the provider's webhooks
   * and orders repeat. It is also the key of the order's actor.
   */
  readonly reference: string;
  readonly provider: string;
  readonly side: RampSide;
  /** The address that receives the crypto (purchase, exchange) or sends it (sale). */
  readonly wallet: ChainAddress;
  /** The coin by the provider's own name, and by this service's token when the coin is connected to one. */
  readonly crypto: string;
  readonly network: string;
  readonly chainId: number | null;
  readonly token: ChainAddress | null;
  /** The currency of the money. For an exchange of crypto for crypto, it is the coin that is paid. */
  readonly fiat: string;
  /** The network of the paid coin; null unless the order is an exchange of crypto for crypto. */
  readonly fiatNetwork: string | null;
  /** The amount as decimal text, in the currency that `amountOf` names. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
};

/** An order as the provider reports it, without fields that only repeat the order's terms. Amounts are decimal text. */
export type RampReport = {
  readonly orderId: string | null;
  readonly status: RampStatus;
  /** The provider's own word or number for the status. */
  readonly providerStatus: string;
  readonly fiatAmount: string | null;
  readonly cryptoAmount: string | null;
  /** The address that receives the crypto, as the provider writes it. */
  readonly destination: string | null;
  readonly transactionHash: string | null;
  readonly refundedAmount: string | null;
  readonly message: string | null;
};

/** What the chain shows about the delivery of a purchase that the provider reports as completed. */
export type RampArrival =
  /**
   * The transaction transferred this amount to the wallet. `missing` is the part of the promised amount that has not arrived; null when
   * nothing is missing.
   */
  | { readonly kind: 'arrived'; readonly amount: string; readonly missing: string | null; readonly transactionHash: string }
  /** The chain does not show the transaction (yet), or the chain could not be read. */
  | { readonly kind: 'unseen'; readonly reason: string }
  /** A reorg removed the block in which the crypto of the purchase had arrived, and the chain does not show the delivery again (yet). */
  | { readonly kind: 'gone'; readonly transactionHash: string }
  /**
   * This service cannot look up the delivery: the order is a sale, is on another kind of chain, is for a coin without a token, or has no
   * transaction hash.
   */
  | { readonly kind: 'unreadable'; readonly reason: string };

/**
 * Why this service, and not the provider, ended an order: the provider did not know the order within a day, or reported no change for 30
 * days.
 */
export type RampOwnEnd = 'not-begun' | 'no-news';

export type RampOrderContext = {
  readonly terms: RampOrderTerms;
  readonly createdAtMs: number;
  /**
   * Whether the provider finds an order by this service's reference, so that the provider can be asked before its own order id is known.
   */
  readonly findsByReference: boolean;
  /** The provider's id of the order, from its checkout, a signed webhook or its own report; null until it is known. */
  readonly orderId: string | null;
  /** An order id that an unsigned webhook named. It is accepted only after the provider has reported that this order has our reference. */
  readonly namedOrderId: string | null;
  /** The provider's last report; null until the provider knows the order. */
  readonly report: RampReport | null;
  readonly arrival: RampArrival | null;
  /** When the provider first reported the order as completed (UTC ms); null before that. */
  readonly completionSaidAtMs: number | null;
  /** The address to which the crypto of an exchange has to be sent; null when the provider did not state it. */
  readonly depositAddress: string | null;
  readonly statusSinceMs: number;
  /**
   * Number of changes of the status, and of additions to what is known about a completed order. Each of them causes at most one
   * notification.
   */
  readonly changes: number;
  readonly ownEnd: RampOwnEnd | null;
  /** Number of the current request to the provider. The answer to an earlier request is ignored. */
  readonly askNo: number;
  readonly isAsking: boolean;
  /** Whether a webhook arrived while a request to the provider was in progress, so that the provider's answer may be outdated. */
  readonly mustAskAgain: boolean;
  readonly askedAtMs: number | null;
  readonly answeredAtMs: number | null;
  /** Why the last request to the provider failed; null after an answer. */
  readonly askFailure: string | null;
  /** Number of answers and failures since the status last changed. The pauses between requests grow with this number. */
  readonly quiet: number;
  readonly nextAskAtMs: number | null;
  readonly hints: number;
  readonly lastHintAtMs: number | null;
};

export type RampOrderInput = {
  readonly terms: RampOrderTerms;
  readonly findsByReference: boolean;
  readonly createdAtMs: number;
};

type Timed<T> = T & { readonly at: number };

export type RampOrderEvent =
  /** The provider's checkout was opened, or the exchange was started. */
  | Timed<{ readonly type: 'OPENED'; readonly orderId: string | null; readonly depositAddress: string | null }>
  /** A webhook names the order. `isProved` is true when the provider has signed the webhook. */
  | Timed<{ readonly type: 'HINTED'; readonly orderId: string | null; readonly isProved: boolean }>
  /** An operator or a client requests that the provider is asked. */
  | Timed<{ readonly type: 'REFRESH' }>
  /** The provider's answer. `report` is null when the provider does not know the order. */
  | Timed<{
      readonly type: 'ANSWERED';
      readonly askNo: number;
      readonly report: RampReport | null;
      readonly arrival: RampArrival | null;
    }>
  /** The block in which the crypto of a completed purchase had arrived is no longer part of its chain. */
  | Timed<{ readonly type: 'DELIVERY_GONE' }>
  | Timed<{ readonly type: 'ASK_FAILED'; readonly askNo: number; readonly reason: string }>
  | Timed<{ readonly type: 'TICK' }>
  /** An operator restored an older state, so the provider is asked again. */
  | Timed<{ readonly type: 'RESTORED' }>;

export type AskParams = { readonly reference: string; readonly askNo: number };
/**
 * The data for a notification about a change. `was` is the previous status. It equals `status` when the change only added information to a
 * completed order.
 */
export type TellParams = { readonly reference: string; readonly change: number; readonly status: RampStatus; readonly was: RampStatus };

/** The state of a ramp order as its actor returns it. */
export type RampOrderReading = Omit<RampOrderContext, 'isAsking' | 'mustAskAgain' | 'quiet'> & {
  readonly status: RampStatus;
  readonly isAsking: boolean;
  readonly updatedAtMs: number;
};
