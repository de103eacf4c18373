export const EVERY_MS = 60_000;
export const MINUTE = 29_000_000;
/** Returns the time ten seconds after the beginning of the given minute. */
export const duringMinute = () => MINUTE * EVERY_MS + 10_000;
