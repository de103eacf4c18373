import type { RampArrival, RampOrderContext, RampOrderEvent, RampOrderInput, RampReport } from '../../src/values/ramp-order.ts';
import type { RampStatus } from '../../src/values/ramp-status.ts';
import { isFinal, LEAST_PAUSE_MS, nextAskAtMs, SEEN_WITHIN_MS } from './schedule.ts';

type Answer = Extract<RampOrderEvent, { readonly type: 'ANSWERED' }>;

export function firstContext({ terms, findsByReference, createdAtMs }: RampOrderInput): RampOrderContext {
  const context: RampOrderContext = {
    ...{ terms, findsByReference, createdAtMs, orderId: null, namedOrderId: null, report: null, arrival: null, completionSaidAtMs: null },
    ...{ depositAddress: null, statusSinceMs: createdAtMs, changes: 0, ownEnd: null, askNo: 0, isAsking: false, mustAskAgain: false },
    ...{ askedAtMs: null, answeredAtMs: null, askFailure: null, quiet: 0, nextAskAtMs: null, hints: 0, lastHintAtMs: null },
  };
  return { ...context, nextAskAtMs: nextAskAtMs(context, 'created', createdAtMs) };
}

/**
 * For each final status of an order, the statuses to which a provider's later report can still change the order. Such reports are possible
 * because a payment may arrive late, or money may be paid back.
 */
export const AFTER_END: Readonly<Partial<Record<RampStatus, readonly RampStatus[]>>> = {
  completed: ['refunded'],
  failed: ['completed', 'refunded'],
  expired: ['completed', 'refunded'],
  cancelled: ['completed', 'refunded'],
  refunded: [],
};

/**
 * Returns the part of a provider's answer that applies to this order. A person can begin several orders at the provider under one
 * reference. If the answer is about another order that ended without a payment, it is ignored while the person may still pay the order
 * that is being followed, even if its webhook arrives late.
 */
export function counted(context: RampOrderContext, status: RampStatus, answer: Answer): Answer {
  const { report } = answer;
  if (report === null || !isOtherOrder(context, report)) return answer;
  const isReplacing = context.ownEnd !== null || (BEGUN_AGAIN.includes(status) && (isEndedUnpaid(status) || !isEndedUnpaid(report.status)));
  return isReplacing ? answer : { ...answer, report: null, arrival: null };
}

function isEndedUnpaid(status: RampStatus): boolean {
  return status === 'failed' || status === 'expired' || status === 'cancelled';
}

/** Returns the order's status after an answer of the provider; the previous status when the answer changes nothing. */
export function statusAfter(context: RampOrderContext, status: RampStatus, answer: Answer): RampStatus {
  const { report, arrival, at } = counted(context, status, answer);
  if (report === null) return status;
  // If this service ended the order without a report of the provider, any later report of the provider replaces that end.
  const isOpen = context.ownEnd !== null || !isFinal(status) || isOtherOrder(context, report);
  if (!isOpen) return AFTER_END[status]?.includes(report.status) === true ? report.status : status;
  if (report.status === 'completed' && isWaitingForArrival(context, arrival, at)) return 'delivering';
  return report.status;
}

/** Whether a completed order waits for its delivery to be seen on the chain. */
export function isWaitingForArrival({ completionSaidAtMs }: RampOrderContext, arrival: RampArrival | null, atMs: number): boolean {
  return arrival?.kind === 'unseen' && atMs < (completionSaidAtMs ?? atMs) + SEEN_WITHIN_MS;
}

/** Whether an answer adds information to a completed order: the amount that arrived was unknown before, or has changed. */
export function tellsMore(context: RampOrderContext, answer: Answer): boolean {
  const known = context.arrival;
  const { arrival } = counted(context, 'completed', answer);
  if (arrival?.kind !== 'arrived') return false;
  return known?.kind !== 'arrived' || known.amount !== arrival.amount;
}

/**
 * Stores the provider's answer.
 * @param isChange whether the status changes, or the answer adds information about a completed order
 */
export function answered(
  context: RampOrderContext,
  answer: Answer,
  { from, status, isChange }: { readonly from: RampStatus; readonly status: RampStatus; readonly isChange: boolean },
): RampOrderContext {
  const { report, arrival, at } = counted(context, from, answer);
  const isCompletion = report?.status === 'completed';
  const next: RampOrderContext = {
    ...context,
    ...{ isAsking: false, mustAskAgain: false, answeredAtMs: at, askFailure: null },
    report: report === null ? context.report : isOtherOrder(context, report) ? report : merged(context.report, report),
    arrival: arrival === null || isLess(arrival, context.arrival) ? context.arrival : arrival,
    completionSaidAtMs: isCompletion ? (context.completionSaidAtMs ?? at) : report === null ? context.completionSaidAtMs : null,
    orderId: report?.orderId ?? context.orderId,
    namedOrderId: null,
    ownEnd: report === null ? context.ownEnd : null,
    ...(isChange ? { changes: context.changes + 1, statusSinceMs: at, quiet: 0 } : { quiet: context.quiet + 1 }),
  };
  return { ...next, nextAskAtMs: askedAgainAtMs(context, nextAskAtMs(next, status, at), at) };
}

/**
 * Whether a new reading of the delivery contains less information than the stored reading, so that the stored reading must be kept. If a
 * reorg removed the delivery, the removal stays stored until the chain shows the delivery again.
 */
function isLess(arrival: RampArrival, known: RampArrival | null): boolean {
  return arrival.kind !== 'arrived' && (known?.kind === 'arrived' || known?.kind === 'gone');
}

/**
 * Stores that the chain no longer shows the delivery of a completed purchase. The provider is then asked about the order on the same
 * schedule as after its first report of the completion.
 */
export function deliveryGone(context: RampOrderContext, atMs: number): RampOrderContext {
  const { arrival } = context;
  const next: RampOrderContext = {
    ...context,
    arrival: arrival?.kind === 'arrived' ? { kind: 'gone', transactionHash: arrival.transactionHash } : arrival,
    ...{ completionSaidAtMs: atMs, statusSinceMs: atMs, changes: context.changes + 1, quiet: 0 },
  };
  return context.isAsking ? { ...next, mustAskAgain: true } : { ...next, nextAskAtMs: nextAskAtMs(next, 'delivering', atMs) };
}

/** Combines two reports of a provider about an order: a value that the provider has reported once is kept if a later report omits it. */
function merged(before: RampReport | null, report: RampReport): RampReport {
  if (before === null) return report;
  return {
    ...report,
    orderId: report.orderId ?? before.orderId,
    fiatAmount: report.fiatAmount ?? before.fiatAmount,
    cryptoAmount: report.cryptoAmount ?? before.cryptoAmount,
    destination: report.destination ?? before.destination,
    transactionHash: report.transactionHash ?? before.transactionHash,
  };
}

export function failed(context: RampOrderContext, reason: string, status: RampStatus, atMs: number): RampOrderContext {
  const next = { ...context, isAsking: false, mustAskAgain: false, askFailure: reason, quiet: context.quiet + 1 };
  return { ...next, nextAskAtMs: askedAgainAtMs(context, nextAskAtMs(next, status, atMs), atMs) };
}

/**
 * Returns when the provider must be asked about the order again (UTC ms). If a webhook arrived while a request to the provider was in
 * progress, the provider is asked again soon.
 */
function askedAgainAtMs({ mustAskAgain, askedAtMs }: RampOrderContext, usualMs: number | null, atMs: number): number | null {
  if (!mustAskAgain) return usualMs;
  const soonMs = Math.max(atMs, (askedAtMs ?? 0) + LEAST_PAUSE_MS);
  return usualMs === null ? soonMs : Math.min(usualMs, soonMs);
}

export function asking(context: RampOrderContext, atMs: number): Partial<RampOrderContext> {
  return { askNo: context.askNo + 1, isAsking: true, mustAskAgain: false, askedAtMs: atMs, nextAskAtMs: null };
}

/**
 * Whether the provider may be asked about the order now: no request is in progress, and the minimum pause since the last request is over.
 */
export function mayAskNow({ isAsking, askedAtMs }: RampOrderContext, atMs: number): boolean {
  return !isAsking && (askedAtMs === null || atMs - askedAtMs >= LEAST_PAUSE_MS);
}

/** Schedules the next request about the order to the provider for the earliest time that is allowed. */
export function askSoon(context: RampOrderContext): Partial<RampOrderContext> {
  if (context.isAsking) return { mustAskAgain: true };
  const soonMs = (context.askedAtMs ?? 0) + LEAST_PAUSE_MS;
  return { nextAskAtMs: context.nextAskAtMs === null ? soonMs : Math.min(context.nextAskAtMs, soonMs) };
}

/**
 * The statuses in which a signed webhook may assign another order of the provider to this reference, because the person may have started
 * again after an unsuccessful attempt.
 */
export const BEGUN_AGAIN: readonly RampStatus[] = ['created', 'awaiting-payment', 'failed', 'expired', 'cancelled', 'unknown'];

export function hinted(
  context: RampOrderContext,
  event: Extract<RampOrderEvent, { readonly type: 'HINTED' }>,
  status: RampStatus,
): Partial<RampOrderContext> {
  const { orderId, isProved, at } = event;
  // A webhook probably means that the order has changed, so the count of webhooks is increased, which makes the pauses between requests to
  // the provider short again.
  const noted = { hints: context.hints + 1, lastHintAtMs: at };
  if (orderId === null || orderId === context.orderId) return noted;
  if (context.orderId === null && isProved) return { ...noted, orderId };
  return context.orderId === null || BEGUN_AGAIN.includes(status) ? { ...noted, namedOrderId: orderId } : noted;
}

/**
 * Stores that the person opened the provider's checkout. From then on, this record follows the order that the provider created for the
 * checkout that was opened last.
 */
export function opened(
  context: RampOrderContext,
  { orderId, depositAddress, at }: Extract<RampOrderEvent, { readonly type: 'OPENED' }>,
  status: RampStatus,
): Partial<RampOrderContext> {
  const isFirst = context.orderId === null || orderId === null;
  // The person may still pay an order that the provider created for a checkout opened earlier. The webhook of that earlier order then
  // contains its id.
  const next = {
    ...context,
    orderId: orderId !== null && (isFirst || BEGUN_AGAIN.includes(status)) ? orderId : context.orderId,
    depositAddress: depositAddress ?? context.depositAddress,
  };
  return { ...next, nextAskAtMs: context.isAsking ? null : nextAskAtMs({ ...next, quiet: 0 }, status, at) };
}

/** Whether a report is about a different order of the provider than the one that this record follows. */
function isOtherOrder({ orderId }: RampOrderContext, report: RampReport): boolean {
  return orderId !== null && report.orderId !== null && orderId !== report.orderId;
}

/**
 * Whether the provider can be asked about the order: the provider finds orders by our reference, or the provider's own id of the order is
 * known.
 */
export function canAsk({ orderId, namedOrderId, findsByReference }: RampOrderContext): boolean {
  return findsByReference || orderId !== null || namedOrderId !== null;
}
