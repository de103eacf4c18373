/** One tick of the schedule. */
export type MinuteTick = {
  /** The number of the interval since the epoch: minutes, unless the schedule is accelerated. */
  readonly minute: number;
  /** The time at which it fired, Unix milliseconds. */
  readonly atMs: number;
  /**
   * Intervals without a tick since the previous one: a tick took too long, the host was suspended, or the clock jumped forwards. One
   * tick makes up for all of them. 0 on the first tick, since the records have everything before the start.
   */
  readonly missed: number;
  /** How far the clock went back since the previous tick, in milliseconds; 0 if it did not. */
  readonly wentBackMs: number;
};

/**
 * Converts timer firings to ticks by comparing the clock with the previous firing (timers alone are not enough: bun#34564, they stop
 * while the host is suspended). A second firing within one interval gives null. After the clock went back, ticks go on at once with
 * repeated minutes: waiting for the old time could take a day.
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
