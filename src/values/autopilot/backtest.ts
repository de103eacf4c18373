import type { Address, ByAddress } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { AgentFacts } from './facts.ts';
import type { OutcomeKind, TradeFill, TradeIntent } from './outcome.ts';

/** The market data that an agent can use at one point of the price history during a backtest. Prices of later points are not included. */
export type BacktestPoint = {
  /** Time of this point of the price history, UTC ms; points are in chronological order. */
  readonly atMs: number;
  /**
   * Computes the data with which the agent is evaluated at this point. The function is called only for points at which the agent is
   * evaluated.
   */
  readonly facts: () => Omit<AgentFacts, 'agent'>;
  /**
   * Returns the current value of a topic (a named quantity that an agent can wait for, such as a price); undefined when it has no value.
   */
  readonly valueOf: (topic: string) => number | undefined;
  /**
   * Returns the price of a whole token in dollars, as an exact decimal string and as a number for the equity curve; null when there is no
   * price.
   */
  readonly priceOf: (token: Address) => { readonly usd: string; readonly number: number } | null;
};

/**
 * Trading costs in basis points. `feeBps` (the fee of the pools) and `slippageBps` reduce what a trade receives. `vaultFeeBps` is
 * subtracted from the amount that a trade spends; when it is null (unknown), nothing is subtracted.
 */
export type BacktestCosts = { readonly feeBps: number; readonly slippageBps: number; readonly vaultFeeBps: number | null };

export type BacktestTrade = {
  readonly atMs: number;
  readonly intent: TradeIntent;
  readonly fill: TradeFill;
  /** Market prices in dollars of a whole spent token and a whole received token at the time of the trade, as exact decimal strings. */
  readonly usd: { readonly spent: string; readonly received: string };
};

/** A point of the equity curve of a backtest. `value` is the agent's value in whole budget tokens, as a JavaScript number for charts. */
export type EquityPoint = { readonly atMs: number; readonly value: number };

export type BacktestResult = {
  readonly trades: readonly BacktestTrade[];
  readonly equity: readonly EquityPoint[];
  readonly points: number;
  /** Number of points of the price history at which the agent had something to evaluate. */
  readonly steps: number;
  readonly start: EquityPoint | null;
  readonly end: EquityPoint | null;
  /** The largest fall of the agent's value from a previous high, in basis points of that high. */
  readonly maxDrawdownBps: number;
  /** Time (UTC ms) at which the agent's value was at the lowest point of its largest fall; null when it never fell. */
  readonly maxDrawdownAtMs: number | null;
  /** Time (UTC ms) of the high from which the agent's value had its largest fall; null when it never fell. */
  readonly maxDrawdownFromMs: number | null;
  /** Time (UTC ms) at which the agent's value reached the high before its largest fall again; null when it never did. */
  readonly maxDrawdownOverMs: number | null;
  /** By strategy id and kind of outcome, how often the strategy's outcome changed to this kind during the backtest. */
  readonly outcomes: Readonly<Record<string, Readonly<Partial<Record<OutcomeKind, number>>>>>;
  /** Balances of the simulated vault at the end of the backtest, in base units. */
  readonly balances: ByAddress<BaseUnits>;
  /** Holdings at the end whose cost is known. `quantity` is in base units of the token, `cost` in base units of the budget token. */
  readonly basis: ByAddress<{ readonly quantity: BaseUnits; readonly cost: BaseUnits }>;
};
