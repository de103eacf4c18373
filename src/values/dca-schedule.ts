/**
 * Parameters from which a vault computes the times of a position's orders. Slots (scheduled times) are `intervalSec / frequency` apart and
 * start at the deposit. Times are in unix seconds.
 */
export type DcaSchedule = {
  readonly depositTimeSec: number;
  readonly intervalSec: number;
  readonly frequency: number;
  /**
   * Number of seconds after its slot (scheduled time) for which an order can still be executed, so that at least half of the usual time to
   * the previous order remains. Missing for a vault of the older version, which has no slots and counts from the time at which the previous
   * order ran.
   */
  readonly slotPatienceSec?: number | undefined;
};

/** Returns when the next order is due after an order that was due at `dueSec` and ran at `ranAtSec`, as `DcaVault` computes it. */
export function orderTimeAfter(schedule: DcaSchedule, dueSec: number, ranAtSec: number): number {
  const spacingSec = Math.floor(schedule.intervalSec / schedule.frequency);
  if (schedule.slotPatienceSec === undefined) return ranAtSec + spacingSec;
  const earliestSec = ranAtSec + Math.ceil(spacingSec / 2);
  const leftOutSec = earliestSec - Math.min(spacingSec, schedule.slotPatienceSec);
  const slot = Math.max(slotAt(schedule, dueSec), slotAt(schedule, leftOutSec)) + 1;
  return Math.max(slotTime(schedule, slot), earliestSec);
}

/** Returns the time at which a slot begins; the first slot has number 0. */
function slotTime({ depositTimeSec, intervalSec, frequency }: DcaSchedule, slot: number): number {
  // The product is computed as bigint, because it may exceed the largest safe integer.
  return depositTimeSec + Number((BigInt(slot) * BigInt(intervalSec)) / BigInt(frequency));
}

/** Returns the number of the slot that began most recently; -1 before the deposit. */
function slotAt({ depositTimeSec, intervalSec, frequency }: DcaSchedule, timeSec: number): number {
  if (timeSec < depositTimeSec) return -1;
  return Number((BigInt(timeSec - depositTimeSec + 1) * BigInt(frequency) - 1n) / BigInt(intervalSec));
}
