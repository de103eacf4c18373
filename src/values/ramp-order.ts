import type { ChainAddress } from './address.ts';
import type { RampAmountOf, RampSide, RampStatus } from './ramp-status.ts';

/** What a ramp order is for. Nothing in it is personal except the wallet. */
export type RampOrderTerms = {
  /**
   * Our reference: a random id, which is sent to the provider in the field that its webhooks and orders repeat. It is also the key of the
   * order's actor.
   */
  readonly reference: string;
  readonly provider: string;
  readonly side: RampSide;
  /** The address that receives the crypto (purchase, exchange) or sends it (sale). */
  readonly wallet: ChainAddress;
  /** The coin by the provider's own words, and by ours when it is mapped. */
  readonly crypto: string;
  readonly network: string;
  readonly chainId: number | null;
  readonly token: ChainAddress | null;
  /** The currency of the money; on an exchange of crypto for crypto, the coin that is paid. */
  readonly fiat: string;
  /** The network of the coin that is paid; null unless the order is an exchange of crypto for crypto. */
  readonly fiatNetwork: string | null;
  /** Decimal text, in the currency that `amountOf` names. */
  readonly amount: string;
  readonly amountOf: RampAmountOf;
};

/** An order as the provider reports it, without what only repeats the order's terms. Amounts are decimal text. */
export type RampReport = {
  readonly orderId: string | null;
  readonly status: RampStatus;
  /** The provider's own word or number. */
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
  /** The transaction transferred this amount to the wallet. `missing`: what is missing of the promised amount; null when nothing is. */
  | { readonly kind: 'arrived'; readonly amount: string; readonly missing: string | null; readonly transactionHash: string }
  /** The chain does not show the transaction (yet), or could not be read. */
  | { readonly kind: 'unseen'; readonly reason: string }
  /** A reorg removed the block in which the purchase had arrived, and the chain does not show it again (yet). */
  | { readonly kind: 'gone'; readonly transactionHash: string }
  /** This service cannot look: a sale, another kind of chain, a coin that is not mapped, or an order without a transaction hash. */
  | { readonly kind: 'unreadable'; readonly reason: string };

/** Why this service, and not the provider, ended an order: the provider never knew it within a day, or said nothing for 30 days. */
export type RampOwnEnd = 'not-begun' | 'no-news';

export type RampOrderContext = {
  readonly terms: RampOrderTerms;
  readonly createdAtMs: number;
  /** Whether the provider finds an order by our reference, so that it can be asked before its own id is known. */
  readonly findsByReference: boolean;
  /** The provider's id of the order, from its checkout, a signed webhook or its own report; null until then. */
  readonly orderId: string | null;
  /** An id that an unsigned webhook named. It counts only once the provider's report of that order repeats our reference. */
  readonly namedOrderId: string | null;
  /** The provider's last report; null until the provider knows the order. */
  readonly report: RampReport | null;
  readonly arrival: RampArrival | null;
  /** When the provider first reported the order as completed; null before. */
  readonly completionSaidAtMs: number | null;
  /** Where the crypto of an exchange has to be sent; null when the provider did not say. */
  readonly depositAddress: string | null;
  readonly statusSinceMs: number;
  /** How often the status changed, or more became known of a completed order. Each is one notification at most. */
  readonly changes: number;
  readonly ownEnd: RampOwnEnd | null;
  /** Number of the current question to the provider. The answer to an earlier one is ignored. */
  readonly askNo: number;
  readonly isAsking: boolean;
  /** Whether a webhook came while a question was under way, so that its answer may already be old. */
  readonly mustAskAgain: boolean;
  readonly askedAtMs: number | null;
  readonly answeredAtMs: number | null;
  /** Why the last question failed; null after an answer. */
  readonly askFailure: string | null;
  /** Number of answers and failures since the status last changed. The pauses between questions grow with it. */
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
  /** A webhook names the order. `isProved`: the provider has signed it. */
  | Timed<{ readonly type: 'HINTED'; readonly orderId: string | null; readonly isProved: boolean }>
  /** An operator or a client wants the provider to be asked. */
  | Timed<{ readonly type: 'REFRESH' }>
  /** The provider's answer; `report` is null when it does not know the order. */
  | Timed<{
      readonly type: 'ANSWERED';
      readonly askNo: number;
      readonly report: RampReport | null;
      readonly arrival: RampArrival | null;
    }>
  /** The block in which a completed purchase had arrived is no longer part of its chain. */
  | Timed<{ readonly type: 'DELIVERY_GONE' }>
  | Timed<{ readonly type: 'ASK_FAILED'; readonly askNo: number; readonly reason: string }>
  | Timed<{ readonly type: 'TICK' }>
  /** An operator restored an older state: the provider is asked again. */
  | Timed<{ readonly type: 'RESTORED' }>;

export type AskParams = { readonly reference: string; readonly askNo: number };
/** What is told of a change. `was` is the status before it, the same as `status` when more became known of a completed order. */
export type TellParams = { readonly reference: string; readonly change: number; readonly status: RampStatus; readonly was: RampStatus };

/** A ramp order as its actor returns it. */
export type RampOrderReading = Omit<RampOrderContext, 'isAsking' | 'mustAskAgain' | 'quiet'> & {
  readonly status: RampStatus;
  readonly isAsking: boolean;
  readonly updatedAtMs: number;
};
