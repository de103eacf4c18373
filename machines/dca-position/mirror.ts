import type { JsonObject } from '../../src/values/json.ts';
import { type PositionGuard, pauseText } from '../../src/values/owner-bounds.ts';
import type { ChainPosition, ChainReading, DcaPositionContext, DcaSkip } from './context.ts';
import type { TickEvent } from './events.ts';
import { underWaySkip, unreadSkip, withoutLate } from './late.ts';

/**
 * Fields of the public record whose value the chain determines. A client's value for such a field is dropped once the chain has been read.
 */
export const CHAIN_DECIDES: ReadonlySet<string> = new Set([
  'fromToken',
  'toToken',
  'walletAddress',
  'processed',
  'isAutoBuy',
  'frequency',
  'duration',
  'interval',
  'chainId',
  'amount',
  'amountBaseUnits',
  'status',
  'lastError',
  'lastAttemptAt',
  'depositTime',
  'positionId',
  'vault',
  'createdAt',
  'updatedAt',
  'nextOrderAt',
  'ordersLeft',
  'averagePrice',
  'spent',
  'received',
  'lastSkip',
  'guard',
]);

/** Updates a record with the position that a tick has read from the vault. Parts that did not change remain the same objects. */
export function mirrored(context: DcaPositionContext, event: TickEvent): DcaPositionContext {
  const { reading } = event;
  if (reading === null) {
    const lastSkip = unreadSkip(context, event);
    return lastSkip === context.lastSkip ? context : { ...context, lastSkip };
  }
  if (reading.position.status === 'none') return context;
  const chain = samePosition(context.chain, reading.position) ? context.chain : reading.position;
  const claims = withoutChainFields(context.claims);
  const lastSkip = skipAfter(context, reading, event);
  const isPaidOut = reading.position.claimable === '0';
  const autoClaimAskedAt = isPaidOut ? null : context.autoClaimAskedAt;
  const forgetsRefusal = isPaidOut && (context.autoClaimRefused ?? null) !== null;
  const isSame =
    chain === context.chain &&
    claims === context.claims &&
    lastSkip === context.lastSkip &&
    autoClaimAskedAt === context.autoClaimAskedAt &&
    !forgetsRefusal &&
    !context.mustLook;
  if (isSame) return context;
  const mirror = { ...context, chain, claims, lastSkip, autoClaimAskedAt, mustLook: false };
  return forgetsRefusal ? { ...mirror, autoClaimRefused: null } : mirror;
}

/**
 * Returns the time (unix seconds) that the vault will see in the next block: the time of this node's clock, or the last block's time if
 * that is later.
 */
export function vaultTimeSec(reading: ChainReading, atMs: number): number {
  return Math.max(Math.floor(atMs / 1000), reading.blockTimeSec);
}

function skipAfter(context: DcaPositionContext, reading: ChainReading, event: TickEvent): DcaSkip | null {
  if (reading.position.status === 'active' && context.order !== null) return underWaySkip(context, event);
  return skipBetweenOrders(context.lastSkip, reading, event.at);
}

/**
 * Returns why no order of a position is in progress. The position is either as read from the vault, or as the vault is expected to report
 * it.
 */
export function skipBetweenOrders(lastSkip: DcaSkip | null, { position, blockTimeSec }: ChainReading, atMs: number): DcaSkip | null {
  if (position.status !== 'active') return withoutLate(lastSkip);
  if (!position.isAutoBuy) {
    if (lastSkip?.kind === 'auto-buy-off') return lastSkip;
    return { kind: 'auto-buy-off', detail: 'The owner switched automatic buying off in the vault.', atMs, nextAttemptAtMs: null };
  }
  const pause = pauseText(position.guard, 'position');
  if (pause !== null) {
    if (lastSkip?.kind === 'paused' && lastSkip.detail === pause) return lastSkip;
    return { kind: 'paused', detail: pause, atMs, nextAttemptAtMs: null };
  }
  const nextAttemptAtMs = position.nextOrderTimeSec * 1000;
  if (position.nextOrderTimeSec <= vaultTimeSec({ position, blockTimeSec }, atMs)) return withoutLate(lastSkip);
  if (lastSkip?.kind === 'not-due' && lastSkip.nextAttemptAtMs === nextAttemptAtMs) return lastSkip;
  return { kind: 'not-due', detail: 'The next order is not due yet.', atMs, nextAttemptAtMs };
}

function withoutChainFields(claims: JsonObject): JsonObject {
  const names = Object.keys(claims);
  if (!names.some((name) => CHAIN_DECIDES.has(name))) return claims;
  return Object.fromEntries(Object.entries(claims).filter(([name]) => !CHAIN_DECIDES.has(name)));
}

function samePosition(a: ChainPosition | null, b: ChainPosition): boolean {
  if (a === null) return false;
  return (
    a.status === b.status &&
    a.processed === b.processed &&
    a.claimable === b.claimable &&
    a.isAutoBuy === b.isAutoBuy &&
    a.autoClaim === b.autoClaim &&
    a.spent === b.spent &&
    a.received === b.received &&
    a.lastOrderTimeSec === b.lastOrderTimeSec &&
    a.nextOrderTimeSec === b.nextOrderTimeSec &&
    a.nextOrderAmount === b.nextOrderAmount &&
    a.amount === b.amount &&
    a.frequency === b.frequency &&
    a.intervalSec === b.intervalSec &&
    a.depositTimeSec === b.depositTimeSec &&
    a.slotPatienceSec === b.slotPatienceSec &&
    sameGuard(a.guard, b.guard)
  );
}

function sameGuard(a: PositionGuard | undefined, b: PositionGuard | undefined): boolean {
  return JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
}
