/** Length of a day in seconds. */
export const DAY_SEC = 86_400;
/** Length of a day's text, such as `2026-12-31`. A moment is longer. */
const DAY_LENGTH = 10;

/**
 * Returns the number of purchases of a plan; null when the message states neither the number nor an end from which the number can be
 * computed.
 */
export function ordersOf(
  { count, until, intervalSeconds }: { readonly count?: number; readonly until?: string; readonly intervalSeconds?: number },
  nowMs: number,
): number | null {
  if (count !== undefined) return count;
  const endMs = until === undefined ? Number.NaN : endMsOf(until, nowMs);
  if (Number.isNaN(endMs) || intervalSeconds === undefined) return null;
  return Math.floor((endMs - nowMs) / 1_000 / intervalSeconds);
}

/** Returns the UTC ms at which an end lies; NaN for a text that is no time. A day that has begun already ends at midnight. */
export function endMsOf(until: string, nowMs: number): number {
  const startMs = Date.parse(until);
  return until.length === DAY_LENGTH && startMs <= nowMs ? startMs + DAY_SEC * 1_000 : startMs;
}

/** Formats a duration in words, such as `day`, `2 weeks` or `36 hours`. */
export function spanText(seconds: number): string {
  const units = [
    ['week', 7 * DAY_SEC],
    ['day', DAY_SEC],
    ['hour', 3_600],
    ['minute', 60],
    ['second', 1],
  ] as const;
  for (const [name, size] of units) {
    if (seconds % size !== 0) continue;
    const count = seconds / size;
    return count === 1 ? name : `${count} ${name}s`;
  }
  return `${seconds} seconds`;
}

export function timeFrameOf(seconds: number): string {
  return `every ${spanText(seconds)}`;
}
