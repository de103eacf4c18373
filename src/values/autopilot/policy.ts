import type { Address } from '../address.ts';

/** Symbol and decimals of a policy's token; fixed when the agent is created or its policy changes. */
export type AgentToken = { readonly symbol: string; readonly decimals: number };

/** Fields of every strategy. Ids are unique within a policy; earlier strategies in the array go first. */
type StrategyBase = {
  readonly id: string;
  /** Absent counts as true. */
  readonly enabled?: boolean | undefined;
  readonly note?: string | undefined;
  /** Unix seconds from which the strategy has expired. */
  readonly expiresAt?: number | undefined;
};

/** Buys `amount` every `intervalSeconds`, from `startAt` (unix seconds; absent: at once), at most `maxRuns` times. */
export type DcaStrategy = StrategyBase & {
  readonly type: 'dca';
  readonly tokenOut: Address;
  /** Whole budget tokens, as decimal text. */
  readonly amount: string;
  readonly intervalSeconds: number;
  readonly maxRuns?: number | undefined;
  readonly startAt?: number | undefined;
};

/** Buys `amount` when the price is `dropBps` under the highest of the last `lookbackSeconds`. */
export type DipBuyStrategy = StrategyBase & {
  readonly type: 'dip_buy';
  readonly tokenOut: Address;
  readonly amount: string;
  readonly dropBps: number;
  readonly lookbackSeconds: number;
  readonly cooldownSeconds: number;
};

/** Sells `sellBps` of the holding at `gainBps` above average cost, or at `priceUsd` (decimal text); exactly one of the two is given. */
export type TakeProfitStrategy = StrategyBase & {
  readonly type: 'take_profit';
  readonly token: Address;
  readonly gainBps?: number | undefined;
  readonly priceUsd?: string | undefined;
  readonly sellBps: number;
  readonly cooldownSeconds: number;
};

/**
 * Sells `sellBps` of the holding at `lossBps` below average cost, at `priceUsd`, or at `trailBps` below the high since entry; exactly one
 * is given.
 */
export type StopLossStrategy = StrategyBase & {
  readonly type: 'stop_loss';
  readonly token: Address;
  readonly lossBps?: number | undefined;
  readonly priceUsd?: string | undefined;
  readonly trailBps?: number | undefined;
  readonly sellBps: number;
};

/** Every `intervalSeconds`, if a weight is off by more than `driftBps`: sells overweight tokens, then buys underweight ones. */
export type RebalanceStrategy = StrategyBase & {
  readonly type: 'rebalance';
  readonly weights: readonly { readonly token: Address; readonly weightBps: number }[];
  readonly driftBps: number;
  readonly intervalSeconds: number;
};

export type Strategy = DcaStrategy | DipBuyStrategy | TakeProfitStrategy | StopLossStrategy | RebalanceStrategy;
export type StrategyType = Strategy['type'];

/** Conditions that stop an agent from buying; sales continue in each case. Our addition to the interface document. */
export type Protections = {
  /** After `count` sales at a loss within `windowSeconds`, no buys for `pauseSeconds`. */
  readonly maxLosses?: { readonly count: number; readonly windowSeconds: number; readonly pauseSeconds: number } | undefined;
  /** No buys of a token for this time after a stop loss sold it. */
  readonly stopCooldownSeconds?: number | undefined;
  /** No buys until the policy is updated, once the agent's value is this far below its highest. */
  readonly maxDrawdownBps?: number | undefined;
  /** No buys at all; only exits. */
  readonly exitsOnly?: boolean | undefined;
};

/**
 * A validated policy document (interface document, "Autopilot policy document"; the fields of strategies are ours), with lowercase
 * addresses. USD limits are JSON numbers, as documented; amounts are decimal text.
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
    /** Unix seconds. */
    readonly expiry: number;
  };
  readonly safety: { readonly minTokenScore: number };
  readonly slippageBps: number;
  readonly strategies: readonly Strategy[];
  readonly protections?: Protections | undefined;
  /** True for a dry run: there is no on-chain agent and nothing is sent. Absent counts as false. */
  readonly paper?: boolean | undefined;
};
