import type { JsonObject } from '../json.ts';
import type { RelatedActor, TokenNote, TransactionNote } from './actor-details.ts';
import type { Section } from './sections.ts';

/**
 * The fields of a type's context that are amounts, with their token. `*` in a path matches each member of an object or a list. `token` is
 * also a path in the context; `*` in it is the name of the member that the first `*` of the path matched, and `native` is the chain's
 * native asset. `chain` is the path of a chain id, if it differs from the table's.
 */
export type AmountPath = { readonly path: string; readonly token: string; readonly chain?: string };

export type AmountTable = { readonly chain: string; readonly amounts: readonly AmountPath[] };

/** An actor's own summary, created before other actors and the chain are read. */
export type Outline = {
  /** Tokens whose decimals are in the actor's context. The decimals of other tokens are read from the token list. */
  readonly tokens?: readonly TokenNote[];
  readonly related?: readonly RelatedActor[];
  /** Transactions, newest first. */
  readonly transactions?: readonly TransactionOutline[];
  /** Unsettled requests to other actors. */
  readonly requests?: readonly PendingRequest[];
};

/** A pending request. `to` is the actor that received it, `key` the request's key at that actor, and `what` a label. */
export type PendingRequest = { readonly to: string; readonly key: string; readonly what: string };

export type TransactionOutline = Pick<TransactionNote, 'chainId' | 'hash' | 'nonce' | 'status' | 'what'> & {
  readonly blockNumber?: number | null;
};

/** The content of an actor's page. */
export type Shown = {
  readonly sections: readonly Section[];
  /** The same data for programs, with a `kind` and its own schema. */
  readonly domain?: JsonObject;
};

/** Reads one source and returns its result. On failure, returns `without` and records a sentence that begins with `what`. */
export type Gather = <T>(what: string, without: T, ask: () => Promise<T>) => Promise<T>;
