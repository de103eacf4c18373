import type { ChainAddress } from './address.ts';
import type { RampAmountOf, RampSide, RampStatus } from './ramp-status.ts';

/** The terms of an order at a ramp provider. The wallet is the only personal data in them. */
export type RampOrderTerms = {
  /**
   * A random id that this service assigns to the order. It is sent to the provider, which repeats it in its webhooks and order reports. It
   * is also the key of the order's actor.
   */
  readonly reference: string;
  readonly provider: string;
  readonly side: RampSide;
  /** The address that receives the crypto (purchase, exchange) or sends it (sale). */
  readonly wallet: ChainAddress;
  /** The coin: its name at the provider, and this service's token. The token is null when the coin is not matched with a token. */
  readonly crypto: string;
  readonly network: string;
  readonly chainId: number | null;
  readonly token: ChainAddress | null;
  /** The currency that is paid or received for the coin. When crypto is exchanged for crypto, it is the coin that is paid. */
  readonly fiat: string;
  /** The network of the paid coin; null unless the order is an exchange of crypto for crypto. */
  readonly fiatNetwork: string | null;
  /** The amount of the order as decimal text. `amountOf` states its currency. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
};

/** An order as the provider reports it, without fields that only repeat the order's terms. Amounts are decimal strings. */
export type RampReport = {
  readonly orderId: string | null;
  readonly status: RampStatus;
  /** The provider's own word or number for the order's status. */
  readonly providerStatus: string;
  readonly fiatAmount: string | null;
  readonly cryptoAmount: string | null;
  /** The address that receives the crypto of the order, as the provider writes it. */
  readonly destination: string | null;
  readonly transactionHash: string | null;
  readonly refundedAmount: string | null;
  readonly message: string | null;
};

/** What was found on the chain about the delivery of coins, after the provider reported a purchase as completed. */
export type RampArrival =
  /**
   * The provider's transaction transferred `amount` to the wallet. `missing` is the part of the promised amount that has not arrived; null
   * when nothing is missing.
   */
  | { readonly kind: 'arrived'; readonly amount: string; readonly missing: string | null; readonly transactionHash: string }
  /** The transaction was not found on the chain, or the chain could not be read. It may be found later. */
  | { readonly kind: 'unseen'; readonly reason: string }
  /** A chain reorganization removed the block with the delivery, and the delivery has not been found in another block. */
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
   * Whether the provider can find an order by the id that this service assigned. If so, the order can be looked up before the provider's
   * own id is known.
   */
  readonly findsByReference: boolean;
  /** The provider's id of the order, from its checkout, a signed webhook or its own report; null until it is known. */
  readonly orderId: string | null;
  /**
   * An order id from a webhook without a valid signature. It is used only after the provider has confirmed that this order has our
   * reference.
   */
  readonly namedOrderId: string | null;
  /** The provider's last report; null until the provider knows the order. */
  readonly report: RampReport | null;
  readonly arrival: RampArrival | null;
  /** Time (UTC ms) at which the provider first reported the order as completed; null before. */
  readonly completionSaidAtMs: number | null;
  /** The address to which the crypto of an exchange has to be sent; null when the provider did not state one. */
  readonly depositAddress: string | null;
  readonly statusSinceMs: number;
  /**
   * How often the order's status has changed, or information was added to a completed order. Each change causes at most one notification.
   */
  readonly changes: number;
  readonly ownEnd: RampOwnEnd | null;
  /** Number of the current request to the provider. An answer to an earlier request is ignored. */
  readonly askNo: number;
  readonly isAsking: boolean;
  /** Whether a webhook arrived during a request to the provider. The provider's answer may then be outdated, so another request follows. */
  readonly mustAskAgain: boolean;
  readonly askedAtMs: number | null;
  readonly answeredAtMs: number | null;
  /** Why the last request to the provider about the order failed; null when the last request was answered. */
  readonly askFailure: string | null;
  /** Number of requests to the provider since the status last changed. The more requests, the longer the pause between two requests. */
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
  /** The provider's checkout for the order was opened, or the exchange was started. */
  | Timed<{ readonly type: 'OPENED'; readonly orderId: string | null; readonly depositAddress: string | null }>
  /** A webhook about the order has arrived. `isProved` is true when its signature by the provider is valid. */
  | Timed<{ readonly type: 'HINTED'; readonly orderId: string | null; readonly isProved: boolean }>
  /** An operator or a client wants the service to request the current status from the provider. */
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
  /** An operator restored an older state of the order, so its status is requested from the provider again. */
  | Timed<{ readonly type: 'RESTORED' }>;

export type AskParams = { readonly reference: string; readonly askNo: number };
/**
 * The data for a notification about a change. `was` is the previous status; it equals `status` when only information was added to a
 * completed order.
 */
export type TellParams = { readonly reference: string; readonly change: number; readonly status: RampStatus; readonly was: RampStatus };

/** The state of a ramp order as its actor returns it. */
export type RampOrderReading = Omit<RampOrderContext, 'isAsking' | 'mustAskAgain' | 'quiet'> & {
  readonly status: RampStatus;
  readonly isAsking: boolean;
  readonly updatedAtMs: number;
};
