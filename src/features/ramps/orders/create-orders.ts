import type { ChainAddress } from '../../../values/address.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { RampOrderReading } from '../../../values/ramp-order.ts';
import type { RampCheckout, RampTerms } from '../ramp-provider.ts';
import type { RegisteredRamp } from '../registry.ts';
import { rampOf } from '../registry.ts';
import { MOST_ORDER_ID, orderInputOf } from './give-hint.ts';
import type { OrderActors } from './order-actors.ts';

export type RampOrders = {
  /** Creates the order for a reference that was just assigned. */
  assigned(terms: RampTerms & { readonly createdAtMs: number }): Promise<void>;
  /** Records that the provider's checkout page for an order was opened, and creates the order if it does not exist. */
  opened(opening: { readonly terms: RampTerms & { readonly createdAtMs: number }; readonly checkout: RampCheckout }): Promise<void>;
  readonly list: OrderActors['list'];
  /**
   * Returns an order. @throws TerminalError `ramp-order-not-found` (404), also if `wallet` is set and the order belongs to another wallet
   */
  find(reference: string, wallet: ChainAddress | null): Promise<RampOrderReading>;
  /** Makes the order ask its provider for the status soon, and returns the order. @throws the errors of `find` */
  refresh(reference: string, wallet: ChainAddress | null): Promise<RampOrderReading>;
};

export function createRampOrders(deps: { readonly ramps: readonly RegisteredRamp[]; readonly orders: OrderActors }): RampOrders {
  const { ramps, orders } = deps;
  const create = (terms: RampTerms & { readonly createdAtMs: number }) => orders.create(orderInputOf(terms, rampOf(ramps, terms.provider)));

  async function find(reference: string, wallet: ChainAddress | null): Promise<RampOrderReading> {
    const found = await orders.read(reference.toLowerCase());
    if (found !== null && (wallet === null || found.terms.wallet === wallet)) return found;
    throw new TerminalError({ code: 'ramp-order-not-found', message: 'There is no ramp order with this reference.', status: 404 });
  }

  return {
    async assigned(terms) {
      await create(terms);
    },
    async opened({ terms, checkout }) {
      await create(terms);
      await orders.opened(terms.reference, { orderId: checkout.orderId?.slice(0, MOST_ORDER_ID) ?? null, depositAddress: null });
    },
    list: orders.list,
    find,
    async refresh(reference, wallet) {
      const { terms } = await find(reference, wallet);
      return await orders.refresh(terms.reference);
    },
  };
}
