import type { Strategy } from './policy.ts';

/** Why a strategy did or did not act, as clients see it. */
export type OutcomeKind =
  | 'fired'
  /** It would have fired, but one before it in the policy did. */
  | 'superseded'
  | 'not-due'
  | 'condition-not-met'
  | 'cooldown'
  | 'over-limit'
  | 'unsafe-token'
  | 'no-price'
  | 'stale-price'
  /** Two things that know the price do not agree. */
  | 'price-disagreement'
  | 'no-route'
  /** The pools are off the market, or too thin for the trade. */
  | 'output-below-minimum'
  /** The vault's owner has not allow-listed the router. */
  | 'router-not-allowed'
  /** No key on this node sends trades on this chain. */
  | 'no-executor'
  /** The vault refused the trade when it was tried. */
  | 'refused-on-chain'
  /** A token keeps a part of each transfer: it cannot be sold, so it is not bought. */
  | 'fee-on-transfer'
  /** It would bring less than a bound that the agent's owner set in the vault. */
  | 'owner-price-bound'
  /** The owner's cap for sales of the token in 24 hours is used up. */
  | 'over-sell-cap'
  /** Its owner or the owner's guardian has paused it in the vault. */
  | 'paused-on-chain'
  | 'policy-hash-mismatch'
  | 'chain-not-configured'
  | 'expired'
  | 'inactive-on-chain'
  /** The chain could not be read. */
  | 'chain-unreadable'
  /** The agent is paused, or waits for its on-chain twin. */
  | 'not-running'
  | 'disabled'
  /** `maxRuns` is reached. */
  | 'finished'
  /** One of the policy's protections holds buys back. */
  | 'protected'
  /** Nothing to sell, or less than a trade is worth. */
  | 'no-holding'
  /** The vault holds less of the budget token than the buy needs. */
  | 'no-budget'
  /** A trade of this agent is on its way. */
  | 'trade-in-flight'
  /** What it would move is worth too little beside its gas. */
  | 'not-worth-gas'
  /** Gas is dearer than is paid for one transaction. */
  | 'gas-price-too-high'
  /** What a day may cost in gas, of the agent or of its wallet, is used up. */
  | 'gas-budget-used'
  /** The wallet has more agents than are executed; exits go on. */
  | 'too-many-agents';

/** `numbers` are what the decision compared, as text with the unit in the name: `priceUsd`, `dropBps`, `nextAtMs`, ... */
export type Outcome = { readonly kind: OutcomeKind; readonly detail: string; readonly numbers: Readonly<Record<string, string>> };

/** What an agent wants to do. Every trade has the budget token on one side. Amounts in base units as decimal text. */
export type TradeIntent = {
  readonly strategyId: string;
  /** Of which type the strategy was: an update may give its id to one of another type meanwhile. Missing: as the policy has it. */
  readonly strategyType?: Strategy['type'];
  readonly side: 'buy' | 'sell';
  readonly tokenIn: string;
  readonly tokenOut: string;
  readonly amountIn: string;
  /** Why, in one sentence. */
  readonly reason: string;
};

/** What a trade really moved, by the vault's event: fees included. */
export type TradeFill = { readonly amountIn: string; readonly amountOut: string; readonly blockTimeSec: number };
