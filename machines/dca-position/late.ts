import { pauseText } from '../../src/values/owner-bounds.ts';
import type { DcaPositionContext, DcaSkip } from './context.ts';
import type { TickEvent } from './events.ts';
import { beganAtMs } from './item-key.ts';

/** How long an order can be due or in progress, in ms, before it counts as late and the record explains why. */
const LATE_MS = 2 * 60_000;
/**
 * Codes of the explanations for an order that is late but was not refused. Such an explanation is removed from the record when the order is
 * no longer late.
 */
const LATE_KINDS: ReadonlySet<string> = new Set(['under-way', 'chain-unreadable']);

/** Returns the explanation that the record shows for an order in progress; it states when the order is late. */
export function underWaySkip(context: DcaPositionContext, { at, trouble }: TickEvent): DcaSkip | null {
  const { order, lastSkip } = context;
  const sinceMs = order === null ? null : beganAtMs(order.itemKey);
  if (sinceMs === null || at - sinceMs < LATE_MS) return lastSkip;
  const began = `The order was started at ${secondText(sinceMs)}, and the outcome of the order is not known yet.`;
  return skipOf(lastSkip, 'under-way', trouble === undefined ? began : `${began} ${trouble}`, at);
}

/** Returns the explanation that the record shows when the position could not be read from the vault at a tick. */
export function unreadSkip(context: DcaPositionContext, event: TickEvent): DcaSkip | null {
  const { order, link, chain, lastSkip, nextAttemptAtMs } = context;
  if (order !== null) return underWaySkip(context, event);
  if (link === null || nextAttemptAtMs > event.at) return lastSkip;
  if (chain !== null) {
    const isBuying = chain.status === 'active' && chain.isAutoBuy && pauseText(chain.guard, 'position') === null;
    if (!isBuying || event.at - chain.nextOrderTimeSec * 1_000 < LATE_MS) return lastSkip;
  }
  const unread = 'The position could not be read from its chain.';
  return skipOf(lastSkip, 'chain-unreadable', event.trouble === undefined ? unread : `${unread} ${event.trouble}`, event.at);
}

/** Removes the explanation that an order is late, once the position was read and no order is in progress. */
export function withoutLate(lastSkip: DcaSkip | null): DcaSkip | null {
  return lastSkip !== null && LATE_KINDS.has(lastSkip.kind) ? null : lastSkip;
}

/**
 * Returns the stored explanation object if its kind and detail have not changed. Because the actor's state then still contains the same
 * object, nothing is stored.
 */
function skipOf(before: DcaSkip | null, kind: string, detail: string, atMs: number): DcaSkip {
  return before?.kind === kind && before.detail === detail ? before : { kind, detail, atMs, nextAttemptAtMs: null };
}

function secondText(atMs: number): string {
  return `${new Date(atMs).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}
