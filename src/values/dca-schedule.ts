/**
 * Parameters from which a vault computes a position's order times. Slots are `intervalSec / frequency` apart, starting at the deposit.
 * Times are in unix seconds.
 */
export type DcaSchedule = {
  readonly depositTimeSec: number;
  readonly intervalSec: number;
  readonly frequency: number;
  /**
   * How many seconds after its slot an order may run so that at least half the spacing to the previous order remains. Absent for a vault of
   * the older version, which has no slots and spaces each order from the time at which the previous one ran.
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

/** Returns when a slot begins; the first slot is 0. */
function slotTime({ depositTimeSec, intervalSec, frequency }: DcaSchedule, slot: number): number {
  // Computed as bigint, because the product may exceed the largest safe integer.
  return depositTimeSec + Number((BigInt(slot) * BigInt(intervalSec)) / BigInt(frequency));
}

/** Returns the slot that began most recently; -1 before the deposit. */
function slotAt({ depositTimeSec, intervalSec, frequency }: DcaSchedule, timeSec: number): number {
  if (timeSec < depositTimeSec) return -1;
  return Number((BigInt(timeSec - depositTimeSec + 1) * BigInt(frequency) - 1n) / BigInt(intervalSec));
}
