import type { Bounds } from './verify/check-punctuality.ts';

const MINUTE_MS = 60_000;
/** From a tick to the last transaction of its orders: the batch gathers for two seconds, and the machine is busy starting nodes. */
export const WORK_MS = 10_000;
/** The longest that a dead node is believed to be at an effect: the longest deadline of one, and two seconds. */
const LONGEST_CLAIM_MS = 62_000;
/** The chain's clock counts whole seconds, and is ahead when blocks come faster than that. */
const CHAIN_CLOCK_MS = 2_000;

/**
 * With minutes of full length: one minute, after a tick and after an outage. Ticks that come faster do not make the product's own
 * times shorter, so then an order may take what it takes, and after an outage as long as claims last besides.
 */
export function boundsFor(tickMs: number): Bounds {
  const isFullLength = tickMs >= MINUTE_MS;
  const withinMs = isFullLength ? tickMs : Math.max(tickMs, 3 * WORK_MS);
  return {
    tickMs,
    withinMs: withinMs + CHAIN_CLOCK_MS,
    afterExcuseMs: (isFullLength ? tickMs : LONGEST_CLAIM_MS + withinMs) + CHAIN_CLOCK_MS,
    echoMs: LONGEST_CLAIM_MS,
  };
}
