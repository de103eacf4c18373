import type { RampSide, RampStatus } from '../../values/ramp-status.ts';

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
