import type { AutopilotAgentContext } from '../../machines/autopilot-agent/context.ts';
import { tokenOf } from '../../machines/autopilot-agent/strategies/evaluation-context.ts';
import type { InspectedAt } from '../../src/runtime/define/definition.ts';
import type { Hash } from '../../src/values/hash.ts';
import type { AmountOf } from '../../src/values/inspection/actor-details.ts';
import { valueText } from '../../src/values/inspection/section-values.ts';
import type { JsonObject } from '../../src/values/json.ts';
import type { SeenOfAgent, ShownTrade, TokenPrices } from './inspection-source.ts';
import { type LimitBar, limitBars } from './limit-bars.ts';
import { outcomesNow } from './outcomes-now.ts';

/** Details of an Autopilot agent for the inspector. All times are in UTC ms. */
export type AgentDetails = {
  readonly phase: string;
  readonly isPaper: boolean;
  readonly strategies: readonly StrategyNote[];
  readonly limits: readonly LimitBar[];
  readonly prices: readonly TokenPrices[];
  /** The agent's fills (executed trades), newest first. */
  readonly fills: readonly AgentFill[];
};

export type StrategyNote = {
  readonly id: string;
  readonly type: string;
  readonly runs: number;
  readonly lastFillAtMs: number | null;
  readonly pausedUntilMs: number | null;
  /** The strategy's latest outcome; null when the strategy was never evaluated. */
  readonly outcome: { readonly kind: string; readonly text: string } | null;
};

export type AgentFill = {
  readonly atMs: number;
  readonly side: 'buy' | 'sell';
  readonly given: AmountOf;
  readonly got: AmountOf;
  readonly strategyId: string;
  readonly txHash: Hash | null;
};

type Snapshot = { readonly value: unknown; readonly context: AutopilotAgentContext };

export function agentDetails(
  { value, context }: Snapshot,
  { nowMs, facts, seen }: Pick<InspectedAt<SeenOfAgent>, 'nowMs' | 'facts' | 'seen'>,
): AgentDetails {
  const { engineState, paper, isPaused } = context;
  const { strategies, chainId } = engineState.policy;
  const outcomes = new Map(outcomesNow(context, nowMs, facts).map(({ strategy, kind, text }) => [strategy.id, { kind, text }]));
  return {
    phase: isPaused ? 'paused' : String(value),
    isPaper: paper !== null,
    strategies: strategies.map(({ id, type }) => {
      const own = engineState.strategies[id];
      return {
        ...{ id, type, runs: own?.runs ?? 0, lastFillAtMs: own?.lastFillAtMs ?? null },
        pausedUntilMs: own !== undefined && own.cooldownUntilMs > nowMs ? own.cooldownUntilMs : null,
        outcome: outcomes.get(id) ?? null,
      };
    }),
    limits: limitBars(context, nowMs, facts),
    prices: seen?.prices ?? [],
    fills: (seen?.filled ?? []).flatMap((trade) => fillOf(trade, chainId)),
  };
}

function fillOf({ intent, fill, txHash }: ShownTrade, chainId: number): readonly AgentFill[] {
  if (fill === null) return [];
  const { side, strategyId, tokenIn, tokenOut } = intent;
  return [
    {
      ...{ atMs: fill.blockTimeSec * 1_000, side, strategyId, txHash },
      given: { amount: fill.amountIn, token: tokenIn, chainId },
      got: { amount: fill.amountOut, token: tokenOut, chainId },
    },
  ];
}

/** Converts an agent's details to the machine-readable schema (docs/inspector.md), in which limits are strings with their unit. */
export function detailsForPrograms(
  { phase, isPaper, strategies, limits, prices, fills }: AgentDetails,
  { engineState }: AutopilotAgentContext,
): JsonObject {
  const { budgetToken } = engineState.policy;
  const budget = tokenOf(engineState, budgetToken);
  return {
    ...{ kind: 'agent', phase, isPaper, budgetToken, strategies, fills },
    limits: limits.map(({ name, used, of, share }) => ({ name, used: valueText(used, budget), of: valueText(of, budget), share })),
    series: prices.map(({ token, points }) => ({ token, points: points.map(({ atMs, value: usd }) => ({ atMs, usd })) })),
  };
}
