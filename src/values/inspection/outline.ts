import type { JsonObject } from '../json.ts';
import type { RelatedActor, TokenNote, TransactionNote } from './actor-details.ts';
import type { Section } from './sections.ts';

/**
 * The members of a type's context that are amounts, with their token. `*` stands for each member of an object or a list. `token` is a path
 * of the context too; `*` there: the member's own name (the first `*` of the path); `native`: the chain's own coin. `chain` is the path of
 * a chain id, if it differs from the table's.
 */
export type AmountPath = { readonly path: string; readonly token: string; readonly chain?: string };

export type AmountTable = { readonly chain: string; readonly amounts: readonly AmountPath[] };

/** An actor's own summary, before other actors and the chain are read. */
export type Outline = {
  /** Tokens whose decimals the actor knows itself; others come from the token list. */
  readonly tokens?: readonly TokenNote[];
  readonly related?: readonly RelatedActor[];
  /** Newest first. */
  readonly transactions?: readonly TransactionOutline[];
  /** Unsettled requests to other actors. */
  readonly requests?: readonly PendingRequest[];
};

/** A pending request. `to`: the actor that was asked; `key`: the request's key there; `what`: a label. */
export type PendingRequest = { readonly to: string; readonly key: string; readonly what: string };

export type TransactionOutline = Pick<TransactionNote, 'chainId' | 'hash' | 'nonce' | 'status' | 'what'> & {
  readonly blockNumber?: number | null;
};

/** An actor's page. */
export type Shown = {
  readonly sections: readonly Section[];
  /** The same data for programs, with a `kind` and a form of its own. */
  readonly domain?: JsonObject;
};

/** Reads one source and returns its result. On failure returns `without` and records a sentence that begins with `what`. */
export type Gather = <T>(what: string, without: T, ask: () => Promise<T>) => Promise<T>;
