import type { Db, IndexDescriptionInfo } from 'mongodb';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import type { MongoCall } from './mongo-call.ts';

export type DeclaredIndex = {
  readonly collection: string;
  /** The fields of the index, in order. */
  readonly keys: readonly (readonly [field: string, direction: 1 | -1])[];
  readonly isUnique?: boolean;
};

export type EnsureIndexesDeps = {
  readonly db: Db;
  readonly call: MongoCall;
  /** Access to the database of `db` with longer time limits, so that there is enough time to build an index. */
  readonly builder: { readonly db: Db; readonly call: MongoCall };
};

/**
 * Builds missing declared indexes, and verifies that existing ones are as declared. Indexes that are not declared are not changed, since an
 * operator may have created them. Several nodes may call this function at the same time.
 * @throws TerminalError `store-index-differs` when an index of the same fields exists with other options
 */
export async function ensureIndexes({ db, builder, call }: EnsureIndexesDeps, declared: readonly DeclaredIndex[]): Promise<void> {
  for (const [name, indexes] of byCollection(declared)) {
    const missing = await missingOf(name, indexes);
    if (missing.length === 0) continue;
    const descriptions = missing.map(({ keys, isUnique }) => ({ key: new Map(keys), unique: isUnique === true }));
    await builder.call(() => builder.db.collection(name).createIndexes(descriptions));
    const [lost] = await missingOf(name, missing);
    if (lost !== undefined) throw differs(lost, 'the index is missing although it was built');
  }

  async function missingOf(name: string, indexes: readonly DeclaredIndex[]): Promise<DeclaredIndex[]> {
    const existing = await call(() => existingIndexes(db, name));
    return indexes.filter((index) => !isThere(index, existing));
  }
}

function byCollection(declared: readonly DeclaredIndex[]): Map<string, DeclaredIndex[]> {
  return Map.groupBy(declared, ({ collection }) => collection);
}

/**
 * MongoDB reports an error when the indexes of a collection that does not exist are requested. For such a collection, an empty list is
 * returned.
 */
async function existingIndexes(db: Db, name: string): Promise<readonly IndexDescriptionInfo[]> {
  const found = await db.listCollections({ name }, { nameOnly: true }).toArray();
  return found.length === 0 ? [] : await db.collection(name).indexes();
}

function isThere(index: DeclaredIndex, existing: readonly IndexDescriptionInfo[]): boolean {
  const wanted = JSON.stringify(index.keys);
  const ofSameKeys = existing.filter(({ key }) => JSON.stringify(Object.entries(key)) === wanted);
  const [first] = ofSameKeys;
  if (first === undefined) return false;
  if (ofSameKeys.some((one) => isAsDeclared(index, one))) return true;
  throw differs(index, `${first.name} is ${JSON.stringify(first)}`);
}

function isAsDeclared(index: DeclaredIndex, found: IndexDescriptionInfo): boolean {
  const { unique, sparse, hidden, partialFilterExpression, collation, expireAfterSeconds } = found;
  // An existing index must have no special options. With a time to live, for example, it would remove documents.
  const isPlain = !sparse && !hidden && [partialFilterExpression, collation, expireAfterSeconds].every((option) => option === undefined);
  return isPlain && (unique === true) === (index.isUnique === true);
}

function differs({ collection, keys, isUnique }: DeclaredIndex, found: string): TerminalError {
  const wanted = `${isUnique ? 'a unique' : 'an'} index on ${keys.map(([field]) => field).join(', ')}`;
  return new TerminalError({
    code: 'store-index-differs',
    message: `The collection ${collection} needs ${wanted}, but ${found}. Drop that index, and start again.`,
    status: 500,
  });
}
