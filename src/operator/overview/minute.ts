export const MINUTE_MS = 60_000;

/** Returns the start of the minute that contains a time. */
export function minuteOf(atMs: number): number {
  return Math.floor(atMs / MINUTE_MS) * MINUTE_MS;
}
