import type { JsonObject } from '../json.ts';
import type { Section } from './sections.ts';

/** What belongs to an actor beyond its record: for reading units, following links, and what it shows of itself. */
export type ActorDetails = {
  readonly tokens: readonly TokenNote[];
  /** Which members of the context are amounts, and of what. */
  readonly amounts: readonly AmountNote[];
  readonly related: readonly RelatedActor[];
  /** Newest first. */
  readonly transactions: readonly TransactionNote[];
  /** What it shows of itself, for a person. */
  readonly sections: readonly Section[];
  /** The same for programs, in a form of its type's own with a `kind`; null for a type that has none. */
  readonly domain: JsonObject | null;
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
