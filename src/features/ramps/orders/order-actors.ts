import type { ChainAddress } from '../../../values/address.ts';
import type { RampOrderInput, RampOrderReading } from '../../../values/ramp-order.ts';
import type { RampStatus } from '../../../values/ramp-status.ts';

export type OrderPage = { readonly orders: readonly RampOrderReading[]; readonly cursor: string | null };

/** Access to the actors of ramp orders. */
export type OrderActors = {
  /** Creates an order. Returns the existing order when the reference already has one. */
  create(input: RampOrderInput): Promise<RampOrderReading>;
  read(reference: string): Promise<RampOrderReading | null>;
  /** Returns the provider of an order, which never changes; null when no order has this reference. */
  providerOf(reference: string): Promise<string | null>;
  /** Finds an order by the provider's own order id; null when no order has this id. */
  byOrderId(provider: string, orderId: string): Promise<RampOrderReading | null>;
  opened(
    reference: string,
    opening: { readonly orderId: string | null; readonly depositAddress: string | null },
  ): Promise<RampOrderReading>;
  /**
   * Notifies an order that a webhook about it has arrived.
   * @param hint.eventId the same for a webhook that is delivered twice; null for an unsigned webhook, so that an unsigned webhook cannot
   * make a genuine one look like a repetition
   */
  hinted(
    reference: string,
    hint: { readonly orderId: string | null; readonly isProved: boolean; readonly eventId: string | null },
  ): Promise<void>;
  refresh(reference: string): Promise<RampOrderReading>;
  /** Records that a reorg removed the block in which the crypto of a completed order had arrived. */
  deliveryGone(reference: string): Promise<void>;
  /** Lists ramp orders, newest first. */
  list(query: {
    readonly wallet?: ChainAddress | undefined;
    readonly provider?: string | undefined;
    readonly statuses?: readonly RampStatus[] | undefined;
    readonly limit: number;
    readonly cursor?: string | undefined;
  }): Promise<OrderPage>;
};
