import type { AgentFacts } from './facts.ts';
import type { OutcomeKind, TradeFill, TradeIntent } from './outcome.ts';

/** The market at one moment of a price history. Nothing of a later one can be asked. */
export type BacktestPoint = {
  /** UTC ms; points come in order. */
  readonly atMs: number;
  /** What a tick would know; asked for only when the agent is stepped. */
  readonly facts: () => Omit<AgentFacts, 'agent'>;
  /** The present value of a trigger's topic; undefined: it has none. */
  readonly valueOf: (topic: string) => number | undefined;
  /** Dollars for a whole token as exact text, and as a number for the curve; null: no price. */
  readonly priceOf: (token: string) => { readonly usd: string; readonly number: number } | null;
};

/** What trading costs: both are taken off what a trade gives, in basis points. */
export type BacktestCosts = { readonly feeBps: number; readonly slippageBps: number };

export type BacktestTrade = { readonly atMs: number; readonly intent: TradeIntent; readonly fill: TradeFill };

/** `value`: what the agent is worth, in whole budget tokens; a JavaScript number, for a picture. */
export type EquityPoint = { readonly atMs: number; readonly value: number };

export type BacktestResult = {
  readonly trades: readonly BacktestTrade[];
  readonly equity: readonly EquityPoint[];
  readonly points: number;
  /** Points at which the machine had anything to look at. */
  readonly steps: number;
  readonly start: EquityPoint | null;
  readonly end: EquityPoint | null;
  /** The deepest fall from a high, in basis points of it, and when it was reached. */
  readonly maxDrawdownBps: number;
  readonly maxDrawdownAtMs: number | null;
  /** How often each strategy came to each outcome that it had not just before. */
  readonly outcomes: Readonly<Record<string, Readonly<Partial<Record<OutcomeKind, number>>>>>;
  /** What is held at the end, in base units. */
  readonly balances: Readonly<Record<string, string>>;
  /** What is held with a known cost, in base units of the token and of the budget token. */
  readonly basis: Readonly<Record<string, { readonly quantity: string; readonly cost: string }>>;
};
