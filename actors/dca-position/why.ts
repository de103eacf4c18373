import type { DcaPositionContext } from '../../machines/dca-position/context.ts';
import { beganAtMs } from '../../machines/dca-position/item-key.ts';
import { MAX_FAILURES_IN_A_ROW } from '../../machines/dca-position/outcome.ts';
import type { OrderSkipKind } from '../../src/features/dca/plan-order.ts';
import type { Facts } from '../../src/runtime/define/definition.ts';
import { chainTroubleKey } from '../../src/values/chain-trouble-key.ts';
import { clause, countText } from '../../src/values/inspection/plain-number.ts';
import { whenText } from '../../src/values/inspection/plain-time.ts';
import type { OwnWhy } from '../../src/values/inspection/why.ts';
import { pauseText } from '../../src/values/owner-bounds.ts';
import { trailLines } from '../../src/values/route-trail.ts';

type Snapshot = { readonly value: unknown; readonly context: DcaPositionContext };

/** Explains to operators what a DCA position waits for, and why its last order was not sent. */
export function whyDcaPosition({ value, context }: Snapshot, nowMs: number, facts: Facts | null = null): OwnWhy {
  const trouble = facts?.get(chainTroubleKey(context.terms.chainId));
  const details = [...detailsOf(context, nowMs), ...(typeof trouble === 'string' ? [`Problem of the chain: ${trouble}`] : [])];
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  if (typeof value === 'object' && value !== null && 'active' in value) return say(...orderUnderWay(String(value.active), context, nowMs));
  switch (value) {
    case 'pending':
      return say(
        'waiting-for-link',
        `The position waits for its deposit: the vault on chain ${context.terms.chainId} has no position of this record yet. The wallet must send the transaction that opens the position.`,
      );
    case 'reconciling':
      return say(
        'reconciling',
        'An operator restored the position to an older state. Before the position continues, the service compares it with the vault.',
      );
    case 'completed':
      return say('completed', `The position is complete: all of its ${countText(ordersOf(context), 'order')} ran.${owed(context)}`);
    case 'cancelled':
      return say(
        'cancelled',
        `The owner has cancelled the position after ${processedOf(context)} of ${countText(ordersOf(context), 'order')}.${owed(context)}`,
      );
    case 'failed':
      return say(
        'set-aside',
        `Order ${nextNumber(context)} failed ${MAX_FAILURES_IN_A_ROW} times in a row on chain and will not be tried again before ${whenText(context.nextAttemptAtMs, nowMs)}: ${clause(context.lastFailure?.message ?? '')}.`,
      );
    default:
      return waiting(context, nowMs, details);
  }
}

function waiting(context: DcaPositionContext, nowMs: number, details: readonly string[]): OwnWhy {
  const { chain, lastSkip, nextAttemptAtMs } = context;
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  if (chain === null)
    return say(
      'first-look',
      'The record belongs to a position in the vault. The service reads this position for the first time at its next regular check.',
    );
  if (!chain.isAutoBuy)
    return say(
      'auto-buy-off',
      'The owner has switched automatic buying off in the vault. Nothing is bought until it is switched on again.',
    );
  const pause = pauseText(chain.guard, 'position');
  if (pause !== null) return say('paused', pause);
  const order = `Order ${nextNumber(context)} of ${ordersOf(context)}`;
  const dueMs = chain.nextOrderTimeSec * 1_000;
  if (dueMs > nowMs) return say('not-due', `${order} is due at ${whenText(dueMs, nowMs)}.`);
  const late = `${order} has been due since ${whenText(dueMs, nowMs)}`;
  if (nextAttemptAtMs > nowMs) {
    const kind = lastSkip?.kind ?? 'pausing';
    return say(kind, `${late}, and will be tried again at ${whenText(nextAttemptAtMs, nowMs)}: ${skipText(context)}.`);
  }
  if (lastSkip?.kind === 'chain-unreadable') return say('chain-unreadable', `${late}: ${clause(lastSkip.detail)}.`);
  return say('due', `${late}. The service will plan the order at its next regular check.`);
}

type SkipKind = OrderSkipKind | 'under-way' | 'chain-unreadable' | 'plan-failed' | 'not-sent' | 'order-failed' | 'set-aside';

const SKIPS: Readonly<Record<SkipKind, string>> = {
  'under-way': 'an earlier attempt of the order is still in progress',
  'chain-unreadable': 'the position could not be read from the chain',
  'plan-failed': 'the order could not be planned',
  'no-executor': 'no key on this node sends transactions on this chain',
  'token-not-listed': "this service does not know one of the order's tokens",
  'order-below-minimum': 'the value of the order is below the minimum',
  'no-price': 'no price is available to check the quote of the order',
  'no-route': 'no pool connects the two tokens',
  'chain-not-supported': 'this service does not trade on this chain',
  'no-reference-price': 'no reference price is available to check the price of the pools',
  'price-disagreement': 'the price in the pools differs too much from the price of the price services',
  'output-below-minimum': "the order would return less than the position's price limit allows",
  'router-not-allowed': "the vault's owner has not allowed the router",
  'not-due': 'the vault says that the order is not due yet',
  'auto-buy-off': 'the owner has switched automatic buying off in the vault',
  paused: 'the position is paused in the vault',
  'owner-price-bound': 'the order would exceed a limit that the owner has set',
  'position-changed': 'the position changed while the order was planned',
  'fee-on-transfer': 'one of the tokens takes a fee on each transfer',
  'inexact-transfer': 'the spent token transfers a different amount than requested',
  'gas-too-high': 'the order would need more gas than the limit for an order',
  'probe-failed': 'the vault refused the order in a simulation',
  'not-worth-gas': 'the value of the order is too low for the cost of its gas',
  'gas-price-too-high': 'gas is too expensive now',
  'gas-budget-used': 'the gas budget of the UTC day is used up',
  'too-many-positions': 'the wallet has more open positions than this service executes for one wallet',
  'not-sent': 'the transaction of the order was never sent',
  'order-failed': 'the transaction of the order failed on chain',
  'set-aside': 'the transaction of the order failed on chain several times',
};

function skipText({ lastSkip, lastFailure }: DcaPositionContext): string {
  if (lastSkip === null) return clause(lastFailure?.message ?? '');
  const known = isKnownSkip(lastSkip.kind) ? SKIPS[lastSkip.kind] : undefined;
  return known === undefined ? `${lastSkip.kind}: ${clause(lastSkip.detail)}` : `${known} (${clause(lastSkip.detail)})`;
}

function isKnownSkip(kind: string): kind is SkipKind {
  return Object.hasOwn(SKIPS, kind);
}

const PHASES: Readonly<Record<string, readonly [code: string, what: string]>> = {
  planning: ['order-planning', 'is being planned: the service looks for a route and compares its price with the limit'],
  joining: [
    'order-joining',
    "is planned. The order joins the chain's next batch, and then waits for the outcome of the batch's transaction",
  ],
  waiting: ['order-in-batch', "is in a batch and waits for the outcome of the batch's transaction"],
};

function orderUnderWay(phase: string, context: DcaPositionContext, nowMs: number): readonly [code: string, sentence: string] {
  const [code, what] = PHASES[phase] ?? [`order-${phase}`, `is in progress (${phase})`];
  const beganMs = context.order === null ? null : beganAtMs(context.order.itemKey);
  const since = beganMs === null ? '' : ` The order was started at ${whenText(beganMs, nowMs)}.`;
  const number = (context.order?.orderIndex ?? processedOf(context)) + 1;
  return [code, `Order ${number} of ${ordersOf(context)} ${what}.${since}`];
}

function detailsOf(context: DcaPositionContext, nowMs: number): readonly string[] {
  const { lastFailure, lastSkip, lastRoutes, autoClaimRefused, failuresInARow, skipsInARow, chain } = context;
  const lines: string[] = [];
  // When the last failure caused the current pause, the explanation's main sentence already contains the reason of the failure, so the
  // reason is not repeated here.
  if (lastFailure !== null && lastFailure.atMs !== lastSkip?.atMs)
    lines.push(`The last failure was at ${whenText(lastFailure.atMs, nowMs)}: ${clause(lastFailure.message)}.`);
  if (failuresInARow > 0)
    lines.push(
      `The order has had ${countText(failuresInARow, 'failure')} in a row on chain. After ${MAX_FAILURES_IN_A_ROW} failures in a row, an order is not tried again for six hours.`,
    );
  if (lastSkip?.isParked === true)
    lines.push(
      'After many failures, the service rarely tries again until the owner changes something in the vault, or an operator sends the position the event LOOK.',
    );
  if (skipsInARow > 1) lines.push(`${countText(skipsInARow, 'attempt')} in a row ended before a transaction was sent.`);
  if (autoClaimRefused != null && chain !== null && chain.claimable !== '0') {
    lines.push(
      `The automatic pay-out was refused (${clause(autoClaimRefused.reason)}) and will be tried again at ${whenText(autoClaimRefused.againAtMs, nowMs)}.`,
    );
  }
  if (lastRoutes !== undefined) lines.push(...trailLines(lastRoutes));
  return lines;
}

function owed({ chain }: DcaPositionContext): string {
  if (chain === null || chain.claimable === '0') return '';
  return chain.autoClaim ? ' The bought tokens are being paid out.' : ' The bought tokens wait in the vault until the owner claims them.';
}

function ordersOf({ chain, terms }: DcaPositionContext): number {
  return chain?.frequency ?? terms.frequency;
}

function processedOf({ chain }: DcaPositionContext): number {
  return chain?.processed ?? 0;
}

function nextNumber(context: DcaPositionContext): number {
  return processedOf(context) + 1;
}
