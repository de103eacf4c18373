import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { BookedTrade, TradeBook } from '../../src/features/autopilot/trade-book.ts';
import type { PriceSeries } from '../../src/market/price-series/price-series.ts';
import type { InspectionSource } from '../../src/runtime/define/definition.ts';
import type { SeriesPoint } from '../../src/values/inspection/sections.ts';
import { chartedTokens } from './charted-tokens.ts';
import { thinSeries } from './thin-series.ts';

/** What the books tell of an agent; trades newest first. */
export type SeenOfAgent = {
  readonly filled: readonly BookedTrade[];
  readonly failed: readonly BookedTrade[];
  readonly prices: readonly TokenPrices[];
  /** Whose key sends on its chain; null: nobody's. */
  readonly executor: string | null;
};

export type TokenPrices = { readonly token: string; readonly points: readonly SeriesPoint[] };

const FILLS = 200;
const FAILED_SHOWN = 20;
const POINTS = 300;
const CHARTS = 6;
/** What a chart shows: as long as the agent lives, within these bounds. Minutes are kept for a day, before that there are hours. */
const LEAST_SHOWN_MS = 3_600_000;
const MOST_SHOWN_MS = 7 * 86_400_000;

/** Reads an agent's trades and the prices of what it trades. */
export function createAgentSource(deps: {
  readonly trades: Pick<TradeBook, 'newestOf'>;
  readonly series: Pick<PriceSeries, 'points'>;
  readonly executorOf: (chainId: number) => string | null;
}): InspectionSource<{ readonly context: AutopilotAgentContext }, SeenOfAgent> {
  const { trades, series, executorOf } = deps;
  return async ({ context: { recordId, standing } }, { createdAtMs, nowMs, gather }) => {
    const { chainId } = standing.policy;
    const range = { fromMs: Math.max(nowMs - MOST_SHOWN_MS, Math.min(createdAtMs, nowMs - LEAST_SHOWN_MS)), toMs: nowMs };
    const charted = chartedTokens(standing.policy).slice(0, CHARTS);
    const [filled, failed, prices] = await Promise.all([
      gather('Its fills', [], () => trades.newestOf(recordId, 'filled', FILLS)),
      gather('Its failed trades', [], () => trades.newestOf(recordId, 'failed', FAILED_SHOWN)),
      Promise.all(charted.map((token) => gather(`Prices of ${token}`, null, () => pricesOf(token)))),
    ]);
    return { filled, failed, prices: prices.flatMap((one) => (one === null ? [] : [one])), executor: executorOf(chainId) };

    async function pricesOf(token: string): Promise<TokenPrices | null> {
      const points = await series.points(chainId, token, range);
      if (points.length === 0) return null;
      return {
        token,
        points: thinSeries(
          points.map(({ atMs, usd }) => ({ atMs, value: usd })),
          POINTS,
        ),
      };
    }
  };
}
