import type { Clock } from '../../values/clock.ts';

/** The host's clock. */
export const systemClock: Clock = { now: () => Date.now() };
