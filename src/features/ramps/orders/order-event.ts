import type { WalletEvent } from '../../../module/wallet-event.ts';
import type { OrderActors } from './order-actors.ts';
import { presentOrder } from './present-order.ts';

/** Declares the events that the wallet of a ramp order receives. @param type the actor type of ramp orders */
export function orderEvent(type: string, { orders }: { readonly orders: Pick<OrderActors, 'read'> }): WalletEvent {
  return {
    ...{ name: 'payment', type },
    async read(key) {
      const found = await orders.read(key);
      return found === null ? null : { wallet: found.terms.wallet, record: presentOrder(found) };
    },
  };
}
