import type { Address, ByAddress } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { AgentFacts } from './facts.ts';
import type { OutcomeKind, TradeFill, TradeIntent } from './outcome.ts';

/** The market at one moment of a price history, without access to later prices. */
export type BacktestPoint = {
  /** UTC ms; points come in order. */
  readonly atMs: number;
  /** The facts of a tick; computed only when the agent is stepped. */
  readonly facts: () => Omit<AgentFacts, 'agent'>;
  /** Current value of a trigger's topic; undefined: it has none. */
  readonly valueOf: (topic: string) => number | undefined;
  /** Dollars for a whole token as exact text, and as a number for the curve; null: no price. */
  readonly priceOf: (token: Address) => { readonly usd: string; readonly number: number } | null;
};

/**
 * Trading costs, in basis points. `feeBps` (of the pools) and `slippageBps` reduce a trade's output. `vaultFeeBps` is taken from what is
 * spent; null: not known, and none is taken.
 */
export type BacktestCosts = { readonly feeBps: number; readonly slippageBps: number; readonly vaultFeeBps: number | null };

export type BacktestTrade = { readonly atMs: number; readonly intent: TradeIntent; readonly fill: TradeFill };

/** A point of the equity curve. `value`: the agent's worth in whole budget tokens, as a JavaScript number for charts. */
export type EquityPoint = { readonly atMs: number; readonly value: number };

export type BacktestResult = {
  readonly trades: readonly BacktestTrade[];
  readonly equity: readonly EquityPoint[];
  readonly points: number;
  /** Number of points at which the machine had something to evaluate. */
  readonly steps: number;
  readonly start: EquityPoint | null;
  readonly end: EquityPoint | null;
  /** Largest fall from a previous high, in basis points of that high, and when it was reached (UTC ms). */
  readonly maxDrawdownBps: number;
  readonly maxDrawdownAtMs: number | null;
  /** How often each strategy's outcome changed to each kind. */
  readonly outcomes: Readonly<Record<string, Readonly<Partial<Record<OutcomeKind, number>>>>>;
  /** Balances at the end, in base units. */
  readonly balances: ByAddress<BaseUnits>;
  /** Holdings with a known cost at the end, in base units of the token and of the budget token. */
  readonly basis: ByAddress<{ readonly quantity: BaseUnits; readonly cost: BaseUnits }>;
};
