import type { AgentToken, AutopilotPolicy } from '../../src/values/autopilot/policy.ts';

/** What is kept of one strategy beside its terms. Times in UTC ms. */
export type StrategyStanding = {
  /** Trades it has made. */
  readonly runs: number;
  readonly lastFillAtMs: number | null;
  /** When it is looked at next, for strategies that go by time (`dca`, `rebalance`); null for the others. */
  readonly nextAtMs: number | null;
  /** No trade of it before then; 0: none. */
  readonly cooldownUntilMs: number;
  /** Trades of it that failed in a row, and why the last one did: the pause after one grows. */
  readonly failures: number;
  readonly lastFailure: string | null;
  /** A stop that sold a part: it does not fire again until the price was above it, or its token is bought again. */
  readonly waitsForRecovery: boolean;
  /** Its time (or the policy's) was seen to be over: it asks for no more ticks. */
  readonly isOver: boolean;
  /** It pauses for longer than after any failure: until its owner does something, or the agent is paused and resumed. */
  readonly isParked?: true;
};

/** Tokens bought by the agent and not yet sold, and what they cost, fees included. Base units: of the token, and of the budget token. */
export type CostBasis = { readonly quantity: string; readonly cost: string };

/** Why buys are held back, and until when (UTC ms; null: until the policy is updated). */
export type BuyStop = { readonly reason: 'max-losses' | 'max-drawdown'; readonly detail: string; readonly untilMs: number | null };

/** The part of an agent that decides: what the strategies are evaluated against, beside the facts of a tick. JSON. */
export type Standing = {
  readonly policy: AutopilotPolicy;
  /** By token address: all of `allowTokens`. */
  readonly tokens: Readonly<Record<string, AgentToken>>;
  /** By strategy id; a strategy that is missing has not done anything yet. */
  readonly strategies: Readonly<Record<string, StrategyStanding>>;
  /** By token; missing: none is held with a known cost. */
  readonly basis: Readonly<Record<string, CostBasis>>;
  /** Highest price in dollars since entry, decimal text, by token: for trailing stops. */
  readonly highs: Readonly<Record<string, string>>;
  /** Block time of the last fill: a reading of the vault from before it does not show what was traded. 0: none. */
  readonly lastFillSec: number;
  /**
   * Since when (UTC ms) what the vault holds may differ from what was last looked at: a fill, an owner's move, a new policy. A tick is
   * wanted from then on. Null: looked at since.
   */
  readonly lookAtMs: number | null;
  /**
   * The budget token's price in dollars that triggers are reckoned with, renewed when the price has moved away from it (`watch.ts`):
   * an average cost is in budget tokens, a trigger on a price in dollars. Null: not known yet.
   */
  readonly budgetUsd: string | null;
  readonly protection: {
    readonly buyStop: BuyStop | null;
    /** Sales at a loss within the window, oldest first. */
    readonly losses: readonly { readonly atMs: number; readonly token: string; readonly lossBaseUnits: string }[];
    /** No buys of the token before then (UTC ms). */
    readonly tokenCooldowns: Readonly<Record<string, number>>;
    /** The most that the agent was ever worth, in base units of the budget token; for the drawdown. "0": not known yet. */
    readonly peakValue: string;
    /**
     * What the vault held at the last look, by token, while a drawdown is watched: a difference that no fill explains is the owner's
     * deposit or withdrawal, and moves the peak in proportion.
     */
    readonly holdings: Readonly<Record<string, string>>;
  };
};

/**
 * When an agent wants to be stepped: at a time, or when the value of a topic crosses. Values are rounded outwards (never too late); the
 * evaluation decides exactly. Topics: `price/<chainId>/<token>` in dollars, `drop/<chainId>/<token>/<lookbackSeconds>` in basis points
 * under the window's high.
 */
export type AgentTrigger = { readonly topic: string; readonly op: 'at-least' | 'at-most'; readonly value: number };
