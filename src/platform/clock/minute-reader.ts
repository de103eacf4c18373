/** One tick of the schedule: the periodic signal, normally once a minute, at which actors are processed. */
export type MinuteTick = {
  /** Number of the tick's interval, counted from the Unix epoch. Intervals are minutes, unless the schedule is accelerated. */
  readonly minute: number;
  /** Time at which the tick fired, Unix milliseconds. */
  readonly atMs: number;
  /**
   * Number of intervals without a tick since the previous tick, because a tick took too long, the host was suspended, or the clock jumped
   * forwards. This tick replaces the missed ones. For the first tick after a start it is 0, because actors that became due before the start
   * are found by their stored times.
   */
  readonly missed: number;
  /** How far the clock was set back since the previous tick, in milliseconds; 0 if it was not. */
  readonly wentBackMs: number;
};

/**
 * Converts the firings of a timer to ticks by comparing the clock with the previous firing. Counting the firings is not enough, because a
 * timer stops while the host is suspended (bun#34564). For a second firing within the same interval, returns null. When the clock was set
 * back, ticks continue immediately, and some minute numbers occur twice. Without this rule, there would be no ticks until the clock reaches
 * the old time again, perhaps for a day.
 */
export function createMinuteReader(everyMs: number): (nowMs: number) => MinuteTick | null {
  // A timer can fire a little early. Without this margin, a firing 10 ms before the end of a minute would count for that minute, and not
  // for the next one.
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
