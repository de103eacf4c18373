import type { ListOldEnds, LookAgain } from '../../../market/deferred/watch-forks.ts';
import { pagesOf } from '../../../values/pages-of.ts';
import type { RampOrderReading } from '../../../values/ramp-order.ts';
import type { OrderActors } from './order-actors.ts';
import type { LookForArrival } from './read-arrival.ts';

/**
 * Creates the function that reads the delivery of a completed order again, because a reorg removed the block that showed the delivery. When
 * the chain cannot be read now, the function throws the errors of the chain.
 */
export function createRecheckDelivery(deps: {
  readonly orders: Pick<OrderActors, 'read' | 'deliveryGone' | 'refresh'>;
  readonly look: LookForArrival;
}): LookAgain {
  const { orders, look } = deps;
  return async ({ subject: reference }) => {
    const order = await orders.read(reference);
    if (order === null || !hasArrived(order) || order.report === null) return true;
    const { terms, report, arrival } = order;
    const now = await look(terms, report);
    if (now.kind === 'unseen') await orders.deliveryGone(reference);
    // The delivery is now in another block. If its amount has changed, the order is asked to refresh, and the provider's next answer makes
    // it store the new amount.
    else if (now.kind === 'arrived' && arrival?.kind === 'arrived' && now.amount !== arrival.amount) await orders.refresh(reference);
    return true;
  };
}

/** Lists the references of completed orders whose delivery was seen on a chain; see `ListOldEnds`. */
export function listDelivered(orders: Pick<OrderActors, 'list'>): ListOldEnds {
  return async (chainId, sinceMs, most) => {
    const found: string[] = [];
    for await (const page of pagesOf((after) => orders.list({ statuses: ['completed'], limit: 200, ...after }))) {
      const recent = page.orders.filter(({ createdAtMs }) => createdAtMs >= sinceMs);
      found.push(...recent.filter((order) => hasArrived(order) && order.terms.chainId === chainId).map(({ terms }) => terms.reference));
      // The list is sorted from the newest order to the oldest, so the search ends at the first order that was created before `sinceMs`.
      if (found.length >= most || recent.length < page.orders.length) break;
    }
    return found.slice(0, most);
  };
}

function hasArrived({ status, arrival }: RampOrderReading): boolean {
  return status === 'completed' && arrival?.kind === 'arrived';
}
