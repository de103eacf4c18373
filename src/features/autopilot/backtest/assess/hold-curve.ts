import type { Address, ByAddress } from '../../../../values/address.ts';
import type { BacktestCosts, EquityPoint } from '../../../../values/autopilot/backtest.ts';
import type { PriceHistory } from '../price-history.ts';
import { createTurns } from '../turns.ts';

const BPS = 10_000;
const ROWS_BETWEEN_LOOKS = 1_000;

/** The result of an owner who buys the policy's tokens at the start and then only holds them, for comparison with a backtest. */
export type HoldResult = {
  /** The tokens that the owner buys, each for an equal part of the budget. */
  readonly tokens: readonly Address[];
  /** Value of the held tokens over time, in whole budget tokens, at the times of the backtest's equity curve. */
  readonly curve: readonly EquityPoint[];
  readonly endValue: number;
  readonly returnBps: number;
  readonly maxDrawdownBps: number;
};

/**
 * Computes what the budget would be worth if it had been spent at the start, in equal parts on the policy's tokens, with the costs of one
 * trade for each token. Null when the policy has no token besides the budget token, or when a token has no price.
 */
export async function holdCurve(
  history: PriceHistory,
  given: {
    readonly tokens: readonly Address[];
    readonly budgetToken: Address;
    readonly budget: number;
    readonly costs: BacktestCosts;
    /** Times of the curve's points, in order; the first is the time of the purchase. */
    readonly timesMs: readonly number[];
  },
): Promise<HoldResult | null> {
  const { budgetToken, budget, costs, timesMs } = given;
  const tokens = given.tokens.filter((token) => token !== budgetToken && history.tokens.includes(token));
  const startMs = timesMs[0];
  if (tokens.length === 0 || startMs === undefined) return null;
  const turns = createTurns();
  const priced = [...tokens, budgetToken];
  const kept = (1 - (costs.vaultFeeBps ?? 0) / BPS) * (1 - (costs.feeBps + costs.slippageBps) / BPS);
  const last: Record<Address, number> = {};
  let quantities: ByAddress<number> | null = null;
  const curve: EquityPoint[] = [];
  let [at, high, maxDrawdownBps] = [0, 0, 0];
  for (const [index, { atMs, prices }] of history.rows.entries()) {
    if (index % ROWS_BETWEEN_LOOKS === 0 && turns.areOthersDue()) await turns.giveWay();
    for (const token of priced) if (prices[token] !== undefined) last[token] = Number(prices[token]);
    if (atMs < startMs) continue;
    const budgetUsd = last[budgetToken];
    if (budgetUsd === undefined || tokens.some((token) => last[token] === undefined)) continue;
    quantities ??= Object.fromEntries(
      tokens.map((token) => [token, (((budget / tokens.length) * budgetUsd) / (last[token] ?? 1)) * kept]),
    ) as ByAddress<number>;
    const bought = quantities;
    const value = tokens.reduce((sum, token) => sum + (bought[token] ?? 0) * (last[token] ?? 0), 0) / budgetUsd;
    high = Math.max(high, value);
    maxDrawdownBps = Math.max(maxDrawdownBps, ((high - value) / high) * BPS);
    while (at < timesMs.length && (timesMs[at] ?? 0) < atMs) at += 1;
    if (timesMs[at] === atMs) curve.push({ atMs, value });
  }
  const endValue = curve.at(-1)?.value;
  if (endValue === undefined) return null;
  return { tokens, curve, endValue, returnBps: Math.round((endValue / budget - 1) * BPS), maxDrawdownBps: Math.round(maxDrawdownBps) };
}
