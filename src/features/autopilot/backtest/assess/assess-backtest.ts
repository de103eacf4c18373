import type { Address, ByAddress } from '../../../../values/address.ts';
import type { BacktestCosts, BacktestResult } from '../../../../values/autopilot/backtest.ts';
import type { AgentToken, AutopilotPolicy } from '../../../../values/autopilot/policy.ts';
import { isoOf } from '../../../../values/iso-time.ts';
import type { JsonObject } from '../../../../values/json.ts';
import type { PriceHistory } from '../price-history.ts';
import { type HoldResult, holdCurve } from './hold-curve.ts';
import { type FeeUsd, type TradeRow, tradeRows } from './trade-rows.ts';

/**
 * Figures that describe how good the results of a policy were in a backtest. Amounts are in whole budget tokens or dollars, as JavaScript
 * numbers.
 */
export type Assessment = {
  readonly rows: readonly TradeRow[];
  readonly hold: HoldResult | null;
  /** Number of sales with a profit, which means that the proceeds exceeded the average cost of the sold tokens. */
  readonly wins: number;
  /** Number of sales with a loss against the average cost of the sold tokens. */
  readonly losses: number;
  /** Share of the sales that made a profit, in basis points; null without sales. */
  readonly winRateBps: number | null;
  /** Sum of the profits of all sales with a profit, in whole budget tokens. */
  readonly gained: number;
  /** Sum of the losses of all sales with a loss, as a positive number of whole budget tokens. */
  readonly lost: number;
  /** The sum of the profits divided by the sum of the losses; null when no sale made a loss. */
  readonly profitFactor: number | null;
  readonly feesUsd: FeeUsd;
  readonly gasUsd: number;
};

export async function assessBacktest(
  result: BacktestResult,
  given: {
    readonly policy: AutopilotPolicy;
    readonly tokens: ByAddress<AgentToken>;
    readonly budgetToken: Address;
    readonly history: PriceHistory;
    readonly costs: BacktestCosts;
    /** The initial budget of the backtest in whole budget tokens. */
    readonly budget: number;
    /** Assumed gas cost of one trade in dollars. */
    readonly gasUsd: number;
  },
): Promise<Assessment> {
  const { policy, tokens, budgetToken, history, costs, budget, gasUsd } = given;
  const rows = tradeRows(result.trades, { tokens, costs, gasUsd });
  const { start, end, equity } = result;
  const timesMs = [...new Set([start, ...equity, end].flatMap((point) => (point === null ? [] : [point.atMs])))];
  const hold = start === null ? null : await holdCurve(history, { tokens: policy.allowTokens, budgetToken, budget, costs, timesMs });
  const profits = rows.flatMap(({ profit }) => (profit === null ? [] : [profit]));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const [gained, lost] = [sum(profits.filter((one) => one > 0)), Math.abs(sum(profits.filter((one) => one < 0)))];
  const wins = profits.filter((one) => one > 0).length;
  return {
    ...{ rows, hold, wins, losses: profits.filter((one) => one < 0).length, gained, lost },
    winRateBps: profits.length === 0 ? null : Math.round((wins / profits.length) * 10_000),
    profitFactor: lost === 0 ? null : gained / lost,
    feesUsd: {
      vault: sum(rows.map(({ feeUsd }) => feeUsd.vault)),
      pools: sum(rows.map(({ feeUsd }) => feeUsd.pools)),
      slippage: sum(rows.map(({ feeUsd }) => feeUsd.slippage)),
    },
    gasUsd: sum(rows.map((row) => row.gasUsd)),
  };
}

/** Returns the fields with figures about a backtest's quality that are added to its summary. */
export function assessedMembers(
  { hold, wins, losses, winRateBps, gained, lost, profitFactor, feesUsd, gasUsd }: Assessment,
  { maxDrawdownFromMs, maxDrawdownOverMs }: BacktestResult,
  symbolOf: (token: Address) => string,
): JsonObject {
  return {
    maxDrawdownFrom: isoOf(maxDrawdownFromMs),
    maxDrawdownOver: isoOf(maxDrawdownOverMs),
    hold:
      hold === null
        ? null
        : { tokens: hold.tokens.map(symbolOf), endValue: hold.endValue, returnBps: hold.returnBps, maxDrawdownBps: hold.maxDrawdownBps },
    ...{ wins, losses, winRateBps, gained, lost, profitFactor, gasUsd },
    feesUsd: { ...feesUsd },
  };
}
