import { toBaseUnits } from '../../src/values/base-units.ts';
import { orderTimeAfter } from '../../src/values/dca-schedule.ts';
import { doublingPauseMs } from '../../src/values/doubling-pause.ts';
import type { ChainPosition, DcaPositionContext } from './context.ts';
import type { OrderSettledEvent } from './events.ts';
import { skipBetweenOrders } from './mirror.ts';

/**
 * Ticks come on whole minutes, so a pause must end on a whole minute. If a pause of one minute ended between two ticks, the order would
 * wait for two minutes.
 */
const MINUTE_MS = 60_000;
/** Longest pause between two attempts at an order that cannot be executed at present, in minutes. */
const MAX_PAUSE_MINUTES = 5;
/**
 * Number of skips in a row after which the pause between attempts at an order can become longer than its usual maximum, if the reason of
 * the skips is expected to last. Without this rule, such an order would be planned every few minutes forever.
 */
const PARKS_AFTER_SKIPS = 10;
/** Number of on-chain failures in a row after which an order is not tried again for hours, because each failure costs the executor gas. */
export const MAX_FAILURES_IN_A_ROW = 5;
/** How long an order is not tried again after too many on-chain failures in a row (`MAX_FAILURES_IN_A_ROW`), in ms. */
const SET_ASIDE_MS = 6 * 60 * MINUTE_MS;

type Outcome = Partial<DcaPositionContext>;

/**
 * Records that an order was skipped, and schedules the next attempt. `givenMs`: time of the next attempt, if known. `parksForMinutes`:
 * longest pause between attempts, in minutes.
 */
export function afterSkip(
  context: DcaPositionContext,
  skip: { readonly kind: string; readonly detail: string; readonly givenMs: number | null; readonly parksForMinutes?: number | undefined },
  atMs: number,
): Outcome {
  const { kind, detail, givenMs, parksForMinutes = 0 } = skip;
  const skipsInARow = context.skipsInARow + 1;
  const isParked = givenMs === null && skipsInARow > PARKS_AFTER_SKIPS && parksForMinutes > MAX_PAUSE_MINUTES;
  const parkedMinutes = isParked ? doublingPauseMs(MAX_PAUSE_MINUTES * 2, parksForMinutes, skipsInARow - PARKS_AFTER_SKIPS) : null;
  const nextAttemptAtMs = givenMs ?? (parkedMinutes === null ? pauseEndMs(skipsInARow, atMs) : wholeMinute(atMs, parkedMinutes));
  const isFailure = kind !== 'not-due' && kind !== 'auto-buy-off' && kind !== 'paused';
  return {
    order: null,
    skipsInARow,
    nextAttemptAtMs,
    lastSkip: { kind, detail, atMs, nextAttemptAtMs, ...(isParked ? { isParked } : {}) },
    ...(isFailure ? { lastFailure: { message: `${kind}: ${detail}`, atMs } } : {}),
  };
}

/**
 * Makes an order that waits in a long pause due at the next tick. Called after the position's owner acted in the vault or an operator sent
 * the event LOOK.
 */
export function afterLook(context: DcaPositionContext): Outcome {
  if (context.lastSkip?.isParked !== true) return { mustLook: true };
  const { isParked: _, ...lastSkip } = context.lastSkip;
  return { mustLook: true, skipsInARow: 0, nextAttemptAtMs: 0, lastSkip: { ...lastSkip, nextAttemptAtMs: 0 } };
}

export function afterFailure(context: DcaPositionContext, reason: string, atMs: number): Outcome {
  const failuresInARow = context.failuresInARow + 1;
  const isSetAside = failuresInARow >= MAX_FAILURES_IN_A_ROW;
  const nextAttemptAtMs = isSetAside ? atMs + SET_ASIDE_MS : pauseEndMs(failuresInARow, atMs);
  return {
    order: null,
    failuresInARow,
    nextAttemptAtMs,
    lastFailure: { message: reason, atMs },
    lastSkip: { kind: isSetAside ? 'set-aside' : 'order-failed', detail: reason, atMs, nextAttemptAtMs },
  };
}

/**
 * Removes the data of earlier attempts after an order was executed. If the stored position does not include the executed order yet, the
 * order is added to it immediately, so that the next tick usually finds nothing to change. Only a finished position must request another
 * reading of the vault, because unfinished positions are read at every tick.
 */
export function afterSettled(context: DcaPositionContext, event: OrderSettledEvent): Outcome {
  const chain = context.chain === null ? null : withOrder(context.chain, event);
  return {
    order: null,
    skipsInARow: 0,
    failuresInARow: 0,
    nextAttemptAtMs: 0,
    lastFailure: null,
    lastSkip: chain === null ? null : skipBetweenOrders(null, { position: chain, blockTimeSec: event.blockTimeSec }, event.at),
    chain,
    mustLook: context.mustLook || chain === null || isLastOrder(context, event.orderIndex),
  };
}

/** The values of the record's fields that clear all failures and pauses, after an order was executed. */
export const NOTHING_FAILED: Outcome = {
  order: null,
  skipsInARow: 0,
  failuresInARow: 0,
  nextAttemptAtMs: 0,
  lastFailure: null,
};

/** Whether the order with the index `orderIndex` is the position's last order. */
export function isLastOrder(context: DcaPositionContext, orderIndex: number): boolean {
  return orderIndex + 1 >= (context.chain?.frequency ?? context.terms.frequency);
}

/**
 * Returns the position as the vault is expected to report it after an order was executed. At the next tick, the values of the vault replace
 * the expected values.
 */
function withOrder(chain: ChainPosition, event: OrderSettledEvent): ChainPosition {
  if (chain.processed !== event.orderIndex) return chain;
  const processed = event.orderIndex + 1;
  const isDone = processed >= chain.frequency;
  const spent = BigInt(chain.spent) + BigInt(event.amountIn);
  const isLastNext = processed + 1 === chain.frequency;
  const nextAmount = isLastNext ? BigInt(chain.amount) - spent : BigInt(chain.amount) / BigInt(chain.frequency);
  return {
    ...chain,
    processed,
    status: isDone ? 'completed' : chain.status,
    spent: toBaseUnits(spent),
    received: toBaseUnits(BigInt(chain.received) + BigInt(event.amountOut)),
    claimable: toBaseUnits(BigInt(chain.claimable) + BigInt(event.amountOut)),
    lastOrderTimeSec: event.blockTimeSec,
    nextOrderTimeSec: isDone ? 0 : orderTimeAfter(chain, chain.nextOrderTimeSec, event.blockTimeSec),
    nextOrderAmount: toBaseUnits(isDone || nextAmount < 0n ? 0n : nextAmount),
  };
}

/**
 * Returns when the pause after a number of unsuccessful attempts in a row ends (UTC ms). The pause lasts 1, 2, 4, 5, 5 ... minutes. It ends
 * on a whole minute, so that the tick of that minute tries again.
 */
function pauseEndMs(timesInARow: number, atMs: number): number {
  const minutes = Math.min(2 ** Math.min(timesInARow - 1, 10), MAX_PAUSE_MINUTES);
  return wholeMinute(atMs, minutes);
}

function wholeMinute(atMs: number, minutes: number): number {
  return (Math.floor(atMs / MINUTE_MS) + minutes) * MINUTE_MS;
}
