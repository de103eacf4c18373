import type { TradeFill, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { doublingPauseMs } from '../../src/values/doubling-pause.ts';
import { askingStrategy } from './asking-strategy.ts';
import { bought, sold } from './cost-basis.ts';
import { afterSale, afterStop } from './protections.ts';
import type { CostBasis, Standing, StrategyStanding } from './standing.ts';
import { standingOf } from './strategies/scene.ts';
import { nextOnGrid } from './strategies/schedule.ts';
import { holdingsAfter } from './watch-drawdown.ts';

const MINUTE_MS = 60_000;
/** The longest pause of a strategy whose buys keep failing; each attempt may cost gas. */
const MAX_BUY_PAUSE_MINUTES = 60;
/** An exit is tried more often: waiting costs the owner more than gas. */
const MAX_SELL_PAUSE_MINUTES = 5;
/** After so many failures in a row for a reason that lasts, the pauses grow on. */
const PARKS_AFTER_FAILURES = 10;
const MAX_REASON_LENGTH = 300;

/**
 * The standing after a trade was made, once for each trade. An update of the policy may have removed its strategy while the trade was on its
 * way, or given its id to one of another type: what the agent holds, and what that cost, counts all the same; the new one has done nothing.
 *
 * @param fill what the vault's event says was moved
 * @param atMs when it was learnt, UTC ms: pauses run from then
 */
export function noteFill(standing: Standing, trade: TradeIntent, fill: TradeFill, atMs: number): Standing {
  const strategy = askingStrategy(standing.policy, trade);
  const { protections } = standing.policy;
  let { protection } = standing;
  const basis: Record<string, CostBasis> = { ...standing.basis };
  let strategies = standing.strategies;
  if (strategy !== undefined) {
    strategies = { ...strategies, [strategy.id]: afterFill(standingOf(standing, strategy.id), strategy, trade, fill, atMs) };
  }
  if (trade.side === 'buy') {
    basis[trade.tokenOut] = bought(basis[trade.tokenOut], BigInt(fill.amountOut), BigInt(fill.amountIn));
    strategies = withStopsSetAgain(standing, strategies, trade.tokenOut);
  } else {
    const sale = sold(basis[trade.tokenIn], BigInt(fill.amountIn), BigInt(fill.amountOut));
    if (sale.left === null) delete basis[trade.tokenIn];
    else basis[trade.tokenIn] = sale.left;
    const loss = { atMs, token: trade.tokenIn, lossBaseUnits: sale.lossBaseUnits.toString() };
    protection = afterSale(protection, protections, loss, atMs);
    if ((strategy?.type ?? trade.strategyType) === 'stop_loss') protection = afterStop(protection, protections, trade.tokenIn, atMs);
  }
  const holdings = holdingsAfter(protection.holdings, trade, fill);
  if (holdings !== protection.holdings) protection = { ...protection, holdings };
  const lastFillSec = Math.max(standing.lastFillSec, fill.blockTimeSec);
  return { ...standing, strategies, basis, protection, lastFillSec, lookAtMs: atMs };
}

/**
 * The standing after a trade that was not made: its strategy pauses for 1, 2, 4 ... minutes, so that it cannot burn gas each minute. What
 * lasts (`parksForMinutes`) may pause longer, and what ends at a known time (`untilMs`) until then.
 */
export function noteFailure(
  standing: Standing,
  trade: TradeIntent,
  reason: string,
  atMs: number,
  { untilMs = 0, parksForMinutes = 0 }: { readonly untilMs?: number; readonly parksForMinutes?: number } = {},
): Standing {
  if (askingStrategy(standing.policy, trade) === undefined) return { ...standing, lookAtMs: atMs };
  const was = standingOf(standing, trade.strategyId);
  const failures = was.failures + 1;
  const most = trade.side === 'buy' ? MAX_BUY_PAUSE_MINUTES : MAX_SELL_PAUSE_MINUTES;
  const isParked = failures > PARKS_AFTER_FAILURES && parksForMinutes > most;
  const minutes = isParked
    ? doublingPauseMs(most * 2, parksForMinutes, failures - PARKS_AFTER_FAILURES)
    : doublingPauseMs(1, most, failures);
  // Ticks fall on whole minutes: a pause ends on one, or it would last a minute more.
  const cooldownUntilMs = Math.max(untilMs, (Math.floor(atMs / MINUTE_MS) + minutes) * MINUTE_MS);
  const { isParked: _, ...before } = was;
  const after = {
    ...before,
    failures,
    lastFailure: reason.slice(0, MAX_REASON_LENGTH),
    cooldownUntilMs,
    ...(isParked ? { isParked } : {}),
  };
  return { ...standing, strategies: { ...standing.strategies, [trade.strategyId]: after }, lookAtMs: atMs };
}

/** The standing once its owner has put in or taken out something: a tick is wanted, whatever the triggers say. */
export function noteMove(standing: Standing, atMs: number): Standing {
  return standing.lookAtMs === null ? { ...standing, lookAtMs: atMs } : standing;
}

function afterFill(was: StrategyStanding, strategy: Strategy, trade: TradeIntent, fill: TradeFill, atMs: number): StrategyStanding {
  const seconds = strategy.type === 'dip_buy' || strategy.type === 'take_profit' ? strategy.cooldownSeconds : 0;
  return {
    ...was,
    runs: was.runs + 1,
    lastFillAtMs: fill.blockTimeSec * 1000,
    // A rebalance goes on until it is balanced; its next round is set then.
    nextAtMs:
      strategy.type === 'dca'
        ? nextOnGrid(was.nextAtMs ?? atMs, strategy.intervalSeconds, Math.max(atMs, was.nextAtMs ?? atMs))
        : was.nextAtMs,
    cooldownUntilMs: seconds === 0 ? 0 : atMs + seconds * 1000,
    failures: 0,
    lastFailure: null,
    // Not one that watches another token since the trade was begun.
    waitsForRecovery: strategy.type === 'stop_loss' && strategy.sellBps < 10_000 && strategy.token === trade.tokenIn,
  };
}

/** A buy is a new entry: stops of the token that had sold their part act again. */
function withStopsSetAgain(standing: Standing, strategies: Standing['strategies'], token: string): Standing['strategies'] {
  const waiting = standing.policy.strategies.filter(
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
