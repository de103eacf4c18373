import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Strategy } from './policy.ts';

/** Why a strategy did or did not act, as clients see it. */
export type OutcomeKind =
  | 'fired'
  /** The strategy would have fired, but an earlier strategy of the policy fired. */
  | 'superseded'
  | 'not-due'
  | 'condition-not-met'
  | 'cooldown'
  | 'over-limit'
  | 'unsafe-token'
  | 'no-price'
  | 'stale-price'
  /** Two price sources do not agree. */
  | 'price-disagreement'
  | 'no-route'
  /** The pools' price differs from the market, or the pools are too small for the trade. */
  | 'output-below-minimum'
  /** The vault's owner has not allow-listed the router. */
  | 'router-not-allowed'
  /** This node has no key for sending trades on this chain. */
  | 'no-executor'
  /** The vault refused the trade in a simulation. */
  | 'refused-on-chain'
  /** A token charges a fee on transfer. It is not bought, since it could not be sold. */
  | 'fee-on-transfer'
  /** The trade would return less than a bound that the agent's owner set in the vault. */
  | 'owner-price-bound'
  /** The owner's limit of sales of the token within 24 hours is used up. */
  | 'over-sell-cap'
  /** The agent's owner or the owner's guardian has paused it in the vault. */
  | 'paused-on-chain'
  | 'policy-hash-mismatch'
  | 'chain-not-configured'
  | 'expired'
  | 'inactive-on-chain'
  /** The chain could not be read. */
  | 'chain-unreadable'
  /** The agent is paused, or waits for its on-chain agent. */
  | 'not-running'
  | 'disabled'
  /** The strategy has reached its `maxRuns`. */
  | 'finished'
  /** A protection of the policy blocks purchases. */
  | 'protected'
  /** There is nothing to sell, or its value is too low for a trade. */
  | 'no-holding'
  /** The vault has less of the budget token than the purchase needs. */
  | 'no-budget'
  /** Another trade of this agent is in flight. */
  | 'trade-in-flight'
  /** The trade's value is too low compared with its gas cost. */
  | 'not-worth-gas'
  /** The gas cost exceeds the limit for one transaction. */
  | 'gas-price-too-high'
  /** The daily gas budget of the agent or of its wallet is used up. */
  | 'gas-budget-used'
  /** The wallet has more agents than this service executes; exits still run. */
  | 'too-many-agents';

/**
 * The outcome of evaluating a strategy. `numbers` are the compared values, as strings with the unit in the name: `priceUsd`, `dropBps`,
 * `nextAtMs`, ...
 */
export type Outcome = { readonly kind: OutcomeKind; readonly detail: string; readonly numbers: Readonly<Record<string, string>> };

/** A trade that an agent plans to make. One of the two tokens is always the budget token. Amounts are in base units as decimal strings. */
export type TradeIntent = {
  readonly strategyId: string;
  /**
   * The strategy's type when it requested the trade, since an update may have reused its id for another type. When absent, the type in the
   * current policy applies.
   */
  readonly strategyType?: Strategy['type'];
  readonly side: 'buy' | 'sell';
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: BaseUnits;
  /** The reason for the trade, as one sentence. */
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
