import type { Address } from '../address.ts';

/** What a token of a policy is called and how it is counted; fixed when the agent is made or its policy changes. */
export type AgentToken = { readonly symbol: string; readonly decimals: number };

/** What every strategy has. Ids are unique within a policy; the order of the array is precedence. */
type StrategyBase = {
  readonly id: string;
  /** Absent counts as true. */
  readonly enabled?: boolean | undefined;
  readonly note?: string | undefined;
  /** Unix seconds; the strategy is over from then on. */
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

/** Sells `sellBps` of the holding at `gainBps` over average cost, or at `priceUsd` (decimal text); exactly one of the two is given. */
export type TakeProfitStrategy = StrategyBase & {
  readonly type: 'take_profit';
  readonly token: Address;
  readonly gainBps?: number | undefined;
  readonly priceUsd?: string | undefined;
  readonly sellBps: number;
  readonly cooldownSeconds: number;
};

/** Sells `sellBps` of the holding `lossBps` under average cost, or at `priceUsd`, or `trailBps` under the high since entry; exactly one is given. */
export type StopLossStrategy = StrategyBase & {
  readonly type: 'stop_loss';
  readonly token: Address;
  readonly lossBps?: number | undefined;
  readonly priceUsd?: string | undefined;
  readonly trailBps?: number | undefined;
  readonly sellBps: number;
};

/** Every `intervalSeconds`, when a weight is off by more than `driftBps`: sells what is over, then buys what is under. */
export type RebalanceStrategy = StrategyBase & {
  readonly type: 'rebalance';
  readonly weights: readonly { readonly token: Address; readonly weightBps: number }[];
  readonly driftBps: number;
  readonly intervalSeconds: number;
};

export type Strategy = DcaStrategy | DipBuyStrategy | TakeProfitStrategy | StopLossStrategy | RebalanceStrategy;
export type StrategyType = Strategy['type'];

/** Additive to the interface document: what stops an agent from buying by itself. It goes on selling in each case. */
export type Protections = {
  /** After `count` sales at a loss within `windowSeconds`, no buys for `pauseSeconds`. */
  readonly maxLosses?: { readonly count: number; readonly windowSeconds: number; readonly pauseSeconds: number } | undefined;
  /** No buys of a token for so long after a stop loss sold it. */
  readonly stopCooldownSeconds?: number | undefined;
  /** No buys, until an update of the policy, once the agent is worth so much less than at its highest. */
  readonly maxDrawdownBps?: number | undefined;
  /** No buys at all: exits only. */
  readonly exitsOnly?: boolean | undefined;
};

/**
 * A policy document (interface document, "Autopilot policy document"; the fields of strategies are ours), checked and with
 * lowercase addresses. USD limits are JSON numbers, as documented; amounts are decimal text.
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
  /** A dry run: no on-chain twin, nothing is sent. Absent counts as false. */
  readonly paper?: boolean | undefined;
};
