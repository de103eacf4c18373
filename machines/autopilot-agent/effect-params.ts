import { type Address, NO_ADDRESS } from '../../src/values/address.ts';
import type { ActivityNote } from '../../src/values/autopilot/activity.ts';
import type { AgentLink, AgentTrade, SettledTx, TradePlan } from '../../src/values/autopilot/trade.ts';
import { NO_UNITS } from '../../src/values/base-units.ts';
import type { Hash } from '../../src/values/hash.ts';
import { withStrategyType } from './asking-strategy.ts';
import type { AutopilotAgentContext } from './context.ts';
import type { AutopilotAgentEvent } from './events.ts';
import { expiryToWarnOf } from './expiry.ts';
import { evaluate, newlyUnsafe } from './judge.ts';

/** Parameters of the effects that plan, submit and record a trade. */
export type TradeParams = {
  readonly recordId: string;
  readonly wallet: Address;
  readonly chainId: number;
  readonly link: AgentLink | null;
  readonly slippageBps: number;
  /** Hash of the policy that was in force when the trade was decided. Missing in effect requests stored by an older version. */
  readonly policyHash?: Hash;
  /**
   * The vault's fee in a dry run, in hundredths of a percent of the spent amount. Missing when the fee was unknown at the start of the dry
   * run.
   */
  readonly feeBps?: number;
  readonly trade: AgentTrade;
};
export type SubmitParams = TradeParams & { readonly plan: TradePlan };
export type WithdrawParams = { readonly chainId: number; readonly tradeId: string };
export type RecordParams = {
  readonly recordId: string;
  readonly wallet: Address;
  readonly chainId: number;
  readonly link: AgentLink | null;
  readonly tradeId: string;
  readonly settled: SettledTx;
};
/** Parameters of the effect that stores notifications for a wallet. `at` is the time of the notified event, in UTC ms. */
export type NoteParams = {
  readonly recordId: string;
  readonly wallet: Address;
  readonly chainId: number;
  readonly agentId: number | null;
  readonly at: number;
  readonly notes: readonly ActivityNote[];
};
export type ReconcileParams = { readonly recordId: string; readonly chainId: number; readonly link: AgentLink | null };

type WithContext = { readonly context: AutopilotAgentContext };
type Step = WithContext & { readonly event: AutopilotAgentEvent };
type TickEvent = Extract<AutopilotAgentEvent, { type: 'TICK' }>;

const NO_TRADE: AgentTrade = {
  tradeId: '',
  intent: { strategyId: '', side: 'buy', tokenIn: NO_ADDRESS, tokenOut: NO_ADDRESS, amountIn: NO_UNITS, reason: '' },
  startedAtMs: 0,
};

export function tradeParams({ context }: WithContext): TradeParams {
  const { policy } = context.engineState;
  const trade = context.trade ?? NO_TRADE;
  // The strategy's type is stored with the trade record. When the agent is restored to an older state, the trades made after that state are
  // counted again, possibly under another policy. Counting them needs the types of their strategies.
  const intent = withStrategyType(trade.intent, policy);
  return {
    ...placeOf(context),
    link: context.link,
    slippageBps: policy.slippageBps,
    policyHash: context.policyHash,
    ...(context.paper?.feeBps === undefined ? {} : { feeBps: context.paper.feeBps }),
    trade: { ...trade, intent },
  };
}

export function withdrawParams({ context }: WithContext): WithdrawParams {
  return { chainId: context.engineState.policy.chainId, tradeId: context.trade?.tradeId ?? '' };
}

/**
 * Builds the parameters of the effect that records a settled trade. All data about the trade comes from the event, because the state of an
 * agent that was restored to an older state may not contain the trade.
 */
export function recordParams({ context, event }: Step): RecordParams {
  const at = { ...placeOf(context), link: context.link };
  if (event.type !== 'TX_SETTLED') return { ...at, tradeId: '', settled: { outcome: 'refused', txHash: null, reason: null } };
  const inBatch = event.inBatch === true ? { inBatch: true as const } : {};
  const settled: SettledTx = { outcome: event.outcome, txHash: event.txHash ?? null, reason: event.reason ?? null, ...inBatch };
  return { ...at, tradeId: event.requestKey, settled };
}

export function reconcileParams({ context }: WithContext): ReconcileParams {
  return { recordId: context.recordId, chainId: context.engineState.policy.chainId, link: context.link };
}

/** Builds the notification for a pause, a resume, a new policy or an expiry warning. */
export function noteOf(kind: 'pause' | 'resume' | 'policy-change' | 'expiry-warning'): (step: Step) => NoteParams {
  return (step) => notesOf(step, [whatHappened(kind, step)]);
}

function whatHappened(kind: ActivityNote['kind'], { context, event }: Step): ActivityNote {
  const strategyId = null;
  if (kind === 'pause') return { kind, strategyId, reason: 'The wallet paused the agent.', data: {} };
  if (kind === 'resume') return { kind, strategyId, reason: 'The wallet resumed the agent.', data: {} };
  if (kind === 'policy-change' && event.type === 'UPDATE') {
    const data = { from: context.policyHash, to: event.policyHash };
    return { kind, strategyId, reason: 'The wallet recorded a new policy.', data };
  }
  return expiryWarning(context);
}

/** Builds notifications about the strategies that the token safety check has started to block at this tick. */
export function safetyNotes(step: Step): NoteParams {
  const { context, event } = step;
  return notesOf(step, event.type === 'TICK' ? newlyUnsafeNotes(context, event) : []);
}

/**
 * Builds the notifications of a tick, apart from those about trades: the policy expires soon, or token safety has started to block a
 * strategy.
 */
export function tickNotes(context: AutopilotAgentContext, tick: TickEvent): readonly ActivityNote[] {
  const warning = expiryToWarnOf(context, tick.at) === null ? [] : [expiryWarning(context)];
  return [...warning, ...newlyUnsafeNotes(context, tick)];
}

function newlyUnsafeNotes(context: AutopilotAgentContext, tick: TickEvent): readonly ActivityNote[] {
  const judgement = evaluate(context, tick);
  return newlyUnsafe(context, judgement).map((strategyId) => {
    const outcome = judgement.outcomes[strategyId];
    return { kind: 'safety-block', strategyId, reason: outcome?.detail ?? '', data: { ...outcome?.numbers } };
  });
}

function expiryWarning({ engineState }: AutopilotAgentContext): ActivityNote {
  const reason = 'The policy expires within 48 hours. After that, nothing is traded.';
  return { kind: 'expiry-warning', strategyId: null, reason, data: { expiry: String(engineState.policy.limits.expiry) } };
}

/**
 * Builds the notification that a trade could not be planned. When several trades in a row cannot be planned, only the first of them causes
 * a notification.
 */
export function skipNote(step: Step): NoteParams {
  const { context, event } = step;
  if (event.type !== 'TRADE_SKIPPED' || context.trade === null) return notesOf(step, []);
  const { intent, tradeId } = context.trade;
  const { strategyId, side, tokenIn, tokenOut, amountIn } = intent;
  const isRepeat = (context.engineState.strategies[strategyId]?.failures ?? 0) > 0;
  const data = { tradeId, side, tokenIn, tokenOut, amountIn, outcome: event.kind };
  return notesOf(step, [{ kind: 'failure', strategyId, reason: event.detail, data, ...(isRepeat ? { isRepeat } : {}) }]);
}

/** Builds the notifications about protections that started or stopped blocking buys in the current step. */
export function untoldNotes(step: Step): NoteParams {
  return notesOf(step, step.context.untold ?? []);
}

function notesOf({ context, event }: Step, notes: readonly ActivityNote[]): NoteParams {
  return { ...placeOf(context), agentId: context.link?.agentId ?? null, at: event.at, notes };
}

function placeOf({ recordId, engineState }: AutopilotAgentContext): { recordId: string; wallet: Address; chainId: number } {
  return { recordId, wallet: engineState.policy.wallet, chainId: engineState.policy.chainId };
}
