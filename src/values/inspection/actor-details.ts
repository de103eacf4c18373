import type { JsonObject } from '../json.ts';
import type { Section } from './sections.ts';

/**
 * What the inspector shows about an actor in addition to its record: units of amounts, related actors, and sections that depend on the
 * actor's type.
 */
export type ActorDetails = {
  readonly tokens: readonly TokenNote[];
  /** The fields of the actor's context that are amounts, with the tokens that they are in. */
  readonly amounts: readonly AmountNote[];
  readonly related: readonly RelatedActor[];
  /** The actor's transactions, newest first. */
  readonly transactions: readonly TransactionNote[];
  /**
   * Sections about what the actor does for its owner: what it holds, what it earned, and what comes next. The page shows them above the
   * statechart.
   */
  readonly business: readonly Section[];
  /** The sections of the actor's page, as its definition provides them for display to users. */
  readonly sections: readonly Section[];
  /**
   * The information of the sections as machine-readable data, with a `kind` and a schema specific to the actor type. Null for a type that
   * does not provide it.
   */
  readonly domain: JsonObject | null;
  /** The titles of this actor, of related actors, and of actors that the sections link to. Actors without a title are missing. */
  readonly titles: readonly ActorTitle[];
  /** The record as API clients see it; null when it could not be loaded. */
  readonly publicRecord: JsonObject | null;
  /** One sentence for each part of the details that could not be loaded. The remaining parts are still shown. */
  readonly missing: readonly string[];
};

export type TokenNote = {
  readonly chainId: number;
  /** Address of the token as in the actor's context: lowercase on EVM chains. */
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
};

/** An amount in an actor's context. `path` is the amount's path within the snapshot's context, joined by dots: `trade.plan.amountIn`. */
export type AmountNote = { readonly path: string; readonly chainId: number; readonly token: string };

/** The title of an actor: a plain text of one line that says what the actor is for, such as `DCA 300 USDC to WETH, 2 of 3`. */
export type ActorTitle = { readonly id: string; readonly title: string };

export type RelatedActor = { readonly id: string; readonly relation: string };

export type TransactionNote = {
  readonly chainId: number;
  readonly hash: string;
  readonly nonce: number | null;
  readonly status: 'signed' | 'sent' | 'mined' | 'reverted' | 'replaced' | 'unknown';
  readonly blockNumber: number | null;
  readonly gasUsed: string | null;
  readonly what: string;
  /** URL of the transaction at a block explorer; null when no explorer of the network is known. */
  readonly url: string | null;
};

/** An amount in base units as a string; the token defines its decimals. */
export type AmountOf = { readonly amount: string; readonly token: string; readonly chainId: number };
