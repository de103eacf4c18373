import type { DocumentForm } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * Plain collections beside actors: fills, activity, prices, quotes, networks, tokens, links, chain cursors. Invariants every adapter
 * keeps, and `test/contract/record-store` checks:
 *
 * 1. A unique key holds at all times, from any number of writers: of two inserts with equal unique values one wins, and the
 *    other is answered `exists` with nothing changed. A field of a unique key that is missing counts as null, and nulls are equal.
 * 2. Each write is durable before it is answered, and is whole or not at all. Nothing spans two documents.
 * 3. `put` replaces by id; `update` is a compare-and-set on the document's `rev` (+1 on every write of it).
 * 4. A query's filter and sort must be served by a declared index, else it throws at once (in every adapter, so that no test on
 *    the small store hides a scan on the large one).
 * 5. Pages by cursor are stable: a document that stays is seen exactly once, whatever is inserted or removed meanwhile.
 * 6. JSON in, the same JSON out (`_id` and `rev` are the store's own and are not written, so that what was read can be put back).
 * 7. Values order as null, numbers, texts by code point, booleans. A query's order ends in the order of insertion, or of ids.
 * 8. A document of which the text cannot be read, or has another form than the spec says, is left out of pages (`find`, `scan`, `getMany`); asked for
 *    alone it is TerminalError `wrong-data`. Both are told to whoever opened the store. Counts have it, and it can be removed or replaced. A page of
 *    `find` is filled with those behind it.
 *
 * Every promise may reject with RetryableError `store-unavailable`; a write may have happened then. TerminalErrors:
 * `query-not-indexed`, `invalid-cursor`, `invalid-indexed-value`, `invalid-collection`.
 */
export type RecordStore = {
  /** Declares a collection; idempotent. Missing indexes are built. */
  collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T>;
};

export type IndexedField = string;
export type CollectionSpec = {
  readonly name: string;
  /** Each a list of top-level field names; their values are strings, numbers, booleans or null. */
  readonly unique?: readonly (readonly IndexedField[])[];
  /** Filter fields first (equality), then at most one field to sort or range over. */
  readonly indexes?: readonly (readonly IndexedField[])[];
  /** Documents whose field (UTC ms) is in the past may be removed at any time. */
  readonly expiresAt?: IndexedField;
  /** Whose documents they are; absent when no wallet is named in them. */
  readonly ofWallet?: OfWallet;
  /** The form of its documents, including those of older versions. It is checked when they are read, not when they are written. */
  readonly form?: DocumentForm;
};

/**
 * The indexed field with the wallet to which a document belongs; or, with `recordId`, with the key of an actor that belongs to it. A wallet
 * gets all of them in its export. `mayBeDeleted`: by the wallet, at any time, because nothing else depends on them. `isPublic`: routes without
 * authentication show them.
 */
export type OfWallet = { readonly by: IndexedField; readonly mayBeDeleted?: boolean; readonly isPublic?: boolean };

export type Stored<T> = T & { readonly _id: string; readonly rev: number };

export type RecordCollection<T extends JsonObject> = {
  get(id: string): Promise<Stored<T> | null>;
  /** Returns the existing documents, in the order of `ids`. */
  getMany(ids: readonly string[]): Promise<readonly Stored<T>[]>;
  /** Inserts a document; `exists` is the document that holds the id or the unique key. */
  insert(id: string, value: T): Promise<{ readonly inserted: true } | { readonly inserted: false; readonly exists: Stored<T> }>;
  /** Inserts many independent documents in one write; returns how many were new. */
  insertMany(rows: readonly { readonly id: string; readonly value: T }[]): Promise<number>;
  /** @throws TerminalError `unique-key-taken` (409) when another document holds a unique key of this one */
  put(id: string, value: T): Promise<void>;
  /** Compare-and-set on `rev`; false when it moved on. @throws as `put` */
  update(id: string, rev: number, value: T): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  removeWhere(where: Where): Promise<number>;
  find(query: FindQuery): Promise<{ readonly rows: readonly Stored<T>[]; readonly cursor: string | null }>;
  findOne(where: Where): Promise<Stored<T> | null>;
  count(where: Where): Promise<number>;
  /**
   * Scans every document in the order of ids (by code point; halves of surrogate pairs in an adapter's own order), without an index
   * of the spec.
   */
  scan(page: { readonly limit: number; readonly cursor?: string }): Promise<{
    readonly rows: readonly Stored<T>[];
    readonly cursor: string | null;
  }>;
};

export type Scalar = string | number | boolean | null;
export type Where = { readonly [field: IndexedField]: Scalar };
export type FindQuery = {
  readonly where: Where;
  /** Both ends are included; matches only values of the bounds' kind (null is not below a number). */
  readonly range?: { readonly field: IndexedField; readonly from?: Scalar; readonly to?: Scalar };
  readonly sort?: { readonly field: IndexedField; readonly order: 'ascending' | 'descending' };
  readonly limit: number;
  readonly cursor?: string;
};

/** Returns the same collection without its form check. */
export function withoutForm({ form: _, ...spec }: CollectionSpec): CollectionSpec {
  return spec;
}

/** Returns null when the document, or the one that holds its unique key, cannot be read; that was reported already. */
export async function unlessUnreadable<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TerminalError && error.code === 'wrong-data') return null;
    throw error;
  }
}
