/**
 * Parameters from which a vault computes the times of a position's orders. Slots (scheduled times) are `intervalSec / frequency` apart and
 * start at the deposit. Times are in unix seconds.
 */
export type DcaSchedule = {
  readonly depositTimeSec: number;
  readonly intervalSec: number;
  readonly frequency: number;
  /**
   * Seconds after its scheduled time during which an order can still be executed. The limit keeps at least half of the usual time between
   * two orders. Missing for an older version of the vault, which computes each order's time from the time at which the previous order was
   * executed.
   */
  readonly slotPatienceSec?: number | undefined;
};

/**
 * Returns when the next order is due, after an order that was due at `dueSec` and executed at `ranAtSec`. The contract `DcaVault` computes
 * the same time.
 */
export function orderTimeAfter(schedule: DcaSchedule, dueSec: number, ranAtSec: number): number {
  const spacingSec = Math.floor(schedule.intervalSec / schedule.frequency);
  if (schedule.slotPatienceSec === undefined) return ranAtSec + spacingSec;
  const earliestSec = ranAtSec + Math.ceil(spacingSec / 2);
  const leftOutSec = earliestSec - Math.min(spacingSec, schedule.slotPatienceSec);
  const slot = Math.max(slotAt(schedule, dueSec), slotAt(schedule, leftOutSec)) + 1;
  return Math.max(slotTime(schedule, slot), earliestSec);
}

/** Returns the time of a slot (a scheduled order time); the first slot has number 0. */
function slotTime({ depositTimeSec, intervalSec, frequency }: DcaSchedule, slot: number): number {
  // The product is computed as bigint, because it may exceed the largest safe integer.
  return depositTimeSec + Number((BigInt(slot) * BigInt(intervalSec)) / BigInt(frequency));
}

/** Returns the number of the latest slot that has begun at the time `timeSec`; -1 before the deposit. */
function slotAt({ depositTimeSec, intervalSec, frequency }: DcaSchedule, timeSec: number): number {
  if (timeSec < depositTimeSec) return -1;
  return Number((BigInt(timeSec - depositTimeSec + 1) * BigInt(frequency) - 1n) / BigInt(intervalSec));
}
