import type { EngineState } from '../../machines/autopilot-agent/engine-state.ts';
import { exitLevelOf } from '../../machines/autopilot-agent/exit-level.ts';
import { tokenOf } from '../../machines/autopilot-agent/strategies/evaluation-context.ts';
import type { Address } from '../../src/values/address.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { numberText, percentText } from '../../src/values/inspection/plain-number.ts';
import { durationText } from '../../src/values/inspection/plain-time.ts';
import { formatRational } from '../../src/values/rational.ts';

const LEVEL_DIGITS = 18;

/**
 * Describes the condition that a strategy waits for, from the strategy's configuration and the engine state (what the strategies remember),
 * for example `it buys when WETH is 5 % under its highest price of 1 day`.
 */
export function conditionOf(engineState: EngineState, strategy: Strategy): string {
  switch (strategy.type) {
    case 'dca':
      return `it buys ${symbolOf(engineState, strategy.tokenOut)} for ${numberText(strategy.amount)} ${budgetSymbol(engineState)} every ${lengthOf(strategy.intervalSeconds)}`;
    case 'dip_buy':
      return `it buys when ${symbolOf(engineState, strategy.tokenOut)} is ${percentText(strategy.dropBps)} under its highest price of the last ${lengthOf(strategy.lookbackSeconds)}`;
    case 'take_profit':
    case 'stop_loss':
      return exitCondition(engineState, strategy);
    case 'rebalance':
      return `it trades when the share of a token differs from its target by more than ${percentText(strategy.driftBps)}`;
  }
}

function exitCondition(engineState: EngineState, strategy: Extract<Strategy, { type: 'take_profit' | 'stop_loss' }>): string {
  const symbol = symbolOf(engineState, strategy.token);
  const isStop = strategy.type === 'stop_loss';
  const level = exitLevelOf(engineState, strategy);
  if (level === null) {
    const missing =
      isStop && strategy.trailBps !== undefined
        ? `a trusted price of ${symbol} since its purchase`
        : `${symbol} that the agent itself has bought`;
    return `the strategy cannot act without ${missing}`;
  }
  const unit = level.unit === 'usd' ? 'dollars' : budgetSymbol(engineState);
  return `it sells when ${symbol} is ${isStop ? 'at or under' : 'at or over'} ${numberText(formatRational(level.at, LEVEL_DIGITS))} ${unit}`;
}

export function symbolOf(engineState: EngineState, token: Address): string {
  return engineState.tokens[token]?.symbol ?? token;
}

export function budgetSymbol(engineState: EngineState): string {
  return tokenOf(engineState, engineState.policy.budgetToken).symbol;
}

/** Returns the token that a strategy trades; for a rebalance, the budget token. */
export function tokenOfStrategy(engineState: EngineState, strategy: Strategy): Address {
  if (strategy.type === 'rebalance') return engineState.policy.budgetToken;
  return 'token' in strategy ? strategy.token : strategy.tokenOut;
}

/** Formats a duration in seconds so that the text can follow "every" or "the last", for example `hour`, `2 days`. */
function lengthOf(seconds: number): string {
  return durationText(seconds * 1_000).replace(/^1 /, '');
}
