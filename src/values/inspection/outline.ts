import type { Address } from '../address.ts';
import type { JsonObject } from '../json.ts';
import type { RelatedActor, TokenNote, TransactionNote } from './actor-details.ts';
import type { Section } from './sections.ts';

/**
 * The fields of an actor type's context that are amounts, with their tokens. `*` in a path matches each field of an object and each element
 * of a list. `token` is also a path in the context. In it, `*` stands for the name that the first `*` of the amount's path has matched. The
 * value `native` is the chain's native asset. `chain` is the path of a chain id, if it differs from the chain id of the whole table.
 */
export type AmountPath = { readonly path: string; readonly token: string; readonly chain?: string };

export type AmountTable = { readonly chain: string; readonly amounts: readonly AmountPath[] };

/** The summary that an actor provides from its own record, before other actors and the chain are read. */
export type Outline = {
  /** Tokens whose decimals are in the actor's context. For all other tokens, the token list is used. */
  readonly tokens?: readonly TokenNote[];
  readonly related?: readonly RelatedActor[];
  /** Transactions, newest first. */
  readonly transactions?: readonly TransactionOutline[];
  /** Requests to other actors that have not been settled yet. */
  readonly requests?: readonly PendingRequest[];
  /** The record whose profit and loss is shown on the actor's page; missing for an actor that earns nothing. */
  readonly profitOf?: ProfitOf;
};

export type ProfitOf = { readonly wallet: Address; readonly chainId: number; readonly recordId: string };

/**
 * A request of this actor to another actor that is not settled yet. `to` is the actor that received it, `key` the request's key at that
 * actor, and `what` a label.
 */
export type PendingRequest = { readonly to: string; readonly key: string; readonly what: string };

export type TransactionOutline = Pick<TransactionNote, 'chainId' | 'hash' | 'nonce' | 'status' | 'what'> & {
  readonly blockNumber?: number | null;
};

/** The content of an actor's page. */
export type Shown = {
  /** What the actor is about for its owner: what it holds, what comes next. These sections stand first, before the statechart. */
  readonly business?: readonly Section[];
  readonly sections: readonly Section[];
  /** The information of the sections as machine-readable data, with a `kind` and a schema of its own. */
  readonly domain?: JsonObject;
};

/** Reads one source and returns its result. On failure, returns `without` and records a sentence that begins with `what`. */
export type Gather = <T>(what: string, without: T, ask: () => Promise<T>) => Promise<T>;
