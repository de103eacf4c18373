import type { RampOrderContext } from '../../src/values/ramp-order.ts';
import { finalRampStatuses, type RampStatus } from '../../src/values/ramp-status.ts';
import { DAY_MS } from '../../src/values/utc-day.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Time in ms for which an order stays open although the provider does not know the order. */
export const BEGUN_WITHIN_MS = DAY_MS;
/** How long the provider is asked again and again about an order whose status does not change, in ms. */
export const ASKED_FOR_MS = 30 * DAY_MS;
/** Minimum time in ms between two requests to the provider about an order. Webhooks and clients cannot shorten it. */
export const LEAST_PAUSE_MS = 10_000;
/** How long, after a purchase is completed, its delivery may remain unseen on the chain, in ms. */
export const SEEN_WITHIN_MS = 30 * MINUTE_MS;

/**
 * Pauses in ms between requests to the provider about an order that the provider does not know yet. They grow quickly, because most orders
 * that a provider does not know are never started.
 */
const UNKNOWN_YET = [2 * MINUTE_MS, 5 * MINUTE_MS, 15 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];
const OPEN = [30_000, MINUTE_MS, 2 * MINUTE_MS, 5 * MINUTE_MS, 10 * MINUTE_MS, 20 * MINUTE_MS, 30 * MINUTE_MS];
const ARRIVING = [15_000, 15_000, 30_000, MINUTE_MS, 2 * MINUTE_MS];
/**
 * Pauses in ms before each of the last requests to the provider about an order that has ended. These requests are made because the
 * webhook of a late payment or of a refund may have been lost.
 */
const ENDED = [HOUR_MS, DAY_MS, 7 * DAY_MS];
/**
 * Number of requests about an ended order that may fail in a row before the provider is not asked any more. With the pauses between them,
 * so many requests take about four days.
 */
const MOST_FAILURES = 20;
const YOUNG_MS = DAY_MS;

export function isFinal(status: RampStatus): boolean {
  return finalRampStatuses.includes(status);
}

/**
 * Returns when the provider is asked about the order next (UTC ms); null when the provider is not asked any more, or cannot be asked
 * because its own id of the order is unknown.
 */
export function nextAskAtMs(context: RampOrderContext, status: RampStatus, atMs: number): number | null {
  const { report, orderId, namedOrderId, findsByReference, askFailure, quiet, ownEnd, completionSaidAtMs, createdAtMs } = context;
  const canAsk = orderId !== null || namedOrderId !== null || findsByReference;
  if (!canAsk || ownEnd !== null) return null;
  if (isFinal(status)) {
    // A webhook may have caused the failed request to the provider, and the provider does not send that webhook again. So the failed
    // request about an ended order is repeated.
    if (askFailure !== null) return quiet > MOST_FAILURES ? null : atMs + stepOf(OPEN, quiet, 6 * HOUR_MS);
    const pause = ENDED[quiet];
    return pause === undefined ? null : atMs + pause;
  }
  if (completionSaidAtMs !== null) return atMs + stepOf(ARRIVING, quiet, 2 * MINUTE_MS);
  if (report === null && askFailure === null) return atMs + stepOf(UNKNOWN_YET, quiet, 4 * HOUR_MS);
  return atMs + stepOf(OPEN, quiet, atMs - createdAtMs < YOUNG_MS ? 30 * MINUTE_MS : 6 * HOUR_MS);
}

function stepOf(pauses: readonly number[], index: number, further: number): number {
  return pauses[index] ?? further;
}

/**
 * Returns when this service itself ends the order because the provider reported nothing (UTC ms); null when this service does not end it.
 */
export function endsAtMs({ report, createdAtMs, statusSinceMs, ownEnd }: RampOrderContext, status: RampStatus): number | null {
  if (ownEnd !== null || isFinal(status)) return null;
  return report === null ? createdAtMs + BEGUN_WITHIN_MS : statusSinceMs + ASKED_FOR_MS;
}

/** Returns when the order needs its next tick (UTC ms), either to ask the provider or to end the order. */
export function dueAtMs(context: RampOrderContext, status: RampStatus): number | null {
  if (context.isAsking) return null;
  const times = [context.nextAskAtMs, endsAtMs(context, status)].filter((time) => time !== null);
  return times.length === 0 ? null : Math.min(...times);
}
