import { describe, expect, test } from 'bun:test';
import { parseAddress } from '../../src/values/address.ts';
import type { ApiFill, ApiRecord } from './api-client.ts';
import type { ChainOrder, ChainPosition } from './chain-view.ts';
import type { Wanted } from './owners.ts';
import { checkCommands } from './verify/check-commands.ts';
import { checkFills } from './verify/check-fills.ts';
import { checkOrders } from './verify/check-orders.ts';
import { checkSender } from './verify/check-sender.ts';

const wallet = parseAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const hash = (digit: string) => `0x${digit.repeat(64)}` as const;

const order = (orderIndex: number): ChainOrder => ({
  ...{ wallet, positionId: 1, orderIndex, txHash: hash(String(orderIndex)), blockNumber: 10 + orderIndex, blockHash: hash('b') },
  ...{ amountIn: '100', amountOut: '7' },
});
const fill = (orderIndex: number): ApiFill => {
  const { wallet: _, ...told } = order(orderIndex);
  return told;
};
const position: ChainPosition = { wallet, positionId: 1, amount: 300n, frequency: 3, processed: 3, status: 'completed' };
const three = [order(0), order(1), order(2)];
const wanted: Wanted = {
  ...{ wallet, toSymbol: 'WETH', amount: 300n, frequency: 3, intervalSec: 3, autoClaim: false, recordId: 'r1', createAttempts: 1 },
  ...{ acknowledgedTags: ['tag1'], cancel: 'acknowledged' },
};
const record: ApiRecord = { id: 'r1', status: 'completed', processed: 3, positionId: 1, amountBaseUnits: '300', tag1: 1 };
const stored = {
  ...{ records: [], revisions: new Map(), storedHashes: new Set<string>() },
  claims: new Map([['dca-position/r1', ['{"fields":{"status":"cancelled"}}']]]),
};
const answersWith = (...fills: ApiFill[]) => ({ records: [{ wallet, record }], fills: new Map([[`${wallet}/1`, fills]]) });
const commands = (change: Partial<ApiRecord>, actors = stored) =>
  checkCommands([wanted], [position], { records: [{ wallet, record: { ...record, ...change } }], fills: new Map() }, actors);

describe('the crash harness accepts a correct run, and reports', () => {
  test('an order that ran twice, and one that did not run', () => {
    expect(checkOrders([position], three, [wanted], true)).toEqual([]);
    expect(checkOrders([position], [...three, order(2)], [wanted], true)).toHaveLength(1);
    expect(checkOrders([position], [order(0), order(2)], [wanted], true)).toHaveLength(1);
    expect(checkOrders([], [], [wanted], true)).toHaveLength(1);
  });

  test('a fill that is missing, doubled, invented, or has another amount', () => {
    expect(checkFills(three, answersWith(fill(2), fill(1), fill(0)))).toEqual([]);
    expect(checkFills(three, answersWith(fill(0), fill(1)))).toHaveLength(1);
    expect(checkFills(three, answersWith(fill(0), fill(1), fill(2), fill(2)))).toHaveLength(1);
    expect(checkFills(three.slice(0, 2), answersWith(fill(0), fill(1), fill(2)))).toHaveLength(1);
    expect(checkFills(three, answersWith(fill(0), fill(1), { ...fill(2), amountOut: '8' }))).toHaveLength(2);
  });

  test('a nonce gap, a transaction left in the pool, and one that was sent and never stored', () => {
    const sent = [0, 1].map((nonce) => ({ nonce, hash: hash(String(nonce)) }));
    const known = new Set<string>([hash('0'), hash('1')]);
    expect(checkSender(sent, { mined: 2, withPool: 2, inPool: 0 }, known)).toEqual([]);
    expect(checkSender(sent.slice(1), { mined: 2, withPool: 2, inPool: 0 }, known)).toHaveLength(1);
    expect(checkSender(sent, { mined: 2, withPool: 2, inPool: 1 }, known)).toHaveLength(1);
    expect(checkSender(sent, { mined: 2, withPool: 2, inPool: 0 }, new Set([hash('0')]))).toHaveLength(1);
  });

  test('a lost record, update or cancellation that was acknowledged, and a record that contradicts the chain', () => {
    expect(commands({})).toEqual([]);
    expect(commands({ id: 'another' })).not.toBeEmpty();
    expect(commands({ tag1: undefined })).toHaveLength(1);
    expect(commands({}, { ...stored, claims: new Map() })).toHaveLength(1);
    expect(commands({ processed: 2 })).toHaveLength(1);
  });
});
