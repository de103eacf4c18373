import type { Address, ByAddress } from '../../src/values/address.ts';
import type { AgentToken, AutopilotPolicy } from '../../src/values/autopilot/policy.ts';
import type { BaseUnits } from '../../src/values/base-units.ts';
import type { CostBasis } from '../../src/values/cost-basis.ts';

/** The stored state of one strategy. All times are in UTC ms. */
export type StrategyState = {
  /** Number of trades that the strategy has made so far. */
  readonly runs: number;
  readonly lastFillAtMs: number | null;
  /** When a strategy with a schedule (`dca`, `rebalance`) is next evaluated; null for other types of strategies. */
  readonly nextAtMs: number | null;
  /** Time before which the strategy makes no trade. UTC ms; 0 means that the strategy has no cooldown. */
  readonly cooldownUntilMs: number;
  /** Number of the strategy's trades that failed in a row. The more failures, the longer the pause before the next attempt. */
  readonly failures: number;
  readonly lastFailure: string | null;
  /**
   * True for a partial stop loss (one that sells only a part of the holding) that has already sold, and so cannot fire at present. It can
   * fire again after the token's price was above the stop price, or after the token was bought again.
   */
  readonly waitsForRecovery: boolean;
  /** True after a tick has found that the strategy or the policy has expired. Such a strategy requests no more ticks. */
  readonly isOver: boolean;
  /**
   * Set when repeated failures have caused a pause of the strategy that is longer than the pause after an ordinary failure. The long pause
   * ends early when the owner acts, or when the agent is paused and resumed.
   */
  readonly isParked?: true;
};

/** Why all buys are blocked, and until when (UTC ms). When `untilMs` is null, buys are blocked until the policy is updated. */
export type BuyStop = { readonly reason: 'max-losses' | 'max-drawdown'; readonly detail: string; readonly untilMs: number | null };

/**
 * The engine state of an agent: what its strategies need to remember between evaluations, as JSON. At each tick, the strategies are
 * evaluated against the engine state and the tick's facts (external data).
 */
export type EngineState = {
  readonly policy: AutopilotPolicy;
  /** All tokens that the policy allows (`allowTokens`), by address. */
  readonly tokens: ByAddress<AgentToken>;
  /** Strategy states by strategy id. A strategy without an entry has not traded yet. */
  readonly strategies: Readonly<Record<string, StrategyState>>;
  /** Cost bases by token address. A token without an entry has no holdings with a known cost. */
  readonly basis: ByAddress<CostBasis>;
  /** By token, the highest price since the agent bought the token, in dollars as a decimal string. Trailing stops need this price. */
  readonly highs: ByAddress<string>;
  /**
   * Block time of the last fill (executed trade) in unix seconds; 0 when there was no fill. Vault data from a block before this time does
   * not include that fill.
   */
  readonly lastFillSec: number;
  /**
   * Time (UTC ms) from which a tick is due because the agent's situation changed since the last evaluation, by a fill, by the owner's
   * deposit or withdrawal, or by a new policy. Null when no tick is pending for this reason.
   */
  readonly lookAtMs: number | null;
  /**
   * Price of the budget token in dollars, used to compute triggers: an average cost is in budget tokens, but a trigger is in dollars. The
   * stored price is replaced when the market price differs from it by more than a fixed range (`watch.ts`). Null when no price is known
   * yet.
   */
  readonly budgetUsd: string | null;
  readonly protection: {
    readonly buyStop: BuyStop | null;
    /** Sales at a loss within the time window of the loss protection, oldest first. */
    readonly losses: readonly { readonly atMs: number; readonly token: Address; readonly lossBaseUnits: BaseUnits }[];
    /** By token address, the time (UTC ms) before which the token is not bought. */
    readonly tokenCooldowns: ByAddress<number>;
    /**
     * Highest total value of the agent's holdings so far, in base units of the budget token. The drawdown is measured from this value. "0"
     * means that the highest value is not known yet.
     */
    readonly peakValue: BaseUnits;
    /**
     * The vault's balances at the last evaluation, by token. The balances are stored only while the policy limits the drawdown (the fall of
     * the agent's value below its peak). A change of balances that no fill (executed trade) explains is the owner's deposit or withdrawal,
     * and changes the peak value in proportion.
     */
    readonly holdings: ByAddress<BaseUnits>;
  };
};

/**
 * A condition that wakes an agent: the value of a topic crosses a bound. Bounds are rounded so that the agent wakes too early rather than
 * too late; the evaluation then compares the exact values. The value of the topic `price/<chainId>/<token>` is the token's price in
 * dollars. The value of the topic `drop/<chainId>/<token>/<lookbackSeconds>` is how far the price is below its highest value of the last
 * `lookbackSeconds`, in basis points.
 */
export type AgentTrigger = { readonly topic: string; readonly op: 'at-least' | 'at-most'; readonly value: number };
