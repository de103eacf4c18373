import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { compareRationals, divideRationals, parseRational } from '../../src/values/rational.ts';
import { withinHolding } from './cost-basis.ts';
import { withoutEnded } from './protections.ts';
import type { CostBasis, Standing } from './standing.ts';
import { holdingOf, isOutcome, priceOf, standingOf } from './strategies/scene.ts';
import { minusRationals } from './strategies/worth.ts';
import { watchDrawdown } from './watch-drawdown.ts';

/**
 * How far the budget token's price may move, in bps, before triggers are computed with a new price. A wider band means fewer writes, but
 * more wake-ups without a trade.
 */
export const BUDGET_BAND_BPS = 100;

/**
 * Updates the engine state from a tick's facts: highs since entry, holdings that the owner withdrew, the peak value, and pauses that ended.
 * Returns the same object when nothing changed, so that an idle tick writes nothing.
 */
export function watch(standing: Standing, facts: AgentFacts, agent: OnChainAgent, atMs: number): Standing {
  const isNewer = agent.blockTimeSec > standing.lastFillSec;
  let next = withoutEndedPauses(standing, atMs);
  if (isNewer) next = withBasisWithinHoldings(next, agent);
  const highs = watchHighs(next, facts, agent, isNewer);
  next = highs.standing;
  next = withBudgetPrice(next, facts);
  const drawdown = watchDrawdown(next, facts, agent, isNewer);
  next = drawdown.standing;
  const isSeen = isNewer && highs.isComplete && drawdown.isComplete;
  return isSeen && next.lookAtMs !== null ? { ...next, lookAtMs: null } : next;
}

/** Tokens whose trailing stop may still fire; for these the high since entry is stored. */
export function trailedTokens(standing: Standing): ReadonlySet<string> {
  return new Set(standing.policy.strategies.flatMap((strategy) => (isLiveTrail(standing, strategy) ? [strategy.token] : [])));
}

function isLiveTrail(standing: Standing, strategy: Strategy): strategy is Extract<Strategy, { type: 'stop_loss' }> {
  if (strategy.type !== 'stop_loss' || strategy.trailBps === undefined || strategy.enabled === false) return false;
  return !standingOf(standing, strategy.id).isOver;
}

/** Whether an exit compares an average cost (in budget tokens) with a price (in dollars), which needs the budget token's price. */
export function usesBudgetPrice({ policy, basis }: Standing): boolean {
  return policy.strategies.some((strategy) => {
    if (strategy.enabled === false || (strategy.type !== 'take_profit' && strategy.type !== 'stop_loss')) return false;
    const isByCost = strategy.type === 'take_profit' ? strategy.gainBps !== undefined : strategy.lossBps !== undefined;
    return isByCost && basis[strategy.token] !== undefined;
  });
}

function withoutEndedPauses(standing: Standing, atMs: number): Standing {
  const protection = withoutEnded(standing.protection, atMs);
  const ended = Object.entries(standing.strategies).filter(([, one]) => one.cooldownUntilMs !== 0 && one.cooldownUntilMs <= atMs);
  if (protection === standing.protection && ended.length === 0) return standing;
  const strategies = { ...standing.strategies };
  for (const [id, one] of ended) strategies[id] = { ...one, cooldownUntilMs: 0 };
  return { ...standing, protection, strategies };
}

function withBasisWithinHoldings(standing: Standing, agent: OnChainAgent): Standing {
  const entries = Object.entries(standing.basis);
  const kept: (readonly [string, CostBasis])[] = entries.flatMap(([token, basis]) => {
    const left = withinHolding(basis, holdingOf(agent, token));
    return left === null ? [] : [[token, left] as const];
  });
  const isSame = kept.length === entries.length && kept.every(([token, basis]) => basis === standing.basis[token]);
  return isSame ? standing : { ...standing, basis: Object.fromEntries(kept) };
}

/**
 * Updates the highs since entry. A high starts when the vault holds some of the token (a buy starts it at the buy's own tick) and is
 * removed when it holds none. Only trusted prices raise it: a stop below a false high would sell at once.
 */
function watchHighs(
  standing: Standing,
  facts: AgentFacts,
  agent: OnChainAgent,
  isNewer: boolean,
): { standing: Standing; isComplete: boolean } {
  const trailed = trailedTokens(standing);
  const highs: Record<string, string> = {};
  let isComplete = true;
  for (const token of new Set([...trailed, ...Object.keys(standing.highs)])) {
    const high = standing.highs[token];
    const isHeld = holdingOf(agent, token) > 0n || (high !== undefined && !isNewer);
    if (!trailed.has(token) || !isHeld) continue;
    const price = priceOf(facts, standing, token);
    const isTrusted = !isOutcome(price) && price.isTrusted;
    if (isTrusted && (high === undefined || compareRationals(price.usd, parseRational(high)) > 0)) highs[token] = price.text;
    else if (high !== undefined) highs[token] = high;
    else isComplete = false;
  }
  return { standing: sameTexts(highs, standing.highs) ? standing : { ...standing, highs }, isComplete };
}

function withBudgetPrice(standing: Standing, facts: AgentFacts): Standing {
  if (!usesBudgetPrice(standing)) return standing;
  const price = priceOf(facts, standing, standing.policy.budgetToken);
  if (isOutcome(price)) return standing;
  if (standing.budgetUsd !== null) {
    const reference = parseRational(standing.budgetUsd);
    const { numerator, denominator } = divideRationals(minusRationals(price.usd, reference), reference);
    const distance = { numerator: numerator < 0n ? -numerator : numerator, denominator };
    if (compareRationals(distance, { numerator: BigInt(BUDGET_BAND_BPS), denominator: 10_000n }) < 0) return standing;
  }
  return price.text === standing.budgetUsd ? standing : { ...standing, budgetUsd: price.text };
}

function sameTexts(a: Readonly<Record<string, string>>, b: Readonly<Record<string, string>>): boolean {
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => a[name] === b[name]);
}
