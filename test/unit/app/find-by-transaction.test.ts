import { expect, test } from 'bun:test';
import { createFindAgents } from '../../../src/features/autopilot/find-agents.ts';
import { AUTOPILOT_TRADES, createTradeRepository } from '../../../src/features/autopilot/trade-repository.ts';
import { createFillRepository, DCA_FILLS, type DcaFill } from '../../../src/features/dca/fill-repository.ts';
import { createFindPositions } from '../../../src/features/dca/find-positions.ts';
import { createLinkRepository } from '../../../src/features/dca/link-repository.ts';
import { createFindTrades } from '../../../src/features/trades/find-trades.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { CollectionSpec } from '../../../src/platform/store/record-store.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { parseHash } from '../../../src/values/hash.ts';
import { asAddress, asHash, asUnits } from '../../support/branded.ts';
import { tempFolder } from '../../support/temp-folder.ts';

const clock = { now: () => 1_000 };
const [wallet, vault, usdc, weth] = ['aa', 'f1', 'b1', 'c1'].map((digits) => parseAddress(`0x${digits.repeat(20)}`)) as [
  ...[DcaFill['wallet'], DcaFill['wallet'], DcaFill['wallet'], DcaFill['wallet']],
];
const hashOf = (digits: string) => parseHash(`0x${digits.repeat(32)}`);
const [BATCH, OTHER] = [hashOf('ab'), hashOf('cd')];

const fillOf = (positionId: number, txHash = BATCH): DcaFill => ({
  ...{ chainId: 1, wallet, vault, positionId, txHash, orderIndex: 0, fromToken: usdc, toToken: weth },
  ...{ amountIn: asUnits('10'), amountOut: asUnits('3'), blockNumber: 7, blockHash: hashOf('07'), executedAtMs: 5 },
});
const intent = { strategyId: 'dca', side: 'buy', tokenIn: usdc, tokenOut: weth, amountIn: asUnits('10'), reason: 'Its run.' } as const;
const filled = { state: 'filled', fill: { amountIn: asUnits('10'), amountOut: asUnits('3'), blockTimeSec: 100 }, reason: null } as const;

/** Returns a collection as an earlier version declared it: without the index on the hash. */
const beforeTheIndex = ({ indexes = [], ...spec }: CollectionSpec): CollectionSpec => ({
  ...spec,
  indexes: indexes.filter((fields) => fields.join() !== 'txHash'),
});

test('a batch transaction finds the positions that it filled, within the limit', async () => {
  const records = createMemoryRecordStore({ clock });
  const [fills, links] = [createFillRepository({ records }), createLinkRepository({ records, clock })];
  const terms = { chainId: 1, wallet, fromToken: usdc, toToken: weth, fromDecimals: 6, toDecimals: 18, frequency: 1, durationSec: 60 };
  const ids: string[] = [];
  for (const positionId of [1, 2, 3]) {
    const link = await links.link({
      ...{ vault, positionId, isAutoBuy: false, blockNumber: 5, blockHash: hashOf('05'), arrivedBaseUnits: asUnits(`${positionId}`) },
      terms: { ...terms, amountBaseUnits: asUnits(`${positionId}`) },
    });
    ids.push(link.recordId);
    await fills.record(fillOf(positionId));
  }
  await fills.record(fillOf(1, OTHER));
  // A fill whose position has no link (yet) leads to no actor.
  await fills.record(fillOf(4, OTHER));
  const find = createFindPositions({ fills, links });
  expect((await find(BATCH, 33)).toSorted()).toEqual(ids.toSorted());
  expect(await find(BATCH, 2)).toHaveLength(2);
  expect(await find(OTHER, 33)).toEqual(ids.slice(0, 1));
  expect(await find(hashOf('ee'), 33)).toEqual([]);
});

test('a transaction finds the agents whose trades ended in it, each once', async () => {
  const trades = createTradeRepository({ records: createMemoryRecordStore({ clock }) });
  for (const [tradeId, recordId, txHash] of [
    ['t1', 'a1', BATCH],
    ['t2', 'a2', BATCH],
    ['t3', 'a1', BATCH],
    ['t4', 'a3', OTHER],
    ['t5', 'a4', null],
  ] as const) {
    await trades.open(recordId, { tradeId, intent, startedAtMs: 1 }, { executor: asAddress('0xe'), deadlineSec: 1 });
    if (txHash !== null) await trades.close(tradeId, { ...filled, txHash });
  }
  const find = createFindAgents(trades);
  expect((await find(BATCH, 33)).toSorted()).toEqual(['a1', 'a2']);
  expect(await find(OTHER, 33)).toEqual(['a3']);
  expect(await find(hashOf('ee'), 33)).toEqual([]);
});

test('a hash finds the trade record that holds it, unless the record shows another hash by now', async () => {
  const findWith = (shown: string) =>
    createFindTrades({
      hashes: { holderOf: async (hash) => (hash === BATCH ? HELD : null) },
      trades: { read: async () => ({ hash: asHash(shown), terms: { tradeId: 'r1' } }) as never },
    });
  const HELD = { hash: BATCH, tradeId: 'r1' } as never;
  expect(await findWith(BATCH)(BATCH, 33)).toEqual(['r1']);
  expect(await findWith(OTHER)(BATCH, 33)).toEqual([]);
  expect(await findWith(BATCH)(OTHER, 33)).toEqual([]);
});

test('fills and trades that an earlier version stored without the index are found', async () => {
  using folder = tempFolder();
  const path = folder.file('store.sqlite');
  const fill = fillOf(1);
  const trade = { recordId: 'a1', intent, startedAtMs: 1, executor: asAddress('0xe'), deadlineSec: 1, ...filled, txHash: BATCH };
  {
    const old = createSqliteStore({ path, clock });
    await old.records.collection<DcaFill>(beforeTheIndex(DCA_FILLS)).insert('f1', fill);
    await old.records.collection<typeof trade>(beforeTheIndex(AUTOPILOT_TRADES)).insert('t1', trade);
    await old.close();
  }
  const store = createSqliteStore({ path, clock });
  const { records } = store;
  expect(await createFillRepository({ records }).ofTransaction(BATCH, 33)).toMatchObject([{ positionId: 1 }]);
  expect(await createTradeRepository({ records }).ofTransaction(BATCH, 33)).toMatchObject([{ recordId: 'a1' }]);
  await store.close();
});
