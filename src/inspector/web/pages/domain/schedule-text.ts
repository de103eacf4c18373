import type { DcaOrderNote } from '../../../../values/inspection/actor-details.ts';

export type OrderState = DcaOrderNote['state'];

export const ORDER_WORDS: Readonly<Record<OrderState, string>> = {
  done: 'done',
  'under-way': 'under way',
  next: 'next',
  late: 'late',
  planned: 'planned',
};

/** States in the order in which they matter to who looks. */
export const ORDER_STATES: readonly OrderState[] = ['done', 'under-way', 'next', 'late', 'planned'];

/** How many orders are in each state, of those that are shown. */
export function countByState(orders: readonly DcaOrderNote[]): ReadonlyMap<OrderState, number> {
  const counts = new Map<OrderState, number>();
  for (const { state } of orders) counts.set(state, (counts.get(state) ?? 0) + 1);
  return counts;
}

export type ScheduleRun = {
  readonly orders: readonly DcaOrderNote[] /** Orders that are left out before these. */;
  readonly skipped: number;
};

/** The shown orders in stretches without a gap. */
export function runsOf(orders: readonly DcaOrderNote[]): readonly ScheduleRun[] {
  const runs: { orders: DcaOrderNote[]; skipped: number }[] = [];
  for (const order of orders) {
    const run = runs.at(-1);
    const last = run?.orders.at(-1);
    if (run !== undefined && last !== undefined && order.index === last.index + 1) run.orders.push(order);
    else runs.push({ orders: [order], skipped: order.index - (last === undefined ? 0 : last.index + 1) });
  }
  return runs;
}

/** Rows that a table begins with: around the order that is next. */
export function tellingOrders(orders: readonly DcaOrderNote[], most: number): readonly DcaOrderNote[] {
  if (orders.length <= most) return orders;
  const next = orders.findIndex(({ state }) => state !== 'done');
  const middle = next < 0 ? orders.length : next;
  const from = Math.max(0, Math.min(orders.length - most, middle - Math.floor(most / 2)));
  return orders.slice(from, from + most);
}
