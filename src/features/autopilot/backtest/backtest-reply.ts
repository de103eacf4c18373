import * as v from 'valibot';
import type { TradeRow } from './assess/trade-rows.ts';
import type { BacktestReport } from './create-backtest.ts';

const MOST_TRADES_SHOWN = 10_000;

export const endSchema = v.object({
  summary: v.record(v.string(), v.unknown()),
  trades: v.array(v.record(v.string(), v.unknown())),
  equity: v.array(v.object({ at: v.string(), value: v.number() })),
  svg: v.string(),
});

/** Builds the last message of a backtest's reply, which contains the result. */
export function endOf({ result, summary, assessment, svg }: BacktestReport): v.InferInput<typeof endSchema> {
  return {
    summary,
    trades: result.trades.slice(0, MOST_TRADES_SHOWN).map(({ atMs, intent, fill }, index) => ({
      at: new Date(atMs).toISOString(),
      ...intent,
      amountOut: fill.amountOut,
      ...(fill.fee === undefined ? {} : { fee: fill.fee }),
      ...figuresOf(assessment.rows[index]),
    })),
    equity: result.equity.map(({ atMs, value }) => ({ at: new Date(atMs).toISOString(), value })),
    svg,
  };
}

/** Returns the figures that are shown in addition to a trade's exact amounts: the price, the costs in dollars, and the profit of a sale. */
function figuresOf(row: TradeRow | undefined): object {
  if (row === undefined) return {};
  const { price, feeUsd, gasUsd, profit } = row;
  return { price, feeUsd, gasUsd, profit };
}
