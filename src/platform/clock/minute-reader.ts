/** What one firing of the schedule hands over. */
export type MinuteTick = {
  /** Number of the interval since the epoch: minutes, unless the schedule is accelerated. */
  readonly minute: number;
  /** The clock when it fired, Unix milliseconds. */
  readonly atMs: number;
  /**
   * Intervals since the previous tick in which nothing fired: the tick before overran, the host was suspended, or the clock
   * jumped forwards. One tick makes up for all of them. 0 on the first tick: what happened before the start is in the records.
   */
  readonly missed: number;
  /** How far the clock went back since the previous tick, in milliseconds; 0 if it did not. */
  readonly wentBackMs: number;
};

/**
 * Turns firings into ticks by comparing the clock with the previous firing (timers alone cannot tell: bun#34564, they stop
 * while the host is suspended). A second firing within one interval gives null. After the clock went back ticks go on at
 * once, with minutes that were seen before: waiting for the old time could take a day.
 */
export function createMinuteReader(everyMs: number): (nowMs: number) => MinuteTick | null {
  // Timers may fire a little early; without the margin second 59.99 would count as the minute before.
  const marginMs = Math.min(500, everyMs / 4);
  let last: { minute: number; atMs: number } | null = null;
  return (nowMs) => {
    const minute = Math.floor((nowMs + marginMs) / everyMs);
    const wentBackMs = last !== null && nowMs < last.atMs ? last.atMs - nowMs : 0;
    if (last !== null && minute === last.minute) return null;
    const missed = last === null ? 0 : Math.max(0, minute - last.minute - 1);
    last = { minute, atMs: nowMs };
    return { minute, atMs: nowMs, missed, wentBackMs };
  };
}
