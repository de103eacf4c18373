import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Strategy } from './policy.ts';

/** Why a strategy did or did not act, as clients see it. */
export type OutcomeKind =
  | 'fired'
  /** It would have fired, but an earlier strategy of the policy fired. */
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
  /** This node has no key to send trades on this chain. */
  | 'no-executor'
  /** The vault refused the trade in a simulation. */
  | 'refused-on-chain'
  /** A token keeps a part of each transfer: it could not be sold, so it is not bought. */
  | 'fee-on-transfer'
  /** The trade would bring less than a bound that the agent's owner set in the vault. */
  | 'owner-price-bound'
  /** The owner's cap for sales of the token in 24 hours is used up. */
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
  /** `maxRuns` is reached. */
  | 'finished'
  /** A protection of the policy blocks buys. */
  | 'protected'
  /** There is nothing to sell, or it is worth too little for a trade. */
  | 'no-holding'
  /** The vault holds less of the budget token than the buy needs. */
  | 'no-budget'
  /** Another trade of this agent is in flight. */
  | 'trade-in-flight'
  /** The trade is worth too little compared with its gas. */
  | 'not-worth-gas'
  /** Gas costs more than the limit for one transaction. */
  | 'gas-price-too-high'
  /** The daily gas budget of the agent or of its wallet is used up. */
  | 'gas-budget-used'
  /** The wallet has more agents than this service executes; exits still run. */
  | 'too-many-agents';

/**
 * The outcome of evaluating a strategy. `numbers` are the compared values, as text with the unit in the name: `priceUsd`, `dropBps`,
 * `nextAtMs`, ...
 */
export type Outcome = { readonly kind: OutcomeKind; readonly detail: string; readonly numbers: Readonly<Record<string, string>> };

/** A trade that an agent wants to make. One side is always the budget token. Amounts in base units as decimal text. */
export type TradeIntent = {
  readonly strategyId: string;
  /**
   * The strategy's type when it requested the trade: an update may since have given its id to another type. Missing: the type in the
   * current policy.
   */
  readonly strategyType?: Strategy['type'];
  readonly side: 'buy' | 'sell';
  readonly tokenIn: Address;
  readonly tokenOut: Address;
  readonly amountIn: BaseUnits;
  /** The reason, as one sentence. */
  readonly reason: string;
};

/** The amounts that a trade really moved, according to the vault's event. `amountIn` is all that was spent, the vault's fee included. */
export type TradeFill = {
  readonly amountIn: BaseUnits;
  readonly amountOut: BaseUnits;
  readonly blockTimeSec: number;
  /** The part of `amountIn` that went to the vault's treasury; missing when there was no fee. */
  readonly fee?: BaseUnits;
};
