import type { Address, ByAddress } from '../../src/values/address.ts';
import type { AgentToken, AutopilotPolicy } from '../../src/values/autopilot/policy.ts';
import type { BaseUnits } from '../../src/values/base-units.ts';

/** The stored state of one strategy. Times in UTC ms. */
export type StrategyState = {
  /** Number of trades that the strategy has made. */
  readonly runs: number;
  readonly lastFillAtMs: number | null;
  /** When a scheduled strategy (`dca`, `rebalance`) is next evaluated; null for the others. */
  readonly nextAtMs: number | null;
  /** The strategy makes no trade before this time. 0: no cooldown. */
  readonly cooldownUntilMs: number;
  /** Number of the strategy's trades that failed in a row. Each failure makes the next pause longer. */
  readonly failures: number;
  readonly lastFailure: string | null;
  /**
   * Whether a partial stop loss has sold and is not armed. It fires again only after the price was above its level, or its token was bought
   * again.
   */
  readonly waitsForRecovery: boolean;
  /** Whether the expiry of the strategy or of the policy has been observed. Such a strategy requests no more ticks. */
  readonly isOver: boolean;
  /** Set when the strategy pauses for longer than after an ordinary failure: until the owner acts, or the agent is paused and resumed. */
  readonly isParked?: true;
};

/**
 * Tokens that the agent bought and has not sold, with their cost including fees. `quantity` is in base units of the token, `cost` in base
 * units of the budget token.
 */
export type CostBasis = { readonly quantity: BaseUnits; readonly cost: BaseUnits };

/** Why buys are stopped, and until when (UTC ms; null: until the policy is updated). */
export type BuyStop = { readonly reason: 'max-losses' | 'max-drawdown'; readonly detail: string; readonly untilMs: number | null };

/** The engine state of an agent, as JSON. Strategies are evaluated against it and the facts of a tick. */
export type EngineState = {
  readonly policy: AutopilotPolicy;
  /** All tokens of `allowTokens`, by address. */
  readonly tokens: ByAddress<AgentToken>;
  /** Strategy states by strategy id. A strategy without an entry has not traded yet. */
  readonly strategies: Readonly<Record<string, StrategyState>>;
  /** Cost bases by token address. A token without an entry has no holdings with a known cost. */
  readonly basis: ByAddress<CostBasis>;
  /** Highest price since entry in dollars, as a decimal string, by token; used by trailing stops. */
  readonly highs: ByAddress<string>;
  /**
   * Block time of the last fill in unix seconds; 0 when there was none. A vault reading with an older block time does not include that
   * trade.
   */
  readonly lastFillSec: number;
  /**
   * Time (UTC ms) from which a tick is due because the holdings may have changed since the last evaluation: a fill, an owner's deposit or
   * withdrawal, a new policy. Null when no tick is pending.
   */
  readonly lookAtMs: number | null;
  /**
   * Price of the budget token in dollars that is used to compute triggers. It is needed because an average cost is in budget tokens and a
   * trigger in dollars. Updated when the price moves too far from it (`watch.ts`). Null: not known yet.
   */
  readonly budgetUsd: string | null;
  readonly protection: {
    readonly buyStop: BuyStop | null;
    /** Sales at a loss within the protection's window, oldest first. */
    readonly losses: readonly { readonly atMs: number; readonly token: Address; readonly lossBaseUnits: BaseUnits }[];
    /** Time (UTC ms) before which a token is not bought, by token address. */
    readonly tokenCooldowns: ByAddress<number>;
    /** Highest value of the agent so far, in base units of the budget token; the drawdown is measured from it. "0": not known yet. */
    readonly peakValue: BaseUnits;
    /**
     * The vault's balances at the last evaluation, by token, while a drawdown is watched. A change that no fill explains is a deposit or a
     * withdrawal of the owner, and moves the peak value in proportion.
     */
    readonly holdings: ByAddress<BaseUnits>;
  };
};

/**
 * Wakes an agent when the value of a topic crosses a bound. Bounds are rounded so that the agent wakes too early rather than too late; the
 * evaluation then decides exactly. Topics: `price/<chainId>/<token>` in dollars, `drop/<chainId>/<token>/<lookbackSeconds>` in basis points
 * under the window's high.
 */
export type AgentTrigger = { readonly topic: string; readonly op: 'at-least' | 'at-most'; readonly value: number };
