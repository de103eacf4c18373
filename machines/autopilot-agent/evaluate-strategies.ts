import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Outcome, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { compareRationals, parseRational } from '../../src/values/rational.ts';
import type { Standing, StrategyStanding } from './standing.ts';
import { judgeDca } from './strategies/dca.ts';
import { judgeDipBuy } from './strategies/dip-buy.ts';
import { judgeExit } from './strategies/exit.ts';
import { judgeRebalance } from './strategies/rebalance.ts';
import { holdingOf, idle, isOutcome, outcome, priceOf, type Scene, standingOf, tokenOf, type Verdict } from './strategies/scene.ts';
import { isDust } from './strategies/worth.ts';
import { trailedTokens, watch } from './watch.ts';

export type Evaluation = {
  /** Results by strategy id, one for each strategy of the policy. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /** The trade to make now: that of the first strategy, in the policy's order, that fires and fits the limits. Null: none. */
  readonly trade: TradeIntent | null;
  /** The engine state to store; the same object when nothing changed. */
  readonly noted: Standing;
};

/**
 * Evaluates all strategies of an agent for one tick and returns the trade to make, with a reason for each strategy. Pure; amounts and
 * prices are exact. The caller checks that the policy's hash is the vault's. Firing alone changes no strategy's counters: the fill or the
 * failure of the trade is applied later.
 *
 * @param atMs the tick's time, UTC ms
 */
export function evaluateStrategies(standing: Standing, facts: AgentFacts, atMs: number): Evaluation {
  const { agent } = facts;
  if (agent === null) return allAlike(standing, outcome('chain-unreadable', 'The vault could not be read.'));
  if (agent.blockTimeSec < standing.lastFillSec) {
    const numbers = { blockTimeSec: `${agent.blockTimeSec}`, lastFillSec: `${standing.lastFillSec}` };
    return allAlike(standing, outcome('chain-unreadable', 'The vault was read as it was before the last fill.', numbers));
  }
  const watched = watch(standing, facts, agent, atMs);
  if (!agent.active) return allAlike(watched, outcome('inactive-on-chain', 'Its owner has switched the agent off in the vault.'));

  const scene: Scene = { standing: watched, facts, agent, atMs };
  const outcomes: Record<string, Outcome> = {};
  const changed: Record<string, StrategyStanding> = {};
  let trade: TradeIntent | null = null;
  for (const strategy of watched.policy.strategies) {
    const verdict = judge(scene, strategy);
    if (verdict.noted !== standingOf(watched, strategy.id)) changed[strategy.id] = verdict.noted;
    outcomes[strategy.id] = verdict.outcome;
    if (verdict.trade === null) continue;
    if (trade === null) trade = verdict.trade;
    else outcomes[strategy.id] = superseded(verdict.outcome, trade.strategyId);
  }
  const isSame = Object.keys(changed).length === 0;
  const noted = isSame ? watched : { ...watched, strategies: { ...watched.strategies, ...changed } };
  return { outcomes, trade, noted: trade?.side === 'buy' ? withEntry(noted, facts, agent, trade.tokenOut) : noted };
}

function judge(scene: Scene, strategy: Strategy): Verdict {
  const was = standingOf(scene.standing, strategy.id);
  const expired = expiryOf(scene, strategy);
  if (expired !== null) return idle(was.isOver ? was : { ...was, isOver: true }, expired);
  if (strategy.enabled === false) return idle(was, outcome('disabled', 'It is switched off.'));
  switch (strategy.type) {
    case 'dca': {
      if (strategy.maxRuns === undefined || was.runs < strategy.maxRuns) return judgeDca(scene, strategy);
      return idle(was, outcome('finished', 'It has made all of its runs.', { runs: `${was.runs}`, maxRuns: `${strategy.maxRuns}` }));
    }
    case 'dip_buy':
      return judgeDipBuy(scene, strategy);
    case 'take_profit':
    case 'stop_loss':
      return judgeExit(scene, strategy);
    case 'rebalance':
      return judgeRebalance(scene, strategy);
  }
}

/**
 * Returns the outcome `expired` when the policy or the strategy has expired, else null. A policy ends after its expiry, as in the vault; a
 * strategy ends at its own. Uses the later of our clock and the vault's block time.
 */
function expiryOf({ standing, agent, atMs }: Scene, strategy: Strategy): Outcome | null {
  const timeSec = Math.max(Math.floor(atMs / 1000), agent.blockTimeSec);
  const expirySec = Math.min(standing.policy.limits.expiry, agent.limits.expirySec);
  if (timeSec > expirySec) return outcome('expired', 'The policy has expired.', { expirySec: `${expirySec}` });
  if (strategy.expiresAt === undefined || timeSec < strategy.expiresAt) return null;
  return outcome('expired', 'The strategy has expired.', { expirySec: `${strategy.expiresAt}` });
}

/**
 * Starts the high since entry at the price on which a buy is decided. A high left from a tiny remainder of an earlier entry is replaced.
 */
function withEntry(standing: Standing, facts: AgentFacts, agent: OnChainAgent, token: string): Standing {
  if (!trailedTokens(standing).has(token)) return standing;
  const price = priceOf(facts, standing, token);
  if (isOutcome(price) || !price.isTrusted) return standing;
  const high = standing.highs[token];
  const isEntry = high === undefined || isDust(holdingOf(agent, token), price.usd, tokenOf(standing, token).decimals);
  if (!isEntry && compareRationals(price.usd, parseRational(high)) <= 0) return standing;
  return high === price.text ? standing : { ...standing, highs: { ...standing.highs, [token]: price.text } };
}

function superseded({ detail, numbers }: Outcome, by: string): Outcome {
  return outcome('superseded', `"${by}" comes first at this tick. ${detail}`, { ...numbers, by });
}

function allAlike(noted: Standing, why: Outcome): Evaluation {
  return { outcomes: Object.fromEntries(noted.policy.strategies.map(({ id }) => [id, why])), trade: null, noted };
}
