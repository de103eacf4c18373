/** A UTC day, ms. */
export const DAY_MS = 86_400_000;

/** The number of a UTC day since 1 January 1970. @param atMs UTC ms */
export function utcDayOf(atMs: number): number {
  return Math.floor(atMs / DAY_MS);
}
