import type { TradeFill, TradeIntent } from './outcome.ts';

/** Where an agent is on chain: `agentId` is unique per (chain, vault). */
export type AgentLink = { readonly vault: string; readonly agentId: number };

/** A trade that is on its way. */
export type AgentTrade = {
  /** Names it everywhere: in the books, at the sender, and (hashed) in the vault, which takes each once. */
  readonly tradeId: string;
  readonly intent: TradeIntent;
  /** UTC ms. */
  readonly startedAtMs: number;
};

/** A trade as the executor sends it. `deadlineSec`: unix seconds by the chain's clock. Gas and value in decimal text. */
export type TradePlan = {
  readonly executor: string;
  readonly call: { readonly to: string; readonly data: string; readonly value: string; readonly gas: string };
  readonly deadlineSec: number;
  readonly amountOutMin: string;
};

/** What became of a transaction, in the sender's words. */
export type SettledTx = {
  readonly outcome: 'mined' | 'reverted' | 'expired' | 'withdrawn' | 'refused';
  readonly txHash: string | null;
  readonly reason: string | null;
};

/** What became of a trade after all, when the chain has taken back what was seen of it. Null: nothing was moved. */
export type TradeCorrection = {
  readonly tradeId: string;
  readonly intent: TradeIntent;
  readonly before: TradeFill | null;
  readonly after: TradeFill | null;
};

/** A trade of an agent that the books know, with its fill: from them a restored agent's cost basis is worked out again. */
export type KnownFill = { readonly intent: TradeIntent; readonly fill: TradeFill };
