import { expect, test } from 'bun:test';
import { compareBooks, compareClaim, type Ledgers } from '../../../src/cli/demo/compare-books.ts';

const order = (orderIndex: number) => ({ orderIndex, txHash: `0x${orderIndex}`, blockNumber: orderIndex, amountIn: 100n, amountOut: 7n });
const fill = (orderIndex: number) => ({ orderIndex, txHash: `0x${orderIndex}`, positionId: 1, amountIn: '100', amountOut: '7' });
const record = { _id: 'a', positionId: 1, averagePrice: '14.2', lastError: null };
const right: Ledgers = {
  amount: 300n,
  frequency: 3,
  before: { walletFrom: 1_000n, walletTo: 5n, vaultFrom: 0n, vaultTo: 0n },
  after: { walletFrom: 700n, walletTo: 5n, vaultFrom: 0n, vaultTo: 21n },
  executed: [order(0), order(1), order(2)],
  position: { isCompleted: true, processed: 3, spent: 300n, received: 21n, claimable: 21n },
  record: { ...record, status: 'completed', processed: 3, spent: '300', received: '21' },
  fills: [fill(2), fill(1), fill(0)],
};
const broken = (ledgers: Ledgers) => compareBooks(ledgers).filter(({ held }) => !held).length;

test('matching balances pass the check', () => {
  expect(broken(right)).toBe(0);
  expect(compareClaim(right.before, { ...right.after, walletTo: 26n, vaultTo: 0n }, 21n).every(({ held }) => held)).toBe(true);
});

test.each<[string, Partial<Ledgers>]>([
  ['an order that was bought twice', { executed: [order(0), order(1), order(1), order(2)] }],
  ['an order that is missing on chain', { executed: [order(0), order(2)] }],
  ['a fill that the service does not have', { fills: [fill(2), fill(0)] }],
  ['a fill that it has twice', { fills: [fill(2), fill(2), fill(1), fill(0)] }],
  ['a wallet that paid a unit more', { after: { ...right.after, walletFrom: 699n } }],
  ['a unit that stayed in the vault', { after: { ...right.after, vaultFrom: 1n } }],
  ['a unit of the bought token that went astray', { after: { ...right.after, vaultTo: 20n } }],
  ['a vault that counts otherwise', { position: { ...right.position, processed: 4 } }],
  ['a record that never ended', { record: { ...right.record, status: 'success' } }],
])('%s is noticed', (_, change) => {
  expect(broken({ ...right, ...change })).toBeGreaterThan(0);
});

test('a claim that paid too little, or left something behind, is noticed', () => {
  const after = { ...right.after, walletTo: 25n, vaultTo: 1n };
  expect(compareClaim(right.before, after, 21n).map(({ held }) => held)).toEqual([false, false]);
});
