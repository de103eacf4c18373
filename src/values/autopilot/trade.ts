import type { Address } from '../address.ts';
import type { BaseUnits } from '../base-units.ts';
import type { Hash } from '../hash.ts';
import type { RouteTrail } from '../route-trail.ts';
import type { TradeFill, TradeIntent } from './outcome.ts';

/** Identifies an on-chain agent. `agentId` is unique per (chain, vault). */
export type AgentLink = { readonly vault: Address; readonly agentId: number };

/** A trade in flight. */
export type AgentTrade = {
  /** Id of the trade in the trade records, at the transaction sender, and (hashed) in the vault, which accepts each id once. */
  readonly tradeId: string;
  readonly intent: TradeIntent;
  /** UTC ms. */
  readonly startedAtMs: number;
};

/** A planned trade in the form that the executor sends. `deadlineSec`: unix seconds by the chain's clock. Gas and value in decimal text. */
export type TradePlan = {
  readonly executor: Address;
  readonly call: { readonly to: Address; readonly data: string; readonly value: string; readonly gas: string };
  readonly deadlineSec: number;
  readonly amountOutMin: BaseUnits;
  /** The sources that were asked for a route. Missing when only Uniswap v3 was. */
  readonly routes?: RouteTrail | undefined;
};

/** The outcome of a transaction, as the transaction sender reported it. */
export type SettledTx = {
  readonly outcome: 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';
  readonly txHash: Hash | null;
  readonly reason: string | null;
};

/** The new outcome of a trade after a reorg removed the previous one. Null fills: nothing was traded. */
export type TradeCorrection = {
  readonly tradeId: string;
  readonly intent: TradeIntent;
  readonly before: TradeFill | null;
  readonly after: TradeFill | null;
};

/** A recorded trade of an agent with its fill. The cost basis of a restored agent is recomputed from these. */
export type KnownFill = { readonly intent: TradeIntent; readonly fill: TradeFill };
