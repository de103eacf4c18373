import type { Bounds } from './verify/check-punctuality.ts';

const MINUTE_MS = 60_000;
/**
 * The longest time from a tick to the last transaction of its orders: a batch gathers for two seconds, and the machine is busy starting
 * nodes.
 */
export const WORK_MS = 10_000;
/** The longest lease of a dead node: the longest deadline of an effect, and two seconds. */
const LONGEST_LEASE_MS = 62_000;
/** The chain's clock counts whole seconds, and runs ahead when blocks come faster than that. */
const CHAIN_CLOCK_MS = 2_000;

/**
 * Returns the time limits of orders. With minutes of full length: one minute, after a tick and after an outage. Faster ticks do not shorten
 * the product's own times, so an order may then take longer on a busy machine, but less than work that waits for the lease of a dead node;
 * after an outage additionally as long as leases last.
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
