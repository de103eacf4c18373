import { expect, test } from 'bun:test';
import { filterBeyond, orderPaths, planFilter, sortOf } from '../../../../src/platform/store/mongo/record-filter.ts';
import { isUniquePlan, recordIndexes } from '../../../../src/platform/store/mongo/record-indexes.ts';
import { planQuery } from '../../../../src/platform/store/record-query.ts';
import type { CollectionSpec, FindQuery, Scalar } from '../../../../src/platform/store/record-store.ts';

const spec: CollectionSpec = {
  name: 'fills',
  unique: [['chainId', 'txHash', 'logIndex'], ['n']],
  indexes: [['wallet', 'atMs'], ['wallet', 'kind', 'atMs'], ['atMs']],
  expiresAt: 'untilMs',
};
const sort = (field: string, order: 'ascending' | 'descending' = 'ascending') => ({ sort: { field, order } });
const queries: Omit<FindQuery, 'limit'>[] = [
  { where: {} },
  { where: { wallet: 'w' } },
  { where: { wallet: null }, ...sort('atMs') },
  { where: { wallet: 'w' }, ...sort('atMs', 'descending') },
  { where: { wallet: 'w' }, range: { field: 'atMs', from: 1, to: 5 } },
  { where: { wallet: 'w' }, range: { field: 'atMs', to: null } },
  { where: { kind: 1, wallet: 'w' }, range: { field: 'atMs', from: 1 }, ...sort('atMs', 'descending') },
  { where: { wallet: 'w' }, ...sort('kind') },
  { where: { chainId: 1 }, ...sort('txHash') },
  { where: { chainId: 1, txHash: '0x1', logIndex: 0 } },
  { where: {}, ...sort('n', 'descending') },
  { where: {}, range: { field: 'untilMs', to: 5 } },
];
const values: Scalar[] = [null, 3, 'x', true];

test('every query, and every branch of its further pages, is one stretch of one declared index in its order', () => {
  const indexes = recordIndexes(spec).map(({ keys }) => keys.map(([field]) => field));
  for (const query of queries) {
    const plan = planQuery(spec, query);
    const paths = orderPaths(plan, isUniquePlan(spec, plan));
    const sorted = [...sortOf(paths, plan).keys()];
    const pages = values.map((value) =>
      filterBeyond(
        plan,
        paths,
        paths.map(() => value),
      ),
    );
    for (const filter of [planFilter(plan), ...pages]) {
      for (const branch of branchesOf(filter)) {
        expect([query, branch, indexes.some((index) => isServed(branch, sorted, index))]).toEqual([query, branch, true]);
      }
    }
  }
});

test('the check used above refuses queries that an index does not serve', () => {
  const index = ['index.wallet', 'index.atMs', 'place'];
  expect(isServed({ 'index.wallet': { $eq: 'w' } }, ['index.atMs', 'place'], index)).toBe(true);
  expect(isServed({ 'index.wallet': { $gt: 'w' } }, ['index.atMs', 'place'], index)).toBe(false);
  expect(isServed({ 'index.wallet': { $eq: 'w' } }, ['place'], index)).toBe(false);
  expect(isServed({ 'index.atMs': { $eq: 1 } }, ['place'], index)).toBe(false);
  expect(isServed({ 'index.wallet': { $eq: 'w' }, place: { $gt: 'p' } }, ['index.atMs', 'place'], index)).toBe(false);
});

type Branch = Record<string, object>;

function branchesOf(filter: object): Branch[] {
  if ('$or' in filter && Array.isArray(filter.$or)) return filter.$or;
  // This filter matches nothing, because the cursor is already at the last document. So there is no branch that an index must serve.
  if ('_id' in filter) return [];
  return [{ ...filter }];
}

/**
 * Whether an index serves a branch of the filter: first come the fields that are compared for equality, then at most one field with bounds,
 * then the fields of the requested order.
 */
function isServed(branch: Branch, sorted: readonly string[], index: readonly string[]): boolean {
  const isEqual = (field: string) => Object.hasOwn(branch[field] ?? {}, '$eq');
  const equal = index.filter(isEqual);
  const rest = index.slice(equal.length);
  const bounded = Object.keys(branch).filter((field) => !isEqual(field));
  return (
    equal.length + bounded.length === Object.keys(branch).length &&
    equal.every((field, at) => index[at] === field) &&
    bounded.length <= 1 &&
    bounded.every((field) => field === rest[0]) &&
    JSON.stringify(sorted.filter((field) => !isEqual(field))) === JSON.stringify(rest)
  );
}
