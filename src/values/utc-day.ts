/** Length of a UTC day in ms. */
export const DAY_MS = 86_400_000;

/** Returns the number of UTC days since 1 January 1970. @param atMs UTC ms */
export function utcDayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
