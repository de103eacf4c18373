import type { StrangersActors } from '../../../module/forget-strangers.ts';
import type { ActorStore } from '../../../runtime/record/actor-store.ts';
import { DAY_MS } from '../../../values/utc-day.ts';

/** The statuses of ramp orders whose payment no provider has reported. Anybody can create such orders. */
const UNPAID = ['created', 'awaiting-payment', 'paying', 'expired', 'cancelled', 'failed', 'unknown'];
/** How long an unpaid order is kept after its last change, in ms. A webhook that arrives a week late must still find the order. */
const KEPT_MS = 30 * DAY_MS;
const MOST = 50_000;

/**
 * Limits the number of stored orders that nobody has paid. An order that was paid and failed later is stored in the same way, so the limit
 * may also remove such an order.
 */
export function orderStrangers(type: string, { store }: { readonly store: Pick<ActorStore, 'count'> }): StrangersActors {
  return {
    ...{ type, statuses: UNPAID, isListExact: false, keptMs: KEPT_MS, most: MOST },
    isUnproved: ({ snapshot }) => snapshot.context.completionSaidAtMs === null,
    sinceMs: ({ updatedAtMs }) => updatedAtMs,
    count: () => store.count({ type, statuses: UNPAID }),
    letGo: async ({ record }) => record.snapshot.context.completionSaidAtMs === null,
  };
}
