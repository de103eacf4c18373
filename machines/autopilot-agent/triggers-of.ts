import type { Address } from '../../src/values/address.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { multiplyRationals, parseRational, type Rational } from '../../src/values/rational.ts';
import { doubleOf } from '../../src/values/trigger-value.ts';
import type { AgentTrigger, EngineState } from './engine-state.ts';
import { exitLevelOf } from './exit-level.ts';
import { buyBlockOf } from './protections.ts';
import { hasMadeAllRuns } from './strategies/dca.ts';
import { engineStateOf } from './strategies/evaluation-context.ts';
import { onePlusBps } from './strategies/worth.ts';
import { BUDGET_BAND_BPS, trailedTokens, usesBudgetPrice } from './watch.ts';

/** The conditions that wake an agent: the time `dueAtMs` (UTC ms; null for no fixed time) has come, or one of the triggers holds. */
export type WakeConditions = { readonly dueAtMs: number | null; readonly triggers: readonly AgentTrigger[] };

type WakeCondition = { readonly dueAtMs: number } | AgentTrigger;

/**
 * Computes when an agent must be woken, so that it makes the same trades as an agent that is woken at every tick. A paused strategy is due
 * at the end of its pause. A strategy that waits for nothing requests no tick. For conditions without a trigger (a rebalance in progress, a
 * blocked buy, a drawdown), the agent is woken at every tick, or whenever the token has a price.
 * `seesMoves`: whether the caller evaluates the agent after each deposit or withdrawal of its owner. If not, an agent with a trailing stop
 * for a token that it does not hold is woken at each tick, because a deposited token would otherwise not be protected by the stop.
 */
export function triggersOf(engineState: EngineState, { seesMoves = false }: { readonly seesMoves?: boolean } = {}): WakeConditions {
  const wakeConditions: WakeCondition[] = engineState.policy.strategies.flatMap((strategy) => wakeConditionsOf(engineState, strategy));
  for (const token of trailedTokens(engineState)) {
    const high = engineState.highs[token];
    if (high !== undefined) wakeConditions.push(atLeast(priceTopic(engineState, token), parseRational(high)));
    else if (!seesMoves) wakeConditions.push(always(engineState, token));
  }
  wakeConditions.push(...budgetWakeConditions(engineState));
  wakeConditions.push(...protectionEnds(engineState));
  if (engineState.lookAtMs !== null) wakeConditions.push({ dueAtMs: engineState.lookAtMs });
  const due = wakeConditions.flatMap((condition) => ('dueAtMs' in condition ? [condition.dueAtMs] : []));
  const triggers = new Map(
    wakeConditions.flatMap((condition) =>
      'topic' in condition ? [[`${condition.topic} ${condition.op} ${condition.value}`, condition] as const] : [],
    ),
  );
  return { dueAtMs: due.length === 0 ? null : Math.min(...due), triggers: [...triggers.values()] };
}

/**
 * Returns the times at which protections end. The agent is woken at each of them, because the wallet is notified of the end even if no
 * strategy waits for the end.
 */
function protectionEnds({ protection: { buyStop, tokenCooldowns } }: EngineState): readonly WakeCondition[] {
  const ends = Object.values(tokenCooldowns);
  return [...ends, ...(buyStop?.untilMs == null ? [] : [buyStop.untilMs])].map((dueAtMs) => ({ dueAtMs }));
}

function wakeConditionsOf(engineState: EngineState, strategy: Strategy): readonly WakeCondition[] {
  const was = engineStateOf(engineState, strategy.id);
  if (strategy.enabled === false || was.isOver) return [];
  const wakeConditions = wakeConditionsByType(engineState, strategy);
  const { expiresAt } = strategy;
  return expiresAt === undefined
    ? wakeConditions
    : wakeConditions.filter((condition) => !('dueAtMs' in condition) || condition.dueAtMs < expiresAt * 1000);
}

function wakeConditionsByType(engineState: EngineState, strategy: Strategy): readonly WakeCondition[] {
  const was = engineStateOf(engineState, strategy.id);
  const cooldown: readonly WakeCondition[] = was.cooldownUntilMs === 0 ? [] : [{ dueAtMs: was.cooldownUntilMs }];
  switch (strategy.type) {
    case 'dca': {
      if (hasMadeAllRuns(strategy, was.runs)) return [];
      const opensAtMs = buysOpenAtMs(engineState, strategy.tokenOut);
      return opensAtMs === null ? [] : [{ dueAtMs: Math.max(was.nextAtMs ?? 0, was.cooldownUntilMs, opensAtMs) }];
    }
    case 'dip_buy': {
      const opensAtMs = buysOpenAtMs(engineState, strategy.tokenOut);
      if (opensAtMs === null) return [];
      const waitsUntilMs = Math.max(was.cooldownUntilMs, opensAtMs);
      if (waitsUntilMs > 0) return [{ dueAtMs: waitsUntilMs }];
      const topic = `drop/${engineState.policy.chainId}/${strategy.tokenOut}/${strategy.lookbackSeconds}`;
      return [{ topic, op: 'at-least', value: strategy.dropBps }];
    }
    case 'take_profit':
      return cooldown.length > 0 ? cooldown : levelWakeConditions(engineState, strategy, 'at-least');
    case 'stop_loss':
      if (was.waitsForRecovery) return [...cooldown, ...levelWakeConditions(engineState, strategy, 'at-least')];
      return cooldown.length > 0 ? cooldown : levelWakeConditions(engineState, strategy, 'at-most');
    case 'rebalance':
      return [{ dueAtMs: Math.max(was.nextAtMs ?? 0, was.cooldownUntilMs) }];
  }
}

/**
 * Returns when buys of a token are no longer blocked (UTC ms): 0 when they are not blocked, null when they are blocked until the policy is
 * updated.
 */
function buysOpenAtMs(engineState: EngineState, token: Address): number | null {
  const block = buyBlockOf(engineState, token);
  return block === null ? 0 : block.untilMs;
}

/**
 * Builds the trigger for the price at which an exit strategy sells. A price in budget tokens is converted to dollars with the stored price
 * of the budget token. The stored price is updated only when the market price differs from it by more than a fixed range, so the trigger's
 * bound is widened by this range.
 */
function levelWakeConditions(
  engineState: EngineState,
  strategy: Extract<Strategy, { token: Address }>,
  op: 'at-least' | 'at-most',
): readonly WakeCondition[] {
  const level = exitLevelOf(engineState, strategy);
  if (level === null) return [];
  const { budgetUsd } = engineState;
  if (level.unit === 'budget' && budgetUsd === null) return [];
  const topic = priceTopic(engineState, strategy.token);
  const band = onePlusBps(op === 'at-least' ? -BUDGET_BAND_BPS : BUDGET_BAND_BPS);
  const usd =
    level.unit === 'usd' || budgetUsd === null ? level.at : multiplyRationals(multiplyRationals(level.at, parseRational(budgetUsd)), band);
  return [op === 'at-least' ? atLeast(topic, usd) : atMost(topic, usd)];
}

function budgetWakeConditions(engineState: EngineState): readonly WakeCondition[] {
  const { policy, protection, budgetUsd } = engineState;
  const topic = priceTopic(engineState, policy.budgetToken);
  const isDrawdownWatched = policy.protections?.maxDrawdownBps !== undefined && protection.buyStop?.reason !== 'max-drawdown';
  const isExposed = Object.keys(protection.holdings).some((token) => token !== policy.budgetToken);
  const isReckoned = usesBudgetPrice(engineState);
  if ((isDrawdownWatched && isExposed) || (isReckoned && budgetUsd === null)) return [always(engineState, policy.budgetToken)];
  if (!isReckoned || budgetUsd === null) return [];
  const reference = parseRational(budgetUsd);
  return [
    atLeast(topic, multiplyRationals(reference, onePlusBps(BUDGET_BAND_BPS))),
    atMost(topic, multiplyRationals(reference, onePlusBps(-BUDGET_BAND_BPS))),
  ];
}

function priceTopic({ policy }: EngineState, token: Address): string {
  return `price/${policy.chainId}/${token}`;
}

/** Builds a trigger that wakes the agent whenever the token has any price. */
function always(engineState: EngineState, token: Address): AgentTrigger {
  return { topic: priceTopic(engineState, token), op: 'at-least', value: 0 };
}

function atLeast(topic: string, value: Rational): AgentTrigger {
  return { topic, op: 'at-least', value: doubleOf(value, 'below') };
}

function atMost(topic: string, value: Rational): AgentTrigger {
  return { topic, op: 'at-most', value: doubleOf(value, 'above') };
}
