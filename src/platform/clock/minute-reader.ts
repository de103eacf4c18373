/** One tick of the schedule: the periodic signal, normally once a minute, at which actors are processed. */
export type MinuteTick = {
  /** Number of the tick's interval, counted from the Unix epoch. Intervals are minutes, unless the schedule is accelerated. */
  readonly minute: number;
  /** Time at which the tick fired, Unix milliseconds. */
  readonly atMs: number;
  /**
   * Number of intervals that passed without a tick since the previous tick: a tick took too long, the host was suspended, or the clock
   * jumped forwards. This tick makes up for all of them. It is 0 for the first tick, since the stored records cover the time before the
   * start.
   */
  readonly missed: number;
  /** How far the clock was set back since the previous tick, in milliseconds; 0 if it was not. */
  readonly wentBackMs: number;
};

/**
 * Converts firings of a timer to ticks, by comparing the clock with the previous firing. The timer alone is not enough, since it stops
 * while the host is suspended (bun#34564). For a second firing within one interval, returns null. After the clock was set back, ticks
 * continue at once and repeat some minute numbers, because waiting until the old time is reached again could take a day.
 */
export function createMinuteReader(everyMs: number): (nowMs: number) => MinuteTick | null {
  // A timer can fire a little early. Without this margin, a firing at second 59.99 would count for the previous minute.
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
