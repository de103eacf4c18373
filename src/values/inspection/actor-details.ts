import type { JsonObject } from '../json.ts';

/** What belongs to an actor beyond its record: for reading units, following links, and the views of each kind. */
export type ActorDetails = {
  readonly tokens: readonly TokenNote[];
  /** Which members of the context are amounts, and of what. */
  readonly amounts: readonly AmountNote[];
  readonly related: readonly RelatedActor[];
  /** Newest first. */
  readonly transactions: readonly TransactionNote[];
  readonly domain: AgentDetails | DcaDetails | TradeDetails | null;
  /** What clients of the API are shown of it, as its definition computes it; null when it could not be had. */
  readonly publicRecord: JsonObject | null;
  /** What could not be had, a sentence each: the rest is still shown. */
  readonly missing: readonly string[];
};

export type TokenNote = {
  readonly chainId: number;
  /** As in the context: lower case on EVM chains. */
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
};

/** `path` is of the snapshot's context, joined by dots: `trade.plan.amountIn`. */
export type AmountNote = { readonly path: string; readonly chainId: number; readonly token: string };

export type RelatedActor = { readonly id: string; readonly relation: string };

export type TransactionNote = {
  readonly chainId: number;
  readonly hash: string;
  readonly nonce: number | null;
  readonly status: 'signed' | 'sent' | 'mined' | 'reverted' | 'replaced' | 'unknown';
  readonly blockNumber: number | null;
  readonly gasUsed: string | null;
  readonly what: string;
  /** The page of a block explorer, where the network names one. */
  readonly url: string | null;
};

/** An amount as text: base units; its decimals are the token's. */
export type AmountOf = { readonly amount: string; readonly token: string; readonly chainId: number };

export type AgentDetails = {
  readonly kind: 'agent';
  readonly phase: string;
  readonly isPaper: boolean;
  readonly budgetToken: string;
  readonly strategies: readonly {
    readonly id: string;
    readonly type: string;
    readonly runs: number;
    readonly lastFillAtMs: number | null;
    readonly pausedUntilMs: number | null;
    readonly outcome: { readonly kind: string; readonly text: string } | null;
  }[];
  readonly limits: readonly LimitBar[];
  readonly series: readonly PriceSeriesNote[];
  readonly fills: readonly FillNote[];
};

/** A limit and how much of it is used; texts are for a person, with their unit. */
export type LimitBar = { readonly name: string; readonly used: string; readonly of: string /** 0 to 1 */; readonly share: number };

export type PriceSeriesNote = { readonly token: string; readonly points: readonly { readonly atMs: number; readonly usd: string }[] };

export type FillNote = {
  readonly atMs: number;
  readonly side: 'buy' | 'sell';
  readonly given: AmountOf;
  readonly got: AmountOf;
  readonly strategyId: string | null;
  readonly txHash: string | null;
};

export type DcaDetails = {
  readonly kind: 'dca';
  readonly perOrder: AmountOf;
  readonly tokenOut: string;
  readonly orders: readonly DcaOrderNote[];
  readonly total: number;
};

export type DcaOrderNote = {
  readonly index: number;
  readonly dueAtMs: number;
  readonly state: 'done' | 'under-way' | 'next' | 'late' | 'planned';
  readonly fill: FillNote | null;
};

export type TradeDetails = {
  readonly kind: 'trade';
  readonly provider: string | null;
  readonly from: AmountOf | null;
  readonly to: AmountOf | null;
  /** Statuses in the order in which a trade may go through them; `atMs` null for those that it did not reach. */
  readonly path: readonly { readonly status: string; readonly atMs: number | null }[];
  readonly links: readonly { readonly name: string; readonly url: string }[];
};
