import type { VaultGuard } from '../owner-bounds.ts';

/** An agent as its vault shows it at one block. Amounts in base units as decimal text, times in unix seconds. */
export type OnChainAgent = {
  readonly agentId: number;
  readonly owner: string;
  readonly budgetToken: string;
  readonly policyHash: string;
  readonly active: boolean;
  readonly limits: {
    readonly maxPerTrade: string;
    readonly maxPerDay: string;
    readonly maxTradesPerDay: number;
    readonly expirySec: number;
  };
  /** Of the buys of the last 24 hours: their sum, their number, and the time of the oldest one (0: none). */
  readonly spentToday: string;
  readonly tradesToday: number;
  readonly dayStartSec: number;
  /** Sells of its whole life: counted and shown, never refused. */
  readonly sells: number;
  /** What the vault holds for it, by token. */
  readonly balances: Readonly<Record<string, string>>;
  readonly blockTimeSec: number;
  /** Missing: the vault is of a version that knows none, or it was read by one. */
  readonly guard?: VaultGuard | undefined;
};

/** A token's price at a tick. `previousUsd` is the one of the tick before in the series, null for none. */
export type PriceFact =
  | {
      readonly kind: 'price';
      /** Dollars for a whole token, exact decimal text. */
      readonly usd: string;
      readonly atMs: number;
      readonly source: string;
      /**
       * True when it is fit for an exit: positive, fresh, and not a jump that neither a second source nor a second tick has confirmed.
       * Buys take any price.
       */
      readonly isTrusted: boolean;
      /** Why it is not trusted. */
      readonly doubt: string | null;
    }
  | { readonly kind: 'none'; readonly reason: 'no-price' | 'stale-price'; readonly detail: string };

/** What a scan says of a token. `score` is 0 to 100; null: it could not be scanned, which counts as unsafe. */
export type SafetyFact = { readonly score: number | null; readonly reason: string; readonly atMs: number };

/** Everything that an evaluation knows of the world. */
export type AgentFacts = {
  /** Null when the chain could not be read: nothing is evaluated then. */
  readonly agent: OnChainAgent | null;
  /** By token. */
  readonly prices: Readonly<Record<string, PriceFact>>;
  /** Highest price in dollars of the window that ends now, by `<token>/<lookbackSeconds>`; missing: no price in the window. */
  readonly highs: Readonly<Record<string, string>>;
  /** By token; asked for only where the policy wants a score. */
  readonly safety: Readonly<Record<string, SafetyFact>>;
};
