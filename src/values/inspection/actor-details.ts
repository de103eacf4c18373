import type { JsonObject } from '../json.ts';
import type { Section } from './sections.ts';

/** Details of an actor beyond its record: units of amounts, related actors, and a view of its kind. */
export type ActorDetails = {
  readonly tokens: readonly TokenNote[];
  /** Members of the context that are amounts, with their token. */
  readonly amounts: readonly AmountNote[];
  readonly related: readonly RelatedActor[];
  /** Newest first. */
  readonly transactions: readonly TransactionNote[];
  /** The actor's own sections, for people. */
  readonly sections: readonly Section[];
  /** The same data for programs, with a `kind` and a form of the actor type's own; null for a type without. */
  readonly domain: JsonObject | null;
  /** The record as API clients see it; null when it could not be loaded. */
  readonly publicRecord: JsonObject | null;
  /** What could not be loaded, one sentence each; the rest is still shown. */
  readonly missing: readonly string[];
};

export type TokenNote = {
  readonly chainId: number;
  /** Address as in the context: lower case on EVM chains. */
  readonly address: string;
  readonly symbol: string;
  readonly decimals: number;
};

/** `path` is the path within the snapshot's context, joined by dots: `trade.plan.amountIn`. */
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
  /** URL at a block explorer; null when the network has none. */
  readonly url: string | null;
};

/** An amount in base units as text; the token defines its decimals. */
export type AmountOf = { readonly amount: string; readonly token: string; readonly chainId: number };
