import type { Bounds } from './verify/check-punctuality.ts';

const MINUTE_MS = 60_000;
/**
 * Maximum time in milliseconds from a tick until the last transaction of its orders is on chain. The service collects a batch for two
 * seconds, and the test machine is busy starting nodes.
 */
export const WORK_MS = 10_000;
/** Maximum time in milliseconds for which a dead node's lease of an effect lasts: the maximum deadline of an effect plus two seconds. */
const LONGEST_LEASE_MS = 62_000;
/**
 * Tolerance in milliseconds for the chain's clock, which counts whole seconds, and runs ahead when blocks are mined faster than one per
 * second.
 */
const CHAIN_CLOCK_MS = 2_000;

/**
 * Returns the time limits for the execution of orders. With ticks every minute, an order must be executed within one minute of its tick, or
 * of the end of an outage. With faster ticks the limit is longer than the interval, because the product's own delays stay the same, but
 * shorter than the wait for the lease of a dead node. After an outage, the length of such a lease is added.
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
