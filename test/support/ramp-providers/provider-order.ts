import type { RampName } from '../../../src/features/ramps/ramp-provider.ts';
import type { RampSide, RampStatus } from '../../../src/values/ramp-status.ts';

/** An order at a stand-in provider. */
export type ProviderOrder = {
  readonly orderId: string;
  readonly reference: string;
  readonly side: RampSide;
  status: RampStatus;
};

/** A webhook as the provider sends it to the path of our API. */
export type ProviderWebhook = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** The orders that a stand-in provider has. */
export type ProviderBook = {
  add(reference: string, side: RampSide, status: RampStatus): ProviderOrder;
  byId(orderId: string): ProviderOrder | undefined;
  all(): readonly ProviderOrder[];
};

/** A server's part that behaves like one provider's API: its own words, its own signatures. */
export type StandInProvider = {
  readonly name: RampName;
  /** The provider's words for the normal forms of an order's status that it has. */
  readonly words: Readonly<Partial<Record<RampStatus, string>>>;
  /** The coin and the currency that can be ordered, from the provider's recorded catalogue. */
  readonly orders: {
    readonly crypto: string;
    readonly network: string;
    readonly fiat: string;
    readonly amount: string;
    readonly method: string;
    /** Whether an order begins on an open page with our reference, or in a session or order that the provider makes. */
    readonly opens: 'page' | 'checkout';
  };
  /** Answers a request to the provider's API, except for its catalogue; null when it has no such path. */
  answer(request: { readonly method: string; readonly url: URL; readonly headers: Headers; readonly body: string }): Response | null;
  webhook(order: ProviderOrder): ProviderWebhook;
};

export function createBook(prefix: string, first: number): ProviderBook {
  const orders = new Map<string, ProviderOrder>();
  return {
    add(reference, side, status) {
      const order = { orderId: `${prefix}${first + orders.size}`, reference, side, status };
      orders.set(order.orderId, order);
      return order;
    },
    byId: (orderId) => orders.get(orderId),
    all: () => [...orders.values()],
  };
}
