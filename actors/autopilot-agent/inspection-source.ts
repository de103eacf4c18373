import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import type { ActivityRepository } from '../../src/features/autopilot/activity-repository.ts';
import type { RecordedTrade, TradeRepository } from '../../src/features/autopilot/trade-repository.ts';
import type { PriceSeries } from '../../src/market/price-series/price-series.ts';
import type { InspectionSource } from '../../src/runtime/define/definition.ts';
import type { Address } from '../../src/values/address.ts';
import type { SeriesPoint } from '../../src/values/inspection/sections.ts';
import { tradeGatherer } from '../trade-batch/actor.ts';
import { chartedTokens } from './charted-tokens.ts';
import { thinSeries } from './thin-series.ts';

/** A trade as the inspector shows it. A trade of a dry run (simulated money) has no transaction. */
export type ShownTrade = Pick<RecordedTrade, 'state' | 'intent' | 'startedAtMs' | 'fill' | 'txHash'>;

/** Stored data about an agent for the inspector: its trades (newest first), its token prices, and where its transactions are sent. */
export type SeenOfAgent = {
  readonly filled: readonly ShownTrade[];
  readonly failed: readonly ShownTrade[];
  readonly prices: readonly TokenPrices[];
  /** Address that sends the agent's transactions. Null when this node has no key for the agent's chain. */
  readonly executor: Address | null;
  /**
   * While the trade is not recorded, it is not known whether it goes into a batch or directly to the transaction sender. So the trade is
   * withdrawn from both the batch gatherer and the transaction sender.
   */
  readonly gatherer: string | null;
  /** Id of the batch in which the agent's current trade was sent. */
  readonly inBatch: string | null;
};

export type TokenPrices = { readonly token: Address; readonly points: readonly SeriesPoint[] };

const FILLS = 200;
const FAILED_SHOWN = 20;
const POINTS = 300;
const CHARTS = 6;
/**
 * Minimum time span of a price chart, in milliseconds. The span equals the agent's age, within the minimum and the maximum. Prices are
 * stored per minute for the last day, and per hour for earlier times.
 */
const LEAST_SHOWN_MS = 3_600_000;
/** Maximum time span of a price chart, in milliseconds. */
const MOST_SHOWN_MS = 7 * 86_400_000;

/** Creates the reader of an agent's trades and of the prices of its tokens. */
export function createAgentSource(deps: {
  readonly trades: Pick<TradeRepository, 'newestOf'>;
  readonly activity: Pick<ActivityRepository, 'paperTradesOf'>;
  readonly series: Pick<PriceSeries, 'points'>;
  readonly executorOf: (chainId: number, recordId: string) => Address | null;
  /**
   * Asks a batch gatherer (the actor that collects trades for batches) for the id of the batch that contains a trade; null when no batch
   * contains it.
   */
  readonly batchOf: (gatherer: string, tradeId: string) => Promise<string | null>;
}): InspectionSource<{ readonly context: AutopilotAgentContext }, SeenOfAgent> {
  const { trades, activity, series, executorOf, batchOf } = deps;
  return async ({ context: { recordId, engineState, trade, paper } }, { createdAtMs, nowMs, gather }) => {
    const { chainId } = engineState.policy;
    const range = { fromMs: Math.max(nowMs - MOST_SHOWN_MS, Math.min(createdAtMs, nowMs - LEAST_SHOWN_MS)), toMs: nowMs };
    const charted = chartedTokens(engineState.policy).slice(0, CHARTS);
    const executor = executorOf(chainId, recordId);
    const gatherer = executor === null ? null : tradeGatherer(chainId, executor);
    const [filled, failed, inBatch, prices] = await Promise.all([
      gather('Its fills', [], () => (paper === null ? trades.newestOf(recordId, 'filled', FILLS) : paperTrades(recordId))),
      gather("The agent's failed trades", [], () => trades.newestOf(recordId, 'failed', FAILED_SHOWN)),
      gather('Its batch', null, async () => (gatherer === null || trade === null ? null : batchOf(gatherer, trade.tradeId))),
      Promise.all(charted.map((token) => gather(`Prices of ${token}`, null, () => pricesOf(token)))),
    ]);
    const found = prices.flatMap((one) => (one === null ? [] : [one]));
    return { filled, failed, prices: found, executor, gatherer: gatherer === null ? null : `trade-batch/${gatherer}`, inBatch };

    async function paperTrades(agent: string): Promise<readonly ShownTrade[]> {
      return (await activity.paperTradesOf(agent, FILLS)).map((one) => ({ ...one, state: 'filled', txHash: null }));
    }

    async function pricesOf(token: Address): Promise<TokenPrices | null> {
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
