import type { Address } from '../../src/values/address.ts';
import type { TradeFill, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../src/values/base-units.ts';
import type { CostBasis } from '../../src/values/cost-basis.ts';
import { bought, sold } from '../../src/values/cost-basis.ts';
import { doublingPauseMs } from '../../src/values/doubling-pause.ts';
import { askingStrategy } from './asking-strategy.ts';
import type { EngineState, StrategyState } from './engine-state.ts';
import { afterSale, afterStop } from './protections.ts';
import { engineStateOf } from './strategies/evaluation-context.ts';
import { nextOnGrid } from './strategies/schedule.ts';
import { holdingsAfter } from './watch-drawdown.ts';

const MINUTE_MS = 60_000;
/** Maximum pause, in minutes, between attempts of a strategy whose buys keep failing. It is long because each attempt can cost gas. */
const MAX_BUY_PAUSE_MINUTES = 60;
/**
 * Maximum pause, in minutes, between attempts of an exit (a protective sell) that keeps failing. It is shorter than the maximum pause for
 * buys, because a delayed exit costs the owner more than gas.
 */
const MAX_SELL_PAUSE_MINUTES = 5;
/**
 * Number of failures in a row after which the pause between a strategy's attempts grows beyond its usual maximum, if the reason of the
 * failures is expected to last.
 */
const PARKS_AFTER_FAILURES = 10;
const MAX_REASON_LENGTH = 300;

/**
 * Applies a fill (an executed trade) to the engine state. It must be called once for each trade. If a policy update has removed the trade's
 * strategy, or has given its id to a strategy of another type, only the holdings and costs are updated, and no strategy's counters are
 * changed.
 * @param fill the amounts that the vault's event reports
 * @param atMs when the fill became known, UTC ms; pauses start at this time
 */
export function noteFill(engineState: EngineState, trade: TradeIntent, fill: TradeFill, atMs: number): EngineState {
  const strategy = askingStrategy(engineState.policy, trade);
  const { protections } = engineState.policy;
  let { protection } = engineState;
  const basis: Record<Address, CostBasis> = { ...engineState.basis };
  let strategies = engineState.strategies;
  if (strategy !== undefined) {
    strategies = { ...strategies, [strategy.id]: afterFill(engineStateOf(engineState, strategy.id), strategy, trade, fill, atMs) };
  }
  if (trade.side === 'buy') {
    basis[trade.tokenOut] = bought(basis[trade.tokenOut], BigInt(fill.amountOut), BigInt(fill.amountIn));
    strategies = withStopsSetAgain(engineState, strategies, trade.tokenOut);
  } else {
    const sale = sold(basis[trade.tokenIn], BigInt(fill.amountIn), BigInt(fill.amountOut));
    if (sale.left === null) delete basis[trade.tokenIn];
    else basis[trade.tokenIn] = sale.left;
    const loss = { atMs, token: trade.tokenIn, lossBaseUnits: toBaseUnits(sale.lossBaseUnits) };
    protection = afterSale(protection, protections, loss, atMs);
    if ((strategy?.type ?? trade.strategyType) === 'stop_loss') protection = afterStop(protection, protections, trade.tokenIn, atMs);
  }
  const holdings = holdingsAfter(protection.holdings, trade, fill);
  if (holdings !== protection.holdings) protection = { ...protection, holdings };
  const lastFillSec = Math.max(engineState.lastFillSec, fill.blockTimeSec);
  return { ...engineState, strategies, basis, protection, lastFillSec, lookAtMs: atMs };
}

/**
 * Applies a failed trade to the engine state. Its strategy pauses for 1, 2, 4 ... minutes, so that failing attempts do not spend gas every
 * minute. For a reason that will last (`parksForMinutes`), the pauses can become longer. For a reason that ends at a known time
 * (`untilMs`), the pause lasts until then.
 */
export function noteFailure(
  engineState: EngineState,
  trade: TradeIntent,
  reason: string,
  atMs: number,
  { untilMs = 0, parksForMinutes = 0 }: { readonly untilMs?: number; readonly parksForMinutes?: number } = {},
): EngineState {
  if (askingStrategy(engineState.policy, trade) === undefined) return { ...engineState, lookAtMs: atMs };
  const was = engineStateOf(engineState, trade.strategyId);
  const failures = was.failures + 1;
  const most = trade.side === 'buy' ? MAX_BUY_PAUSE_MINUTES : MAX_SELL_PAUSE_MINUTES;
  const isParked = failures > PARKS_AFTER_FAILURES && parksForMinutes > most;
  const minutes = isParked
    ? doublingPauseMs(most * 2, parksForMinutes, failures - PARKS_AFTER_FAILURES)
    : doublingPauseMs(1, most, failures);
  // Ticks come on whole minutes, so the pause ends on a whole minute. If the pause ended between two ticks, the strategy would wait up to a
  // minute longer than intended.
  const cooldownUntilMs = Math.max(untilMs, (Math.floor(atMs / MINUTE_MS) + minutes) * MINUTE_MS);
  const { isParked: _, ...before } = was;
  const after = {
    ...before,
    failures,
    lastFailure: reason.slice(0, MAX_REASON_LENGTH),
    cooldownUntilMs,
    ...(isParked ? { isParked } : {}),
  };
  return { ...engineState, strategies: { ...engineState.strategies, [trade.strategyId]: after }, lookAtMs: atMs };
}

/** Makes the agent due at the next tick after a deposit or withdrawal of its owner, even if none of the agent's triggers holds. */
export function noteMove(engineState: EngineState, atMs: number): EngineState {
  return engineState.lookAtMs === null ? { ...engineState, lookAtMs: atMs } : engineState;
}

function afterFill(was: StrategyState, strategy: Strategy, trade: TradeIntent, fill: TradeFill, atMs: number): StrategyState {
  const seconds = strategy.type === 'dip_buy' || strategy.type === 'take_profit' ? strategy.cooldownSeconds : 0;
  return {
    ...was,
    runs: was.runs + 1,
    lastFillAtMs: fill.blockTimeSec * 1000,
    // A rebalance continues until all weights match their targets. The next round is scheduled only when the current round has ended.
    nextAtMs:
      strategy.type === 'dca'
        ? nextOnGrid(was.nextAtMs ?? atMs, strategy.intervalSeconds, Math.max(atMs, was.nextAtMs ?? atMs))
        : was.nextAtMs,
    cooldownUntilMs: seconds === 0 ? 0 : atMs + seconds * 1000,
    failures: 0,
    lastFailure: null,
    // A policy update may have changed the strategy's token since the trade began. If so, the trade sold the former token, and the stop
    // loss of the new token must still be able to fire.
    waitsForRecovery: strategy.type === 'stop_loss' && strategy.sellBps < 10_000 && strategy.token === trade.tokenIn,
  };
}

/** Allows partial stop losses of a token to fire again after the token was bought again. */
function withStopsSetAgain(engineState: EngineState, strategies: EngineState['strategies'], token: Address): EngineState['strategies'] {
  const waiting = engineState.policy.strategies.filter(
    (one) => one.type === 'stop_loss' && one.token === token && strategies[one.id]?.waitsForRecovery === true,
  );
  if (waiting.length === 0) return strategies;
  const next = { ...strategies };
  for (const { id } of waiting) {
    const was = strategies[id];
    if (was !== undefined) next[id] = { ...was, waitsForRecovery: false };
  }
  return next;
}
