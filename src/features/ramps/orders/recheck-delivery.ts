import type { ListOldEnds } from '../../../market/deferred/watch-forks.ts';
import type { RampOrderReading } from '../../../values/ramp-order.ts';
import type { OrderActors } from './order-actors.ts';
import type { LookForArrival } from './read-arrival.ts';

/**
 * Reads the delivery of a completed order again, because the block that showed it is no longer part of its chain.
 * @throws the errors of the chain, when it cannot be read now
 */
export type RecheckDelivery = (reference: string) => Promise<void>;

export function createRecheckDelivery(deps: {
  readonly orders: Pick<OrderActors, 'read' | 'deliveryGone' | 'refresh'>;
  readonly look: LookForArrival;
}): RecheckDelivery {
  const { orders, look } = deps;
  return async (reference) => {
    const order = await orders.read(reference);
    if (order === null || !hasArrived(order) || order.report === null) return;
    const { terms, report, arrival } = order;
    const now = await look(terms, report);
    if (now.kind === 'unseen') await orders.deliveryGone(reference);
    // The delivery is now in another block. If its amount is different, the order takes the new amount over with the provider's next
    // answer.
    else if (now.kind === 'arrived' && arrival?.kind === 'arrived' && now.amount !== arrival.amount) await orders.refresh(reference);
  };
}

/** Lists the references of completed orders whose delivery was seen on a chain; see `ListOldEnds`. */
export function listDelivered(orders: Pick<OrderActors, 'list'>): ListOldEnds {
  return async (chainId, sinceMs, most) => {
    const found: string[] = [];
    let cursor: string | null | undefined;
    while (cursor !== null && found.length < most) {
      const page = await orders.list({ statuses: ['completed'], limit: 200, ...(cursor === undefined ? {} : { cursor }) });
      const recent = page.orders.filter(({ createdAtMs }) => createdAtMs >= sinceMs);
      found.push(...recent.filter((order) => hasArrived(order) && order.terms.chainId === chainId).map(({ terms }) => terms.reference));
      // The list begins with the newest order, so an older order ends the search.
      cursor = recent.length < page.orders.length ? null : page.cursor;
    }
    return found.slice(0, most);
  };
}

function hasArrived({ status, arrival }: RampOrderReading): boolean {
  return status === 'completed' && arrival?.kind === 'arrived';
}
