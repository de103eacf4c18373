import type { BookedTrade, TradeBook } from '../../features/autopilot/trade-book.ts';
import type { PriceSeries } from '../../market/price-series/price-series.ts';
import type { Clock } from '../../values/clock.ts';
import type { AgentDetails, FillNote, PriceSeriesNote } from '../../values/inspection/actor-details.ts';
import type { AgentSketch, TransactionSketch } from '../../values/inspection/actor-sketch.ts';
import type { Gather } from './gather.ts';
import { thinSeries } from './thin-series.ts';

const FILLS = 200;
const FAILED_SHOWN = 20;
const POINTS = 300;
const CHARTS = 6;
/** What a chart shows: as long as the agent lives, within these bounds. Minutes are kept for a day, before that there are hours. */
const LEAST_SHOWN_MS = 3_600_000;
const MOST_SHOWN_MS = 7 * 86_400_000;

export type AgentDetailsDeps = {
  readonly trades: Pick<TradeBook, 'newestOf'>;
  readonly series: Pick<PriceSeries, 'points'>;
  readonly clock: Clock;
};

/** An agent's view: its strategies as they are, with prices and fills from the books. */
export async function agentDetails(
  { recordId, chainId, charted, ...sketch }: AgentSketch,
  createdAtMs: number,
  { trades, series, clock }: AgentDetailsDeps,
  gather: Gather,
): Promise<{ readonly details: AgentDetails; readonly transactions: readonly TransactionSketch[] }> {
  const toMs = clock.now();
  const fromMs = Math.max(toMs - MOST_SHOWN_MS, Math.min(createdAtMs, toMs - LEAST_SHOWN_MS));
  const [filled, failed, charts] = await Promise.all([
    gather('Its fills', [], () => trades.newestOf(recordId, 'filled', FILLS)),
    gather('Its failed trades', [], () => trades.newestOf(recordId, 'failed', FAILED_SHOWN)),
    Promise.all(charted.slice(0, CHARTS).map((token) => gather(`Prices of ${token}`, null, () => chartOf(token)))),
  ]);

  async function chartOf(token: string): Promise<PriceSeriesNote> {
    const points = await series.points(chainId, token, { fromMs, toMs });
    return {
      token,
      points: thinSeries(
        points.map(({ atMs, usd }) => ({ atMs, usd })),
        POINTS,
      ),
    };
  }

  const fills = filled.flatMap((trade) => fillOf(trade, chainId));
  const ended = [...filled, ...failed].sort((a, b) => b.startedAtMs - a.startedAtMs);
  return {
    details: {
      ...sketch,
      fills,
      series: charts.flatMap((chart) => (chart === null || chart.points.length === 0 ? [] : [chart])),
    },
    transactions: ended.flatMap((trade) => transactionOf(trade, chainId)),
  };
}

function fillOf({ intent, fill, txHash }: BookedTrade, chainId: number): readonly FillNote[] {
  if (fill === null) return [];
  return [
    {
      atMs: fill.blockTimeSec * 1_000,
      side: intent.side,
      given: { amount: fill.amountIn, token: intent.tokenIn, chainId },
      got: { amount: fill.amountOut, token: intent.tokenOut, chainId },
      strategyId: intent.strategyId,
      txHash,
    },
  ];
}

function transactionOf({ state, intent, txHash }: BookedTrade, chainId: number): readonly TransactionSketch[] {
  if (txHash === null) return [];
  const what = `${intent.strategyId}: ${intent.reason}`;
  return [{ chainId, hash: txHash, nonce: null, status: state === 'filled' ? 'mined' : 'reverted', what }];
}
