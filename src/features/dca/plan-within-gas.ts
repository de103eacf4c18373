import type { GasRules } from '../../market/gas/gas-rules.ts';
import type { IsAmongOldest } from '../../market/gas/oldest-open.ts';
import type { OrderRequest, OrderSkipKind, PlannedOrder, PlanOrder } from './plan-order.ts';

/** A request for an order, together with the record to which the order's gas is charged. */
export type KeyedOrderRequest = OrderRequest & { readonly recordId: string; readonly itemKey: string };
export type PlanKeyedOrder = (request: KeyedOrderRequest) => Promise<PlannedOrder>;

/**
 * Plans orders only for each wallet's oldest positions, up to a limit. Skips an order that is worth less than its gas costs, or that
 * exceeds the day's gas budget.
 */
export function createPlanWithinGas(deps: {
  planOrder: PlanOrder;
  gas: Pick<GasRules, 'admit'>;
  isAmongOldest: IsAmongOldest;
}): PlanKeyedOrder {
  const { planOrder, gas, isAmongOldest } = deps;
  return async (request) => {
    const planned = await plan(request);
    return planned.kind === 'planned' ? planned : { ...planned, parksForMinutes: PARKS_FOR_MINUTES[planned.skip] };
  };

  async function plan({ recordId, itemKey, ...request }: KeyedOrderRequest): Promise<PlannedOrder> {
    const { chainId, wallet } = request;
    if (!(await isAmongOldest(wallet, recordId))) {
      const detail =
        'This wallet has more open positions than the service executes for one wallet. This position waits until an older position has ended.';
      return { kind: 'skipped', skip: 'too-many-positions', detail };
    }
    const planned = await planOrder({ ...request, recordId });
    if (planned.kind === 'skipped') return planned;
    const refusal = await gas.admit({
      ...{ chainId, wallet, subject: recordId, key: itemKey, worthUsd: planned.worthUsd, isExit: false },
      gas: planned.cost.gas,
      otherFees: planned.cost.dataFees?.wei,
    });
    if (refusal === null) return planned;
    return { kind: 'skipped', skip: refusal.kind, detail: refusal.detail, untilMs: refusal.untilMs };
  }
}

/** Maximum pause in minutes before the next attempt at an order that is skipped repeatedly, by the reason of the skips. */
const PARKS_FOR_MINUTES: Readonly<Partial<Record<OrderSkipKind, number>>> = {
  // The conditions behind the next two reasons can end within hours, because gas prices fall and older positions end. So the maximum pauses
  // are short.
  'not-worth-gas': 60,
  'too-many-positions': 60,
  'token-not-listed': 1_440,
  'order-below-minimum': 1_440,
  'no-price': 1_440,
  'no-route': 1_440,
  'chain-not-supported': 1_440,
  'no-reference-price': 1_440,
  'fee-on-transfer': 1_440,
  'inexact-transfer': 1_440,
  'gas-too-high': 1_440,
  'probe-failed': 1_440,
};
