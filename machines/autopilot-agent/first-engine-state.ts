import type { ByAddress } from '../../src/values/address.ts';
import type { AgentToken, AutopilotPolicy, Strategy } from '../../src/values/autopilot/policy.ts';
import { NO_UNITS } from '../../src/values/base-units.ts';
import type { EngineState, StrategyState } from './engine-state.ts';

/** Creates the engine state of a new agent: no tokens bought, no highest price stored, every strategy in its initial state. */
export function firstEngineState(policy: AutopilotPolicy, tokens: ByAddress<AgentToken>, nowMs: number): EngineState {
  return {
    policy,
    tokens,
    strategies: Object.fromEntries(policy.strategies.map((strategy) => [strategy.id, firstOf(strategy, nowMs)])),
    basis: {},
    highs: {},
    lastFillSec: 0,
    lookAtMs: nowMs,
    budgetUsd: null,
    protection: { buyStop: null, losses: [], tokenCooldowns: {}, peakValue: NO_UNITS, holdings: {} },
  };
}

/**
 * The state of a strategy that has not traded yet. A scheduled strategy is first due at its `startAt`, or immediately if it has no
 * `startAt`.
 */
export function firstOf(strategy: Strategy, nowMs: number): StrategyState {
  return {
    runs: 0,
    lastFillAtMs: null,
    nextAtMs: firstRunAtMs(strategy, nowMs),
    cooldownUntilMs: 0,
    failures: 0,
    lastFailure: null,
    waitsForRecovery: false,
    isOver: false,
  };
}

function firstRunAtMs(strategy: Strategy, nowMs: number): number | null {
  if (strategy.type === 'dca') return strategy.startAt === undefined ? nowMs : strategy.startAt * 1000;
  return strategy.type === 'rebalance' ? nowMs : null;
}
