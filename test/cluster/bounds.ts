import type { Bounds } from './verify/check-punctuality.ts';

const MINUTE_MS = 60_000;
/**
 * Maximum time in milliseconds from a tick to the last transaction of its orders. A batch gathers for two seconds, and the machine is busy
 * starting nodes.
 */
export const WORK_MS = 10_000;
/** Maximum lease of a dead node in milliseconds: the maximum deadline of an effect plus two seconds. */
const LONGEST_LEASE_MS = 62_000;
/** The chain's clock counts whole seconds, and runs ahead when blocks come faster than that. */
const CHAIN_CLOCK_MS = 2_000;

/**
 * Returns the time limits of orders. With minutes of full length, the limit is one minute, after a tick and after an outage. Faster ticks
 * do not shorten the product's own times, so an order may then take longer on a busy machine, but less than work that waits for the lease
 * of a dead node. After an outage, the length of leases is added.
 */
export function boundsFor(tickMs: number): Bounds {
  const isFullLength = tickMs >= MINUTE_MS;
  const withinMs = isFullLength ? tickMs : Math.max(tickMs, LONGEST_LEASE_MS - CHAIN_CLOCK_MS);
  return {
    tickMs,
    withinMs: withinMs + CHAIN_CLOCK_MS,
    afterExcuseMs: (isFullLength ? tickMs : LONGEST_LEASE_MS + withinMs) + CHAIN_CLOCK_MS,
    echoMs: LONGEST_LEASE_MS,
  };
}
