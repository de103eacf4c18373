import type { Address } from '../../src/values/address.ts';
import type { AgentFacts, OnChainAgent } from '../../src/values/autopilot/facts.ts';
import type { Outcome, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { compareRationals, parseRational } from '../../src/values/rational.ts';
import type { EngineState, StrategyState } from './engine-state.ts';
import { evaluateDca, hasMadeAllRuns } from './strategies/dca.ts';
import { evaluateDipBuy } from './strategies/dip-buy.ts';
import {
  type EvaluationContext,
  engineStateOf,
  holdingOf,
  idle,
  isOutcome,
  outcome,
  priceOf,
  type StrategyResult,
  tokenOf,
} from './strategies/evaluation-context.ts';
import { evaluateExit } from './strategies/exit.ts';
import { evaluateRebalance } from './strategies/rebalance.ts';
import { isDust } from './strategies/worth.ts';
import { trailedTokens, watch } from './watch.ts';

export type Evaluation = {
  /** Outcomes by strategy id, one for each strategy of the policy. */
  readonly outcomes: Readonly<Record<string, Outcome>>;
  /**
   * The trade to make now: the trade of the first strategy, in the policy's order, that fires and fits the limits. Null when there is none.
   */
  readonly trade: TradeIntent | null;
  /** The agent's engine state to store; the same object as before when the evaluation changed nothing. */
  readonly noted: EngineState;
};

/**
 * Evaluates all strategies of an agent for one tick, and returns the trade to make and an explanation for each strategy. The function is
 * pure; amounts and prices are exact. The caller must have checked that the vault contains the hash of the agent's policy. The counters of
 * a strategy are not changed here, but later when its trade has been filled or has failed.
 * @param atMs the tick's time, UTC ms
 */
export function evaluateStrategies(engineState: EngineState, facts: AgentFacts, atMs: number): Evaluation {
  const { agent } = facts;
  if (agent === null) return allAlike(engineState, outcome('chain-unreadable', 'The vault could not be read.'));
  if (agent.blockTimeSec < engineState.lastFillSec) {
    const numbers = { blockTimeSec: `${agent.blockTimeSec}`, lastFillSec: `${engineState.lastFillSec}` };
    return allAlike(
      engineState,
      outcome('chain-unreadable', "The vault's data is older than the last trade, so the strategy waits for newer data.", numbers),
    );
  }
  const watched = watch(engineState, facts, agent, atMs);
  if (!agent.active) return allAlike(watched, outcome('inactive-on-chain', 'The owner has switched the agent off in the vault.'));

  const evaluation: EvaluationContext = { engineState: watched, facts, agent, atMs };
  const outcomes: Record<string, Outcome> = {};
  const changed: Record<string, StrategyState> = {};
  let trade: TradeIntent | null = null;
  for (const strategy of watched.policy.strategies) {
    const strategyResult = evaluate(evaluation, strategy);
    if (strategyResult.noted !== engineStateOf(watched, strategy.id)) changed[strategy.id] = strategyResult.noted;
    outcomes[strategy.id] = strategyResult.outcome;
    if (strategyResult.trade === null) continue;
    if (trade === null) trade = strategyResult.trade;
    else outcomes[strategy.id] = superseded(strategyResult.outcome, trade.strategyId);
  }
  const isSame = Object.keys(changed).length === 0;
  const noted = isSame ? watched : { ...watched, strategies: { ...watched.strategies, ...changed } };
  return { outcomes, trade, noted: trade?.side === 'buy' ? withEntry(noted, facts, agent, trade.tokenOut) : noted };
}

function evaluate(evaluation: EvaluationContext, strategy: Strategy): StrategyResult {
  const was = engineStateOf(evaluation.engineState, strategy.id);
  const expired = expiryOf(evaluation, strategy);
  if (expired !== null) return idle(was.isOver ? was : { ...was, isOver: true }, expired);
  if (strategy.enabled === false) return idle(was, outcome('disabled', 'The strategy is switched off.'));
  switch (strategy.type) {
    case 'dca': {
      if (!hasMadeAllRuns(strategy, was.runs)) return evaluateDca(evaluation, strategy);
      return idle(
        was,
        outcome('finished', 'The strategy has made all of its runs.', { runs: `${was.runs}`, maxRuns: `${strategy.maxRuns}` }),
      );
    }
    case 'dip_buy':
      return evaluateDipBuy(evaluation, strategy);
    case 'take_profit':
    case 'stop_loss':
      return evaluateExit(evaluation, strategy);
    case 'rebalance':
      return evaluateRebalance(evaluation, strategy);
  }
}

/**
 * Returns the outcome `expired` when the policy or the strategy has expired, else null. Like the vault, this function accepts trades up to
 * and including the second of the policy's expiry; a strategy has already expired at its own expiry time. The current time is our clock or
 * the vault's block time, whichever is later.
 */
function expiryOf({ engineState, agent, atMs }: EvaluationContext, strategy: Strategy): Outcome | null {
  const timeSec = Math.max(Math.floor(atMs / 1000), agent.blockTimeSec);
  const expirySec = Math.min(engineState.policy.limits.expiry, agent.limits.expirySec);
  if (timeSec > expirySec) return outcome('expired', 'The policy has expired.', { expirySec: `${expirySec}` });
  if (strategy.expiresAt === undefined || timeSec < strategy.expiresAt) return null;
  return outcome('expired', 'The strategy has expired.', { expirySec: `${strategy.expiresAt}` });
}

/**
 * Stores the price at which a buy of a token was decided as the token's highest price since entry (since the agent got the token). An
 * existing highest price is replaced if it is lower, or if it belongs to a tiny remainder of earlier holdings.
 */
function withEntry(engineState: EngineState, facts: AgentFacts, agent: OnChainAgent, token: Address): EngineState {
  if (!trailedTokens(engineState).has(token)) return engineState;
  const price = priceOf(facts, engineState, token);
  if (isOutcome(price) || !price.isTrusted) return engineState;
  const high = engineState.highs[token];
  const isEntry = high === undefined || isDust(holdingOf(agent, token), price.usd, tokenOf(engineState, token).decimals);
  if (!isEntry && compareRationals(price.usd, parseRational(high)) <= 0) return engineState;
  return high === price.text ? engineState : { ...engineState, highs: { ...engineState.highs, [token]: price.text } };
}

function superseded({ detail, numbers }: Outcome, by: string): Outcome {
  return outcome('superseded', `In this evaluation, the strategy "${by}" acts first. ${detail}`, { ...numbers, by });
}

function allAlike(noted: EngineState, why: Outcome): Evaluation {
  return { outcomes: Object.fromEntries(noted.policy.strategies.map(({ id }) => [id, why])), trade: null, noted };
}
