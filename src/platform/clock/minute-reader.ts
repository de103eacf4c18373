/** One tick of the schedule. */
export type MinuteTick = {
  /** The number of the interval since the Unix epoch. Intervals are minutes, unless the schedule is accelerated. */
  readonly minute: number;
  /** Time at which the tick fired, Unix milliseconds. */
  readonly atMs: number;
  /**
   * Number of intervals without a tick since the previous tick: a tick took too long, the host was suspended, or the clock jumped forwards.
   * This tick makes up for all of them. 0 on the first tick, since the stored records cover the time before the start.
   */
  readonly missed: number;
  /** How far the clock was set back since the previous tick, in milliseconds; 0 if it was not. */
  readonly wentBackMs: number;
};

/**
 * Converts timer firings to ticks by comparing the clock with the previous firing. Timers alone are not enough, since they stop while the
 * host is suspended (bun#34564). A second firing within one interval returns null. After the clock was set back, ticks continue at once
 * with repeated minutes, because waiting for the old time could take a day.
 */
export function createMinuteReader(everyMs: number): (nowMs: number) => MinuteTick | null {
  // Timers may fire a little early. Without the margin, second 59.99 would count as the previous minute.
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
