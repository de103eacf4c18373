import type { Address } from '../../src/values/address.ts';
import type { TradeFill, TradeIntent } from '../../src/values/autopilot/outcome.ts';
import type { Strategy } from '../../src/values/autopilot/policy.ts';
import { toBaseUnits } from '../../src/values/base-units.ts';
import type { CostBasis } from '../../src/values/cost-basis.ts';
import { bought, withinHolding } from '../../src/values/cost-basis.ts';
import { askingStrategy } from './asking-strategy.ts';
import type { EngineState, StrategyState } from './engine-state.ts';
import { engineStateOf } from './strategies/evaluation-context.ts';
import { holdingsAfter } from './watch-drawdown.ts';

/**
 * Reverts a fill (an executed trade) that a reorg removed. The strategy can trade again immediately. If the trade was a sale, the sold
 * tokens are added again to the cost basis. Their cost is the average cost of the tokens that are still held or, if none are held, the
 * proceeds of the sale. A block of all buys after too many losses stays until its scheduled end.
 */
export function undoFill(engineState: EngineState, trade: TradeIntent, fill: TradeFill, atMs: number): EngineState {
  const strategy = askingStrategy(engineState.policy, trade);
  let { strategies, protection } = engineState;
  if (strategy !== undefined) strategies = { ...strategies, [strategy.id]: withoutFill(engineStateOf(engineState, strategy.id), strategy) };
  const basis: Record<Address, CostBasis> = { ...engineState.basis };
  const token = trade.side === 'buy' ? trade.tokenOut : trade.tokenIn;
  const held = trade.side === 'buy' ? withoutBought(basis[token], fill) : withSoldAgain(basis[token], fill);
  if (held === null) delete basis[token];
  else basis[token] = held;
  if (trade.side === 'sell') {
    const { [token]: _, ...tokenCooldowns } = protection.tokenCooldowns;
    const isStop = (strategy?.type ?? trade.strategyType) === 'stop_loss';
    const lossAt = protection.losses.findLastIndex((loss) => loss.token === token);
    protection = {
      ...protection,
      losses: protection.losses.filter((_loss, at) => at !== lossAt),
      tokenCooldowns: isStop ? tokenCooldowns : protection.tokenCooldowns,
    };
  }
  const back = { tokenIn: trade.tokenOut, tokenOut: trade.tokenIn };
  const holdings = holdingsAfter(protection.holdings, back, { amountIn: fill.amountOut, amountOut: fill.amountIn });
  // After the reorg, the next data from the vault can be older than the removed fill (executed trade). So that this data is not ignored as
  // outdated, the stored time of the last fill is set back.
  const lastFillSec = Math.min(engineState.lastFillSec, Math.max(0, fill.blockTimeSec - 1));
  return { ...engineState, strategies, basis, protection: { ...protection, holdings }, lastFillSec, lookAtMs: atMs };
}

function withoutFill(was: StrategyState, strategy: Strategy): StrategyState {
  const runs = Math.max(0, was.runs - 1);
  const isDca = strategy.type === 'dca' && was.nextAtMs !== null;
  return {
    ...was,
    runs,
    lastFillAtMs: runs === 0 ? null : was.lastFillAtMs,
    // The reorg removed a scheduled purchase, so that purchase is due again at its original scheduled time.
    nextAtMs: isDca ? (was.nextAtMs ?? 0) - strategy.intervalSeconds * 1_000 : was.nextAtMs,
    cooldownUntilMs: 0,
    waitsForRecovery: false,
  };
}

function withoutBought(basis: CostBasis | undefined, { amountIn, amountOut }: TradeFill): CostBasis | null {
  if (basis === undefined) return null;
  const quantity = BigInt(basis.quantity) - BigInt(amountOut);
  const cost = BigInt(basis.cost) - BigInt(amountIn);
  // Some of the bought tokens were sold since, together with tokens of other purchases and at their average cost. So the cost of the
  // removed purchase cannot be subtracted exactly.
  if (cost < 0n) return withinHolding(basis, quantity);
  return quantity > 0n ? { quantity: toBaseUnits(quantity), cost: toBaseUnits(cost) } : null;
}

function withSoldAgain(basis: CostBasis | undefined, { amountIn, amountOut }: TradeFill): CostBasis {
  const quantity = BigInt(amountIn);
  const cost = basis === undefined ? BigInt(amountOut) : (BigInt(basis.cost) * quantity) / BigInt(basis.quantity);
  return bought(basis, quantity, cost);
}
