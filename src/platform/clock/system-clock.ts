import type { Clock } from '../../values/clock.ts';

/** The clock of the machine on which the service runs. */
export const systemClock: Clock = { now: () => Date.now() };
