import { type Address, addressesIn, entriesByAddress } from '../../src/values/address.ts';
import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import type { CostBasis } from '../../src/values/cost-basis.ts';
import { withinHolding } from '../../src/values/cost-basis.ts';
import { compareRationals, divideRationals, parseRational } from '../../src/values/rational.ts';
import type { EngineState } from './engine-state.ts';
import { withoutEnded } from './protections.ts';
import { engineStateOf, holdingOf, isOutcome, priceOf } from './strategies/evaluation-context.ts';
import { minusRationals } from './strategies/worth.ts';
import { watchDrawdown } from './watch-drawdown.ts';

/**
 * How far the budget token's price may move, in basis points, before the triggers that wake an agent are computed again with the new price.
 * A wider range would cause fewer writes, but would wake agents more often without a trade.
 */
export const BUDGET_BAND_BPS = 100;

/**
 * Updates the engine state from a tick's facts (external data): the highest prices since the agent got a token, holdings that the owner
 * withdrew, the peak value, and pauses that ended. Returns the same object when nothing changed, so that an idle tick writes nothing.
 */
export function watch(engineState: EngineState, facts: AgentFacts, agent: OnChainAgent, atMs: number): EngineState {
  const isNewer = agent.blockTimeSec > engineState.lastFillSec;
  let next = withoutEndedPauses(engineState, atMs);
  if (isNewer) next = withBasisWithinHoldings(next, agent);
  const highs = watchHighs(next, facts, agent, isNewer);
  next = highs.engineState;
  next = withBudgetPrice(next, facts);
  const drawdown = watchDrawdown(next, facts, agent, isNewer);
  next = drawdown.engineState;
  const isSeen = isNewer && highs.isComplete && drawdown.isComplete;
  return isSeen && next.lookAtMs !== null ? { ...next, lookAtMs: null } : next;
}

/**
 * Returns the tokens with a trailing stop that can still fire. Only for these tokens, the highest price since the agent got the token is
 * stored.
 */
export function trailedTokens(engineState: EngineState): ReadonlySet<Address> {
  return new Set(engineState.policy.strategies.flatMap((strategy) => (isLiveTrail(engineState, strategy) ? [strategy.token] : [])));
}

function isLiveTrail(engineState: EngineState, strategy: Strategy): strategy is Extract<Strategy, { type: 'stop_loss' }> {
  if (strategy.type !== 'stop_loss' || strategy.trailBps === undefined || strategy.enabled === false) return false;
  return !engineStateOf(engineState, strategy.id).isOver;
}

/**
 * Whether an exit strategy (stop loss or take profit) compares an average cost, which is in budget tokens, with a price, which is in
 * dollars. Such a comparison needs the dollar price of the budget token.
 */
export function usesBudgetPrice({ policy, basis }: EngineState): boolean {
  return policy.strategies.some((strategy) => {
    if (strategy.enabled === false || (strategy.type !== 'take_profit' && strategy.type !== 'stop_loss')) return false;
    const isByCost = strategy.type === 'take_profit' ? strategy.gainBps !== undefined : strategy.lossBps !== undefined;
    return isByCost && basis[strategy.token] !== undefined;
  });
}

function withoutEndedPauses(engineState: EngineState, atMs: number): EngineState {
  const protection = withoutEnded(engineState.protection, atMs);
  const ended = Object.entries(engineState.strategies).filter(([, one]) => one.cooldownUntilMs !== 0 && one.cooldownUntilMs <= atMs);
  if (protection === engineState.protection && ended.length === 0) return engineState;
  const strategies = { ...engineState.strategies };
  for (const [id, one] of ended) strategies[id] = { ...one, cooldownUntilMs: 0 };
  return { ...engineState, protection, strategies };
}

function withBasisWithinHoldings(engineState: EngineState, agent: OnChainAgent): EngineState {
  const entries = entriesByAddress(engineState.basis);
  const kept: (readonly [Address, CostBasis])[] = entries.flatMap(([token, basis]) => {
    const left = withinHolding(basis, holdingOf(agent, token));
    return left === null ? [] : [[token, left] as const];
  });
  const isSame = kept.length === entries.length && kept.every(([token, basis]) => basis === engineState.basis[token]);
  return isSame ? engineState : { ...engineState, basis: Object.fromEntries(kept) };
}

/**
 * Updates the highest prices since entry, that is, since the agent got a token. A highest price is stored when the vault holds the token,
 * or already when a buy of the token is decided. It is removed when the vault holds none of the token. Only trusted prices can raise a
 * stored highest price, because a false high price would make a trailing stop sell immediately.
 */
function watchHighs(
  engineState: EngineState,
  facts: AgentFacts,
  agent: OnChainAgent,
  isNewer: boolean,
): { engineState: EngineState; isComplete: boolean } {
  const trailed = trailedTokens(engineState);
  const highs: Record<Address, string> = {};
  let isComplete = true;
  for (const token of new Set([...trailed, ...addressesIn(engineState.highs)])) {
    const high = engineState.highs[token];
    const isHeld = holdingOf(agent, token) > 0n || (high !== undefined && !isNewer);
    if (!trailed.has(token) || !isHeld) continue;
    const price = priceOf(facts, engineState, token);
    const isTrusted = !isOutcome(price) && price.isTrusted;
    if (isTrusted && (high === undefined || compareRationals(price.usd, parseRational(high)) > 0)) highs[token] = price.text;
    else if (high !== undefined) highs[token] = high;
    else isComplete = false;
  }
  return { engineState: sameTexts(highs, engineState.highs) ? engineState : { ...engineState, highs }, isComplete };
}

function withBudgetPrice(engineState: EngineState, facts: AgentFacts): EngineState {
  if (!usesBudgetPrice(engineState)) return engineState;
  const price = priceOf(facts, engineState, engineState.policy.budgetToken);
  if (isOutcome(price)) return engineState;
  if (engineState.budgetUsd !== null) {
    const reference = parseRational(engineState.budgetUsd);
    const { numerator, denominator } = divideRationals(minusRationals(price.usd, reference), reference);
    const distance = { numerator: numerator < 0n ? -numerator : numerator, denominator };
    if (compareRationals(distance, { numerator: BigInt(BUDGET_BAND_BPS), denominator: 10_000n }) < 0) return engineState;
  }
  return price.text === engineState.budgetUsd ? engineState : { ...engineState, budgetUsd: price.text };
}

function sameTexts(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
