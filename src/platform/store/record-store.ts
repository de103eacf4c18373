import type { DocumentForm } from '../../values/document-form.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { JsonObject } from '../../values/json.ts';

/**
 * Plain collections for data that is not in actors: fills, activity, prices, quotes, networks, tokens, links, chain cursors. Every adapter
 * ensures these invariants, which `test/contract/record-store` checks:
 *
 * 1. A unique key holds at all times, with any number of writers: of two inserts with equal unique values one wins, and the other returns
 * `exists` and changes nothing. A missing field of a unique key counts as null, and nulls are equal.
 * 2. Each write is durable before it is acknowledged, and is atomic. No operation spans two documents.
 * 3. `put` replaces by id; `update` is a compare-and-set on the document's `rev`, which increases by 1 with every write of the document.
 * 4. A query's filter and sort must be served by a declared index; otherwise the query throws at once. This holds for every adapter, so
 * that a test with a small store detects a query that would scan a large one.
 * 5. Pages by cursor are stable: a document that is not removed is returned exactly once, whatever is inserted or removed in the meantime.
 * 6. JSON goes in and the same JSON comes out. (`_id` and `rev` belong to the store and are not written, so a document that was read can be
 * put back.)
 * 7. Values are ordered as null, numbers, strings by code point, booleans. Ties are broken by insertion order, or by ids.
 * 8. A document whose text cannot be read, or that does not match the spec's schema, is omitted from pages (`find`, `scan`, `getMany`); a
 * read of that document alone throws TerminalError `wrong-data`. Both cases are reported to the code that opened the store. Counts include
 * the document, and it can be removed or replaced. A page of `find` is filled with later documents instead.
 * Every promise may reject with RetryableError `store-unavailable`; a write may still have happened. TerminalErrors: `query-not-indexed`,
 * `invalid-cursor`, `invalid-indexed-value`, `invalid-collection`.
 */
export type RecordStore = {
  /** Declares a collection, and creates its missing indexes. Repeated calls have no further effect. */
  collection<T extends JsonObject>(spec: CollectionSpec): RecordCollection<T>;
};

export type IndexedField = string;
export type CollectionSpec = {
  readonly name: string;
  /** The unique keys. Each is a list of top-level field names, whose values are strings, numbers, booleans or null. */
  readonly unique?: readonly (readonly IndexedField[])[];
  /** The indexes. Each lists first the fields for equality filters, then at most one field for sorting or for a range. */
  readonly indexes?: readonly (readonly IndexedField[])[];
  /** Field with the expiry time (UTC ms). Documents that have expired may be removed at any time. */
  readonly expiresAt?: IndexedField;
  /** Declares which wallet a document belongs to; missing when documents do not belong to wallets. */
  readonly ofWallet?: OfWallet;
  /**
   * The schema of the documents, including documents that older versions of this program wrote. A document is checked when it is read, not
   * when it is written.
   */
  readonly form?: DocumentForm;
};

/**
 * Declares the owner of documents. `by` is the indexed field with the owner's wallet or, with `recordId`, with the key of an actor that
 * belongs to the wallet. A wallet's data export contains all its documents. `mayBeDeleted`: the wallet may delete them at any time, because
 * nothing else depends on them. `isPublic`: routes without authentication return them. `withheld`: secret members,
 * which an export leaves out.
 */
export type OfWallet = {
  readonly by: IndexedField;
  readonly mayBeDeleted?: boolean;
  readonly isPublic?: boolean;
  readonly withheld?: readonly string[];
};

export type Stored<T> = T & { readonly _id: string; readonly rev: number };

export type RecordCollection<T extends JsonObject> = {
  get(id: string): Promise<Stored<T> | null>;
  /** Returns those of the documents with the ids `ids` that exist, in the order of `ids`. */
  getMany(ids: readonly string[]): Promise<readonly Stored<T>[]>;
  /** Inserts a document. `exists` is the existing document with the same id or unique key. */
  insert(id: string, value: T): Promise<{ readonly inserted: true } | { readonly inserted: false; readonly exists: Stored<T> }>;
  /** Inserts many independent documents in one write; returns how many were new. */
  insertMany(rows: readonly { readonly id: string; readonly value: T }[]): Promise<number>;
  /**
   * Writes a document, replacing any document with the same id. @throws TerminalError `unique-key-taken` (409) when another document has
   * the same unique key
   */
  put(id: string, value: T): Promise<void>;
  /**
   * Replaces a document if it still has the revision `rev` (compare-and-set). Returns false when the document has another revision by now.
   * @throws the errors of `put`
   */
  update(id: string, rev: number, value: T): Promise<boolean>;
  remove(id: string): Promise<boolean>;
  removeWhere(where: Where): Promise<number>;
  find(query: FindQuery): Promise<{ readonly rows: readonly Stored<T>[]; readonly cursor: string | null }>;
  findOne(where: Where): Promise<Stored<T> | null>;
  count(where: Where): Promise<number>;
  /**
   * Returns a page of all documents of the collection in the order of ids; needs no declared index. The order is by code point; each
   * adapter has its own order for unpaired surrogates.
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
  /**
   * Range of one field's values; both ends are included. The range matches only values of the bounds' type, so null is not below a number.
   */
  readonly range?: { readonly field: IndexedField; readonly from?: Scalar; readonly to?: Scalar };
  readonly sort?: { readonly field: IndexedField; readonly order: 'ascending' | 'descending' };
  readonly limit: number;
  readonly cursor?: string;
};

/** Returns the specification of a collection without its schema check, for callers that validate documents themselves. */
export function withoutForm({ form: _, ...spec }: CollectionSpec): CollectionSpec {
  return spec;
}

/**
 * Awaits a read or write, and returns null if it failed because a stored document cannot be read. The store has already reported that
 * document.
 */
export async function unlessUnreadable<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof TerminalError && error.code === 'wrong-data') return null;
    throw error;
  }
}
