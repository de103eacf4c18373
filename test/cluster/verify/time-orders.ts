import { orderTimeAfter } from '../../../src/values/dca-schedule.ts';
import { type TimedOrder, tickAtOrAfter } from './check-punctuality.ts';

/** The times of a position's orders on chain, in UTC milliseconds of the chain. */
export type PositionTimes = {
  readonly name: string;
  readonly openedAtMs: number;
  /** Length of the position's whole time window, in seconds. */
  readonly intervalSec: number;
  readonly frequency: number;
  readonly slotPatienceSec: number;
  /** Times at which the orders were executed, in order. An order that was not executed has no entry. */
  readonly executedAtMs: readonly number[];
  readonly cancelledAtMs: number | null;
};

/**
 * Lists every order that became due, with the tick at which it should be executed. The first order belongs to the tick after the one at
 * which the service finds the position on chain.
 */
export function timeOrders({ name, ...times }: PositionTimes, tickMs: number): TimedOrder[] {
  const { openedAtMs, frequency, executedAtMs, cancelledAtMs } = times;
  const schedule = { ...times, depositTimeSec: openedAtMs / 1_000 };
  const orders: TimedOrder[] = [];
  let dueAtMs = openedAtMs;
  for (let index = 0; index < frequency; index += 1) {
    const doneAtMs = executedAtMs[index] ?? null;
    const withdrawnAtMs = doneAtMs === null ? cancelledAtMs : null;
    orders.push({
      name: `order ${index} of ${name}`,
      tickAtMs: tickAtOrAfter(index === 0 ? dueAtMs + tickMs : dueAtMs, tickMs),
      doneAtMs,
      withdrawnAtMs,
    });
    if (doneAtMs === null) break;
    dueAtMs = orderTimeAfter(schedule, dueAtMs / 1_000, doneAtMs / 1_000) * 1_000;
  }
  return orders;
}
