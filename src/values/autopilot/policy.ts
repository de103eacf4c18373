import type { Address } from '../address.ts';

/** Symbol and decimals of a policy's token. They are set when the agent is created or its policy changes. */
export type AgentToken = { readonly symbol: string; readonly decimals: number };

/** Fields of every strategy. Ids are unique within a policy; earlier strategies in the array take precedence. */
type StrategyBase = {
  readonly id: string;
  /** Whether the strategy is enabled; missing means true. */
  readonly enabled?: boolean | undefined;
  readonly note?: string | undefined;
  /** Time in unix seconds at which the strategy expires. */
  readonly expiresAt?: number | undefined;
};

/**
 * Buys tokens for `amount` every `intervalSeconds`, from `startAt` on (unix seconds; immediately when missing), at most `maxRuns` times.
 */
export type DcaStrategy = StrategyBase & {
  readonly type: 'dca';
  readonly tokenOut: Address;
  /** Amount that each trade spends, in whole budget tokens, as a decimal string. */
  readonly amount: string;
  readonly intervalSeconds: number;
  readonly maxRuns?: number | undefined;
  readonly startAt?: number | undefined;
};

/** Buys tokens for `amount` when the price is `dropBps` (basis points) below the highest price of the last `lookbackSeconds`. */
export type DipBuyStrategy = StrategyBase & {
  readonly type: 'dip_buy';
  readonly tokenOut: Address;
  readonly amount: string;
  readonly dropBps: number;
  readonly lookbackSeconds: number;
  readonly cooldownSeconds: number;
};

/**
 * Sells the share `sellBps` of the holding when the price is `gainBps` above the average cost, or at `priceUsd` (a decimal string). Exactly
 * one of `gainBps` and `priceUsd` is set.
 */
export type TakeProfitStrategy = StrategyBase & {
  readonly type: 'take_profit';
  readonly token: Address;
  readonly gainBps?: number | undefined;
  readonly priceUsd?: string | undefined;
  readonly sellBps: number;
  readonly cooldownSeconds: number;
};

/**
 * Sells the share `sellBps` of the holding when the price is `lossBps` below the average cost, at `priceUsd`, or `trailBps` below the
 * highest price since entry. Exactly one of `lossBps`, `priceUsd` and `trailBps` is set.
 */
export type StopLossStrategy = StrategyBase & {
  readonly type: 'stop_loss';
  readonly token: Address;
  readonly lossBps?: number | undefined;
  readonly priceUsd?: string | undefined;
  readonly trailBps?: number | undefined;
  readonly sellBps: number;
};

/**
 * Every `intervalSeconds`, compares the weights of the tokens with their targets. If a weight deviates by more than `driftBps`, sells
 * overweight tokens and then buys underweight ones.
 */
export type RebalanceStrategy = StrategyBase & {
  readonly type: 'rebalance';
  readonly weights: readonly { readonly token: Address; readonly weightBps: number }[];
  readonly driftBps: number;
  readonly intervalSeconds: number;
};

export type Strategy = DcaStrategy | DipBuyStrategy | TakeProfitStrategy | StopLossStrategy | RebalanceStrategy;
export type StrategyType = Strategy['type'];

/** Conditions under which the agent stops buying; it can always sell. They are an addition to the API specification. */
export type Protections = {
  /** After `count` sales at a loss within `windowSeconds`, purchases are blocked for `pauseSeconds`. */
  readonly maxLosses?: { readonly count: number; readonly windowSeconds: number; readonly pauseSeconds: number } | undefined;
  /** Seconds for which purchases of a token are blocked after a stop loss sold it. */
  readonly stopCooldownSeconds?: number | undefined;
  /**
   * Maximum drawdown in basis points. Once the agent's value is this far below its highest value, purchases are blocked until the policy is
   * updated.
   */
  readonly maxDrawdownBps?: number | undefined;
  /** Whether all purchases are blocked, so that the agent can only sell by stop loss or take profit. */
  readonly exitsOnly?: boolean | undefined;
};

/**
 * A validated policy document with lowercase addresses (API specification, "Autopilot policy document", which leaves the fields of
 * strategies open). As the specification requires, USD limits are JSON numbers; amounts are decimal strings.
 */
export type AutopilotPolicy = {
  readonly version: 1;
  readonly wallet: Address;
  readonly chainId: number;
  readonly budgetToken: Address;
  readonly allowTokens: readonly Address[];
  readonly limits: {
    readonly maxPerTradeUsd: number;
    readonly maxPerDayUsd: number;
    readonly maxTradesPerDay: number;
    /** Time at which the policy expires, unix seconds. */
    readonly expiry: number;
  };
  readonly safety: { readonly minTokenScore: number };
  readonly slippageBps: number;
  readonly strategies: readonly Strategy[];
  readonly protections?: Protections | undefined;
  /** True for a dry run: there is no on-chain agent and no transaction is sent. Missing means false. */
  readonly paper?: boolean | undefined;
};

/**
 * Maximum number of trades per day that a policy can allow. It is the number of purchases that the vault can store for one agent.
 */
export const MOST_TRADES_PER_DAY = 200;
