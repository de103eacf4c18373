import { type Address, type ByAddress, entriesByAddress } from '../../../../values/address.ts';
import type { BacktestCosts, BacktestTrade } from '../../../../values/autopilot/backtest.ts';
import type { AgentToken } from '../../../../values/autopilot/policy.ts';
import { NO_UNITS } from '../../../../values/base-units.ts';
import { bought, type CostBasis, sold } from '../../../../values/cost-basis.ts';

/** The costs of trades in dollars: the fee of the Autopilot vault, the fee of the pools, and the slippage. */
export type FeeUsd = { readonly vault: number; readonly pools: number; readonly slippage: number };

/** Adds up the three kinds of costs, in dollars. */
export function totalOf({ vault, pools, slippage }: FeeUsd): number {
  return vault + pools + slippage;
}

const BPS = 10_000;

/** A trade of a backtest in a form for people: amounts in whole tokens and dollars, as JavaScript numbers. */
export type TradeRow = {
  readonly atMs: number;
  readonly strategyId: string;
  readonly side: 'buy' | 'sell';
  /** Symbol of the token that is bought or sold for the budget token. */
  readonly symbol: string;
  /** Amount of the token bought or sold (not of the budget token), in whole tokens. */
  readonly amount: number;
  /** Amount of the budget token that was spent or received, in whole tokens. */
  readonly budget: number;
  /** Price per whole token, in budget tokens, at which the trade was made, including all costs. */
  readonly price: number;
  /** Costs of the trade in dollars: the fee of the Autopilot vault, the fee of the pools, and the slippage. */
  readonly feeUsd: FeeUsd;
  /** Assumed gas cost of the trade in dollars. The service's executor pays the gas, so the cost is not taken from the agent's value. */
  readonly gasUsd: number;
  /** For a sale with a known cost, the profit or loss against the average cost, in whole budget tokens; otherwise null. */
  readonly profit: number | null;
  /** Why the trade was made, as a sentence. */
  readonly reason: string;
};

/**
 * Describes the trades of a backtest. The profit of a sale is its proceeds less the average cost of the sold tokens. The profit and loss of
 * real agents is computed in the same way (docs/profit.md).
 */
export function tradeRows(
  trades: readonly BacktestTrade[],
  { tokens, costs, gasUsd }: { readonly tokens: ByAddress<AgentToken>; readonly costs: BacktestCosts; readonly gasUsd: number },
): TradeRow[] {
  const byAddress = new Map(entriesByAddress(tokens));
  const bases = new Map<Address, CostBasis>();
  return trades.map(({ atMs, intent, fill, usd }) => {
    const isBuy = intent.side === 'buy';
    const [token, budgetToken] = isBuy ? [intent.tokenOut, intent.tokenIn] : [intent.tokenIn, intent.tokenOut];
    const [quantity, money] = isBuy ? [fill.amountOut, fill.amountIn] : [fill.amountIn, fill.amountOut];
    const wholeOf = (units: bigint, address: typeof token) => Number(units) / 10 ** (byAddress.get(address)?.decimals ?? 0);
    const amount = wholeOf(BigInt(quantity), token);
    const budget = wholeOf(BigInt(money), budgetToken);
    const inUsd = Number(usd.spent);
    const vault = wholeOf(BigInt(fill.fee ?? '0'), intent.tokenIn) * inUsd;
    const swapped = wholeOf(BigInt(fill.amountIn), intent.tokenIn) * inUsd - vault;
    const profit = noteTrade(bases, token, isBuy, BigInt(quantity), BigInt(money));
    return {
      ...{ atMs, strategyId: intent.strategyId, side: intent.side, symbol: byAddress.get(token)?.symbol ?? token, amount, budget },
      price: amount === 0 ? 0 : budget / amount,
      feeUsd: { vault, pools: (swapped * costs.feeBps) / BPS, slippage: (swapped * costs.slippageBps) / BPS },
      gasUsd,
      profit: profit === null ? null : wholeOf(profit, budgetToken),
      reason: intent.reason,
    };
  });
}

/**
 * Updates the average costs of the held tokens with a trade. Returns the profit of a sale in base units of the budget token; null for a
 * purchase.
 */
function noteTrade(bases: Map<Address, CostBasis>, token: Address, isBuy: boolean, quantity: bigint, money: bigint): bigint | null {
  const held = bases.get(token);
  if (isBuy) {
    bases.set(token, bought(held, quantity, money));
    return null;
  }
  if (held === undefined || held.quantity === NO_UNITS) return null;
  const { left, cost } = sold(held, quantity, money);
  if (left === null) bases.delete(token);
  else bases.set(token, left);
  return money - cost;
}
