import type { JsonObject } from '../json.ts';
import type { RelatedActor, TokenNote, TransactionNote } from './actor-details.ts';
import type { Section } from './sections.ts';

/**
 * Which members of a type's context are amounts, and of what. `*` stands for each member of an object or a list. `token` is a path of the
 * context too; `*`: the member's own name (the first `*` of the path); `native`: the chain's own coin. `chain` is the path of a chain id,
 * where it is another than the table's.
 */
export type AmountPath = { readonly path: string; readonly token: string; readonly chain?: string };

export type AmountTable = { readonly chain: string; readonly amounts: readonly AmountPath[] };

/** What an actor says of itself, before other actors and the chain are asked. */
export type Outline = {
  /** How it counts its tokens itself: the token list is asked for the others. */
  readonly tokens?: readonly TokenNote[];
  readonly related?: readonly RelatedActor[];
  /** Newest first. */
  readonly transactions?: readonly TransactionOutline[];
  /** What it asked other actors for and is not settled yet. */
  readonly requests?: readonly PendingRequest[];
};

/** `to` is the actor that was asked, `key` what it knows the request by, `what` what it is. */
export type PendingRequest = { readonly to: string; readonly key: string; readonly what: string };

export type TransactionOutline = Pick<TransactionNote, 'chainId' | 'hash' | 'nonce' | 'status' | 'what'> & {
  readonly blockNumber?: number | null;
};

/** What an actor shows of itself. */
export type Shown = {
  readonly sections: readonly Section[];
  /** The same for programs, in a form of its own with a `kind`. */
  readonly domain?: JsonObject;
};

/** Asks one source: its answer, or `without` when it fails, which is then told as a sentence that begins with `what`. */
export type Gather = <T>(what: string, without: T, ask: () => Promise<T>) => Promise<T>;
