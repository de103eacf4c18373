import type { RampSide, RampStatus } from '../../values/ramp-status.ts';

/** An order as the ramp provider reports it. */
export type RampOrderReport = {
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly status: RampStatus;
  /** The provider's own word or number for the order's status. */
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
  /** The refunded amount when only a part was refunded, as decimal text in the paid currency. */
  readonly refundedAmount: string | null;
  /** The provider's explanation of a failure or a hold, for people. */
  readonly message: string | null;
};

/** The order whose status is requested. At least one of the two ids is known; `traits.findsBy` states which ids the provider accepts. */
export type OrderQuery = { readonly reference: string | null; readonly orderId: string | null; readonly side: RampSide };

/** A webhook request exactly as it arrived. */
export type WebhookDelivery = {
  readonly method: 'GET' | 'POST';
  /** Path and query of this service's route as the provider called it. */
  readonly pathAndQuery: string;
  readonly headers: Headers;
  readonly body: Uint8Array;
  /** IP address from which the webhook was sent; null when it is not known. */
  readonly sender: string | null;
};

/** What a webhook states about an order. It is not trusted: this service then reads the order's status from the provider itself. */
export type WebhookHint = {
  readonly orderId: string | null;
  readonly reference: string | null;
  readonly side: RampSide | null;
  readonly providerStatus: string | null;
  /** Id of the event that the webhook reports. A webhook that is delivered twice has the same id. */
  readonly eventId: string;
  /** False when the provider does not sign its webhooks, so that anybody may have sent the webhook. */
  readonly isProved: boolean;
};
