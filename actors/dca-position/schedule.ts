import { type DcaSchedule, orderTimeAfter } from '../../src/values/dca-schedule.ts';
import type { Hash } from '../../src/values/hash.ts';
import type { AmountOf } from '../../src/values/inspection/actor-details.ts';

/** A position's progress in its order schedule. All times are in UTC ms. */
export type DcaPlan = {
  readonly processed: number;
  readonly schedule: DcaSchedule;
  /** When the next order is due (UTC ms). Null when the position is complete or cancelled, or when the due time is unknown. */
  readonly nextAtMs: number | null;
  readonly isUnderWay: boolean;
  readonly isCancelled: boolean;
};

export type OrderNote = {
  readonly index: number;
  readonly dueAtMs: number;
  readonly state: 'done' | 'under-way' | 'next' | 'late' | 'planned';
  readonly fill: OrderFill | null;
};

/** The result of an executed order: when it ran, what was paid and received, and its transaction. */
export type OrderFill = { readonly atMs: number; readonly given: AmountOf; readonly got: AmountOf; readonly txHash: Hash };

/** How many of a position's first orders are displayed. A position may have thousands of orders. */
const FIRST_SHOWN = 200;
/** How many of a position's orders before its next order the inspector displays. */
const SHOWN_BEFORE_NEXT = 50;
/** How many of a position's orders the inspector displays, beginning with the next order. */
const SHOWN_FROM_NEXT = 100;
/**
 * How long an order can be overdue, in ms, before the inspector shows it as late. Ticks come once a minute, and executing an order takes
 * some seconds.
 */
const LATE_AFTER_MS = 150_000;

/** Lists a position's orders with their states: executed, in progress, next, late or planned. */
export function dcaSchedule(
  { plan, total }: { readonly plan: DcaPlan; readonly total: number },
  fills: ReadonlyMap<number, OrderFill>,
  nowMs: number,
): readonly OrderNote[] {
  const indexes = shownIndexes(plan, total);
  const dueTimes = dueTimesOf(plan, indexes.at(-1) ?? 0, nowMs);
  return indexes.map((index) => {
    const fill = fills.get(index) ?? null;
    const dueAtMs = dueTimes.get(index) ?? fill?.atMs ?? slotMs(plan, index);
    return { index, dueAtMs, state: stateOf(plan, index, dueAtMs, nowMs), fill };
  });
}

/** Returns the indexes of the orders that the inspector shows, in ascending order. */
export function shownIndexes({ processed, isCancelled }: DcaPlan, total: number): readonly number[] {
  const end = isCancelled ? Math.min(processed, total) : total;
  const nearFrom = Math.max(FIRST_SHOWN, processed - SHOWN_BEFORE_NEXT);
  const indexes: number[] = [];
  for (let index = 0; index < Math.min(FIRST_SHOWN, end); index += 1) indexes.push(index);
  for (let index = nearFrom; index < Math.min(processed + SHOWN_FROM_NEXT, end); index += 1) indexes.push(index);
  return indexes;
}

function stateOf({ processed, isUnderWay }: DcaPlan, index: number, dueAtMs: number, nowMs: number): OrderNote['state'] {
  if (index < processed) return 'done';
  if (index > processed) return 'planned';
  if (isUnderWay) return 'under-way';
  return nowMs - dueAtMs > LATE_AFTER_MS ? 'late' : 'next';
}

/**
 * Computes when the remaining orders are due, by the same rule as the vault: an order whose time has passed is due now, and every later
 * order is due at its scheduled time.
 */
function dueTimesOf(plan: DcaPlan, last: number, nowMs: number): ReadonlyMap<number, number> {
  const times = new Map<number, number>();
  let dueAtMs = plan.nextAtMs ?? slotMs(plan, plan.processed);
  for (let index = plan.processed; index <= last; index += 1) {
    times.set(index, dueAtMs);
    dueAtMs = orderTimeAfter(plan.schedule, dueAtMs / 1_000, Math.max(dueAtMs / 1_000, Math.floor(nowMs / 1_000))) * 1_000;
  }
  return times;
}

function slotMs({ schedule: { depositTimeSec, intervalSec, frequency } }: DcaPlan, index: number): number {
  return (depositTimeSec + Math.floor((index * intervalSec) / frequency)) * 1_000;
}
