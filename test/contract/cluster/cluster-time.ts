export const EVERY_MS = 60_000;
export const MINUTE = 29_000_000;
/** Ten seconds after the minute began. */
export const duringMinute = () => MINUTE * EVERY_MS + 10_000;
