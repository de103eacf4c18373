/**
 * What a vault reckons a position's order times with: slots `intervalSec / frequency` apart, counted from the deposit. Times in unix
 * seconds.
 */
export type DcaSchedule = {
  readonly depositTimeSec: number;
  readonly intervalSec: number;
  readonly frequency: number;
  /**
   * How long after its slot an order may have to wait to be half the spacing away from the one before it. Missing: a vault of the version
   * before, which knows no slots, and spaces each order from the one before it, whenever that ran.
   */
  readonly slotPatienceSec?: number | undefined;
};

/** When the order is due that comes after one that was due at `dueSec` and ran at `ranAtSec`, as `DcaVault` reckons. */
export function orderTimeAfter(schedule: DcaSchedule, dueSec: number, ranAtSec: number): number {
  const spacingSec = Math.floor(schedule.intervalSec / schedule.frequency);
  if (schedule.slotPatienceSec === undefined) return ranAtSec + spacingSec;
  const earliestSec = ranAtSec + Math.ceil(spacingSec / 2);
  const leftOutSec = earliestSec - Math.min(spacingSec, schedule.slotPatienceSec);
  const slot = Math.max(slotAt(schedule, dueSec), slotAt(schedule, leftOutSec)) + 1;
  return Math.max(slotTime(schedule, slot), earliestSec);
}

/** When a slot begins; the first is slot 0. */
function slotTime({ depositTimeSec, intervalSec, frequency }: DcaSchedule, slot: number): number {
  // The product may have more digits than a number holds.
  return depositTimeSec + Number((BigInt(slot) * BigInt(intervalSec)) / BigInt(frequency));
}

/** The slot that began last; -1 before the deposit. */
function slotAt({ depositTimeSec, intervalSec, frequency }: DcaSchedule, timeSec: number): number {
  if (timeSec < depositTimeSec) return -1;
  return Number((BigInt(timeSec - depositTimeSec + 1) * BigInt(frequency) - 1n) / BigInt(intervalSec));
}
