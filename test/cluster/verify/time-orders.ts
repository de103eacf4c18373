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
  /**
   * Times at which the position's orders were executed on chain, in order of execution. It is shorter than the number of orders when some
   * were not executed.
   */
  readonly executedAtMs: readonly number[];
  readonly cancelledAtMs: number | null;
};

/**
 * Lists every order of a position that became due, with the tick at which it should be executed. The service finds a new position at one
 * tick and executes its first order at the next tick.
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
