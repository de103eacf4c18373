import { type ByAddress, entriesByAddress } from '../../src/values/address.ts';
import type { AgentToken, AutopilotPolicy, DcaStrategy, RebalanceStrategy, Strategy } from '../../src/values/autopilot/policy.ts';
import { NO_UNITS } from '../../src/values/base-units.ts';
import type { EngineState, StrategyState } from './engine-state.ts';
import { firstOf } from './first-engine-state.ts';
import { nextOnGrid } from './strategies/schedule.ts';

/**
 * Computes the engine state after a policy update. A strategy that keeps its id and type keeps its number of runs, its schedule, and its
 * pause after a fill, because an update must not bypass a cooldown. Its failures are cleared, because the update may fix their cause. Cost
 * bases are kept, and buys that are blocked after losses stay blocked until the scheduled end. A block after a drawdown ends, and the peak
 * value is reset.
 */
export function updateEngineState(
  engineState: EngineState,
  policy: AutopilotPolicy,
  tokens: ByAddress<AgentToken>,
  atMs: number,
): EngineState {
  const before = new Map(engineState.policy.strategies.map((strategy) => [strategy.id, strategy]));
  const strategies = policy.strategies.map((strategy) => {
    const old = before.get(strategy.id);
    const was = engineState.strategies[strategy.id];
    const isKept = old !== undefined && was !== undefined && old.type === strategy.type;
    return [strategy.id, isKept ? kept(was, old, strategy, atMs) : firstOf(strategy, atMs)] as const;
  });
  const { protection } = engineState;
  const isSameBudget = policy.budgetToken === engineState.policy.budgetToken;
  const keepsLosses = policy.protections?.maxLosses !== undefined && isSameBudget;
  return {
    policy,
    tokens,
    strategies: Object.fromEntries(strategies),
    // Costs are in units of the budget token. If the budget token changes, the stored costs have no meaning any more and are dropped.
    basis: isSameBudget ? onlyOf(engineState.basis, tokens) : {},
    highs: onlyOf(engineState.highs, tokens),
    lastFillSec: engineState.lastFillSec,
    lookAtMs: atMs,
    budgetUsd: isSameBudget ? engineState.budgetUsd : null,
    protection: {
      buyStop: keepsLosses && protection.buyStop?.reason === 'max-losses' ? protection.buyStop : null,
      losses: keepsLosses ? protection.losses : [],
      tokenCooldowns: policy.protections?.stopCooldownSeconds === undefined ? {} : onlyOf(protection.tokenCooldowns, tokens),
      peakValue: NO_UNITS,
      holdings: {},
    },
  };
}

function kept(was: StrategyState, old: Strategy, strategy: Strategy, atMs: number): StrategyState {
  const isFailing = was.failures > 0;
  return {
    ...was,
    nextAtMs: nextAfterUpdate(was, old, strategy, atMs),
    cooldownUntilMs: isFailing ? 0 : was.cooldownUntilMs,
    failures: 0,
    lastFailure: null,
    waitsForRecovery: was.waitsForRecovery && isSameStop(old, strategy),
    isOver: false,
  };
}

/**
 * Whether a partial stop loss (one that sells only a part of the holding) that has already sold must stay unable to fire after a policy
 * update. It must if its token is still the same.
 */
function isSameStop(old: Strategy, strategy: Strategy): boolean {
  return strategy.type === 'stop_loss' && strategy.sellBps < 10_000 && old.type === 'stop_loss' && old.token === strategy.token;
}

/**
 * Returns when a scheduled strategy runs next after a policy update. If the update changed the schedule, the time is computed from the last
 * run; otherwise the time stays the same.
 */
function nextAfterUpdate(was: StrategyState, old: Strategy, strategy: Strategy, atMs: number): number | null {
  if (!isTimed(strategy) || !isTimed(old)) return null;
  const startAt = strategy.type === 'dca' ? strategy.startAt : undefined;
  const oldStartAt = old.type === 'dca' ? old.startAt : undefined;
  if (startAt === oldStartAt && strategy.intervalSeconds === old.intervalSeconds) return was.nextAtMs;
  if (startAt !== undefined)
    return was.lastFillAtMs === null ? startAt * 1000 : nextOnGrid(startAt * 1000, strategy.intervalSeconds, was.lastFillAtMs);
  return was.lastFillAtMs === null ? atMs : Math.max(atMs, was.lastFillAtMs + strategy.intervalSeconds * 1000);
}

function isTimed(strategy: Strategy): strategy is DcaStrategy | RebalanceStrategy {
  return strategy.type === 'dca' || strategy.type === 'rebalance';
}

function onlyOf<T>(byToken: ByAddress<T>, tokens: ByAddress<AgentToken>): ByAddress<T> {
  return Object.fromEntries(entriesByAddress(byToken).filter(([token]) => tokens[token] !== undefined));
}
