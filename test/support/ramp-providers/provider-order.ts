import type { RampName } from '../../../src/features/ramps/ramp-provider.ts';
import type { RampSide, RampStatus } from '../../../src/values/ramp-status.ts';

/** An order at a stand-in provider. */
export type ProviderOrder = {
  readonly orderId: string;
  readonly reference: string;
  readonly side: RampSide;
  status: RampStatus;
};

/** A webhook that a stand-in provider sends to a path of our API. */
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

/** A part of a test server that behaves like the API of one provider, with the provider's own status words and signatures. */
export type StandInProvider = {
  readonly name: RampName;
  /** The provider's own word for each status of an order that the provider has. */
  readonly words: Readonly<Partial<Record<RampStatus, string>>>;
  /** The coin and the currency that a test can order, from the provider's recorded catalogue. */
  readonly orders: {
    readonly crypto: string;
    readonly network: string;
    readonly fiat: string;
    readonly amount: string;
    readonly method: string;
    /** Whether an order begins on a public page with our reference, or in a session or order that the provider creates. */
    readonly opens: 'page' | 'checkout';
  };
  /** Answers a request to the provider's API, except for its catalogue. Returns null when the API has no such path. */
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
