import { indexesOf, type QueryPlan } from '../record-query.ts';
import type { CollectionSpec, IndexedField } from '../record-store.ts';
import type { DeclaredIndex } from './ensure-indexes.ts';
import { pathOf } from './record-row.ts';

/**
 * Returns the collection's name in MongoDB. The prefix of the name separates these collections from those of actors, and groups them in a
 * list of collections.
 */
export function collectionNameOf({ name }: CollectionSpec): string {
  return `records.${name}`;
}

/**
 * Lists the indexes of a collection: the declared ones, and one on the insertion order alone. Each declared index also ends with the
 * insertion order, unless it is a unique key.
 */
export function recordIndexes(spec: CollectionSpec): readonly DeclaredIndex[] {
  const collection = collectionNameOf(spec);
  const declared = indexesOf(spec).map((fields): DeclaredIndex => {
    const isUnique = isUniqueKey(spec, fields);
    const paths = [...fields.map(pathOf), ...(isUnique ? [] : ['place'])];
    return { collection, isUnique, keys: paths.map((path) => [path, 1]) };
  });
  return [{ collection, keys: [['place', 1]] }, ...declared];
}

/** Whether the index that serves a query plan is a unique key. */
export function isUniquePlan(spec: CollectionSpec, { equal, order }: QueryPlan): boolean {
  return isUniqueKey(spec, [...equal.map(([field]) => field), ...order]);
}

function isUniqueKey({ unique = [] }: CollectionSpec, fields: readonly IndexedField[]): boolean {
  return unique.some((key) => key.join() === fields.join());
}
