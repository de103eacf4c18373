import type { Address } from '../address.ts';
import type { JsonObject } from '../json.ts';
import type { RelatedActor, TokenNote, TransactionNote } from './actor-details.ts';
import type { Section } from './sections.ts';

/**
 * Says which field of an actor's context is an amount, and in which token. `*` in `path` matches each field of an object and each element
 * of a list. `token` is the path of the token's address; a `*` in it stands for the name that the first `*` of `path` matched. `token` can
 * also be `native`, the chain's native asset. `chain` is the path of a chain id, needed only when it differs from the chain id of the whole
 * table.
 */
export type AmountPath = { readonly path: string; readonly token: string; readonly chain?: string };

export type AmountTable = { readonly chain: string; readonly amounts: readonly AmountPath[] };

/** The summary that an actor type builds from an actor's record alone, without reading other actors or the chain. */
export type Outline = {
  /** Tokens whose decimals the actor's context contains. The decimals of all other tokens come from the token list. */
  readonly tokens?: readonly TokenNote[];
  readonly related?: readonly RelatedActor[];
  /** Transactions of the actor, newest first. */
  readonly transactions?: readonly TransactionOutline[];
  /** Requests of this actor to other actors that have not been answered or closed yet. */
  readonly requests?: readonly PendingRequest[];
  /** The record whose profit and loss is shown on the actor's page; missing for an actor that earns nothing. */
  readonly profitOf?: ProfitOf;
};

export type ProfitOf = { readonly wallet: Address; readonly chainId: number; readonly recordId: string };

/**
 * A request of this actor to another actor that is not finished yet. `to` is the id of the other actor, `key` identifies the request there,
 * and `what` is a label for people.
 */
export type PendingRequest = { readonly to: string; readonly key: string; readonly what: string };

export type TransactionOutline = Pick<TransactionNote, 'chainId' | 'hash' | 'nonce' | 'status' | 'what'> & {
  readonly blockNumber?: number | null;
};

/** The content of an actor's page in the inspector, the web page for operators. */
export type Shown = {
  /** Sections about what the actor does for its owner: what it holds, and what comes next. The page shows them above the statechart. */
  readonly business?: readonly Section[];
  readonly sections: readonly Section[];
  /** The information of the sections as machine-readable data, with a `kind` and a schema of its own. */
  readonly domain?: JsonObject;
};

/**
 * Calls `ask`, which loads one part of an actor's page, and returns its result. If `ask` fails, returns `without` and records a sentence
 * that begins with `what`.
 */
export type Gather = <T>(what: string, without: T, ask: () => Promise<T>) => Promise<T>;
