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
  const details = [...detailsOf(context, nowMs), ...(typeof trouble === 'string' ? [`Its chain: ${trouble}`] : [])];
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  if (typeof value === 'object' && value !== null && 'active' in value) return say(...orderUnderWay(String(value.active), context, nowMs));
  switch (value) {
    case 'pending':
      return say(
        'waiting-for-link',
        `It waits for its deposit: no position of the vault on chain ${context.terms.chainId} belongs to it yet. Its wallet must send the transaction that opens the position.`,
      );
    case 'reconciling':
      return say('reconciling', 'It was restored to an older state and compares itself with the vault before it continues.');
    case 'completed':
      return say('completed', `It is complete: all of its ${countText(ordersOf(context), 'order')} ran.${owed(context)}`);
    case 'cancelled':
      return say(
        'cancelled',
        `Its owner has cancelled it after ${processedOf(context)} of ${countText(ordersOf(context), 'order')}.${owed(context)}`,
      );
    case 'failed':
      return say(
        'set-aside',
        `Order ${nextNumber(context)} failed ${MAX_FAILURES_IN_A_ROW} times in a row on chain and is not tried again until ${whenText(context.nextAttemptAtMs, nowMs)}: ${clause(context.lastFailure?.message ?? '')}.`,
      );
    default:
      return waiting(context, nowMs, details);
  }
}

function waiting(context: DcaPositionContext, nowMs: number, details: readonly string[]): OwnWhy {
  const { chain, lastSkip, nextAttemptAtMs } = context;
  const say = (code: string, sentence: string): OwnWhy => ({ code, sentence, details });
  if (chain === null) return say('first-look', 'It is linked to a position of the vault, which the next tick reads for the first time.');
  if (!chain.isAutoBuy)
    return say('auto-buy-off', 'Its owner has switched automatic buying off in the vault: nothing is bought until it is on again.');
  const pause = pauseText(chain.guard, 'position');
  if (pause !== null) return say('paused', pause);
  const order = `Order ${nextNumber(context)} of ${ordersOf(context)}`;
  const dueMs = chain.nextOrderTimeSec * 1_000;
  if (dueMs > nowMs) return say('not-due', `${order} is due at ${whenText(dueMs, nowMs)}.`);
  const late = `${order} has been due since ${whenText(dueMs, nowMs)}`;
  if (nextAttemptAtMs > nowMs) {
    const kind = lastSkip?.kind ?? 'pausing';
    return say(kind, `${late}, and is tried again at ${whenText(nextAttemptAtMs, nowMs)}: ${skipText(context)}.`);
  }
  if (lastSkip?.kind === 'chain-unreadable') return say('chain-unreadable', `${late}: ${clause(lastSkip.detail)}.`);
  return say('due', `${late}: the next tick plans it.`);
}

type SkipKind = OrderSkipKind | 'under-way' | 'chain-unreadable' | 'plan-failed' | 'not-sent' | 'order-failed' | 'set-aside';

const SKIPS: Readonly<Record<SkipKind, string>> = {
  'under-way': 'it is under way',
  'chain-unreadable': 'its position could not be read',
  'plan-failed': 'it could not be planned',
  'no-executor': 'no key on this node sends transactions on this chain',
  'token-not-listed': 'one of its tokens is not listed',
  'order-below-minimum': 'it is worth less than the minimum of an order',
  'no-price': 'there is no price to check it against',
  'no-route': 'no pool connects the two tokens',
  'chain-not-supported': 'this service does not trade on this chain',
  'no-reference-price': "there is no reference price to check the pools' price against",
  'price-disagreement': 'the pools and the price services do not agree on the price',
  'output-below-minimum': 'the pools give less than its price limit allows',
  'router-not-allowed': "the vault's owner has not allowed the router",
  'not-due': 'the vault says that it is not due yet',
  'auto-buy-off': 'its owner has switched automatic buying off in the vault',
  paused: 'it is paused in the vault',
  'owner-price-bound': 'it would exceed a limit of its owner',
  'position-changed': 'the position changed while it was planned',
  'fee-on-transfer': 'a token keeps a part of each transfer',
  'inexact-transfer': 'the spent token transfers a different amount than requested',
  'gas-too-high': 'it would need more gas than the limit for an order',
  'probe-failed': 'the vault refused it when it was tried',
  'not-worth-gas': 'it is not worth its gas',
  'gas-price-too-high': 'gas is too expensive now',
  'gas-budget-used': 'the gas budget of this day is used up',
  'too-many-positions': 'its wallet has more open positions than this service executes',
  'not-sent': 'it was never sent',
  'order-failed': 'it failed on chain',
  'set-aside': 'it kept failing on chain',
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
  planning: ['order-planning', 'is being planned: a route is searched and its price compared with the limit'],
  joining: ['order-joining', "is planned, joins its chain's next batch, and waits for the outcome of the batch's transaction"],
  waiting: ['order-in-batch', "is in a batch and waits for the outcome of the batch's transaction"],
};

function orderUnderWay(phase: string, context: DcaPositionContext, nowMs: number): readonly [code: string, sentence: string] {
  const [code, what] = PHASES[phase] ?? [`order-${phase}`, `is in progress (${phase})`];
  const beganMs = context.order === null ? null : beganAtMs(context.order.itemKey);
  const since = beganMs === null ? '' : ` It was started at ${whenText(beganMs, nowMs)}.`;
  const number = (context.order?.orderIndex ?? processedOf(context)) + 1;
  return [code, `Order ${number} of ${ordersOf(context)} ${what}.${since}`];
}

function detailsOf(context: DcaPositionContext, nowMs: number): readonly string[] {
  const { lastFailure, lastSkip, lastRoutes, autoClaimRefused, failuresInARow, skipsInARow, chain } = context;
  const lines: string[] = [];
  // When the failure caused the current pause, the main sentence already contains its reason, so it is not repeated here.
  if (lastFailure !== null && lastFailure.atMs !== lastSkip?.atMs)
    lines.push(`It last failed at ${whenText(lastFailure.atMs, nowMs)}: ${clause(lastFailure.message)}.`);
  if (failuresInARow > 0)
    lines.push(
      `${countText(failuresInARow, 'failure')} in a row on chain; after ${MAX_FAILURES_IN_A_ROW} it is not tried again for six hours.`,
    );
  if (lastSkip?.isParked === true)
    lines.push('It is parked: attempts are rare until its owner does something in the vault, or an operator sends LOOK.');
  if (skipsInARow > 1) lines.push(`${countText(skipsInARow, 'attempt')} in a row were not sent.`);
  if (autoClaimRefused != null && chain !== null && chain.claimable !== '0') {
    lines.push(
      `The automatic pay-out was refused (${clause(autoClaimRefused.reason)}): it is tried again at ${whenText(autoClaimRefused.againAtMs, nowMs)}.`,
    );
  }
  if (lastRoutes !== undefined) lines.push(...trailLines(lastRoutes));
  return lines;
}

function owed({ chain }: DcaPositionContext): string {
  if (chain === null || chain.claimable === '0') return '';
  return chain.autoClaim ? ' What it bought is being paid out.' : ' What it bought waits in the vault to be claimed.';
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
