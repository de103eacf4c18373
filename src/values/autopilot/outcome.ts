import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Strategy } from './policy.ts';

/** Why a strategy did or did not act, as clients see it. */
export type OutcomeKind =
  | 'fired'
  /**
   * The strategy's condition was met, but a strategy that is listed earlier in the policy already trades. An agent makes only one trade at
   * a time.
   */
  | 'superseded'
  | 'not-due'
  | 'condition-not-met'
  | 'cooldown'
  | 'over-limit'
  | 'unsafe-token'
  | 'no-price'
  | 'stale-price'
  /** Two price sources do not agree on the price of a token. */
  | 'price-disagreement'
  | 'no-route'
  /** The pools' price differs too much from the market price, or the pools are too small for the trade. */
  | 'output-below-minimum'
  /** The owner of the vault has not permitted the router that the trade needs. */
  | 'router-not-allowed'
  /** This node has no key for sending trades on this chain. */
  | 'no-executor'
  /** The vault contract refused the trade when the trade was simulated. */
  | 'refused-on-chain'
  /** The token takes a fee on transfers. It is not bought, since it could not be sold again. */
  | 'fee-on-transfer'
  /** The trade would return less than a price bound that the agent's owner set in the vault. */
  | 'owner-price-bound'
  /** The limit that the owner set for sales of the token within 24 hours is used up. */
  | 'over-sell-cap'
  /** The agent's owner, or the owner's guardian, has paused the agent in the vault. */
  | 'paused-on-chain'
  | 'policy-hash-mismatch'
  | 'chain-not-configured'
  | 'expired'
  | 'inactive-on-chain'
  /** The chain could not be read, so the strategy was not evaluated. */
  | 'chain-unreadable'
  /** The agent is paused, or its on-chain agent does not exist yet. */
  | 'not-running'
  | 'disabled'
  /** The strategy has made as many trades as its `maxRuns` allows. */
  | 'finished'
  /** A protection of the policy blocks purchases. */
  | 'protected'
  /** The strategy has nothing to sell, or the value of the tokens to sell is too low for a trade. */
  | 'no-holding'
  /** The agent's balance of the budget token in the vault is too small for the purchase. */
  | 'no-budget'
  /** Another trade of this agent is in progress. */
  | 'trade-in-flight'
  /** The trade's value is too low compared with the gas cost of its transaction. */
  | 'not-worth-gas'
  /** The gas cost of the trade exceeds the limit for one transaction. */
  | 'gas-price-too-high'
  /** The daily gas budget of the agent or of its wallet is used up. */
  | 'gas-budget-used'
  /** The wallet has more agents than this service executes. Only sales by stop loss or take profit are still executed for this agent. */
  | 'too-many-agents';

/**
 * The result of evaluating a strategy. `numbers` contains the values that were compared, as strings; their names contain the unit:
 * `priceUsd`, `dropBps`, `nextAtMs`.
 */
export type Outcome = { readonly kind: OutcomeKind; readonly detail: string; readonly numbers: Readonly<Record<string, string>> };

/** A trade that an agent plans to make. One of the two tokens is always the budget token. Amounts are in base units as decimal strings. */
export type TradeIntent = {
  readonly strategyId: string;
  /**
   * The strategy's type when it requested the trade. It is stored because a later policy may use the same strategy id for another type.
   * When the field is missing, the type in the current policy applies.
   */
  readonly strategyType?: Strategy['type'];
  readonly side: 'buy' | 'sell';
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: BaseUnits;
  /** Why the agent makes the trade, as one sentence. */
  readonly reason: string;
};

/**
 * The amounts that a trade actually moved, according to the vault's event. `amountIn` is the total amount spent, including the vault's fee.
 */
export type TradeFill = {
  readonly amountIn: BaseUnits;
  readonly amountOut: BaseUnits;
  readonly blockTimeSec: number;
  /** The part of `amountIn` that went to the vault's treasury; missing when there was no fee. */
  readonly fee?: BaseUnits;
};
