import { expect, test } from 'bun:test';
import { createTradeRepository } from '../../../../src/features/autopilot/trade-repository.ts';
import { createFillRepository, type DcaFill } from '../../../../src/features/dca/fill-repository.ts';
import { createRecordOutcome } from '../../../../src/features/dca/record-outcome.ts';
import { createDayFailures } from '../../../../src/market/day-sums/day-failures.ts';
import { createDaySums } from '../../../../src/market/day-sums/day-sums.ts';
import type { DcaVault, VaultEvent } from '../../../../src/platform/chain/dca-vault/dca-vault.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import type { BatchOutcome } from '../../../../src/values/batch.ts';
import type { SealedBatch } from '../../../../src/values/dca-batch.ts';
import { parseHash } from '../../../../src/values/hash.ts';
import { DAY_MS } from '../../../../src/values/utc-day.ts';
import { asHash, asUnits } from '../../../support/branded.ts';
import { priceGasAt3000 } from '../../../support/free-gas.ts';

const TODAY = 20_000;
const address = (digit: string) => parseAddress(`0x${digit.repeat(40)}`);
const [vault, usdc, weth, wallet] = [address('1'), address('2'), address('3'), address('4')];
const counted = { kind: 'position', chainId: 1, token: usdc, amount: 7n, atMs: TODAY * DAY_MS } as const;

function open() {
  const clock = { ms: TODAY * DAY_MS + 5, now: () => clock.ms };
  const records = createMemoryRecordStore({ clock });
  const [sums, failures] = [createDaySums({ records, clock }), createDayFailures({ records, clock })];
  const told = async () => (await sums.today()).sums.map(({ kind, token, amount, fills }) => [kind, token, amount, fills] as const);
  return { clock, records, sums, failures, told };
}

test('fills that two nodes add at the same time are all counted, by kind, chain and token', async () => {
  const { records, clock, sums, told } = open();
  const other = createDaySums({ records, clock });
  await Promise.all(Array.from({ length: 40 }, (_, at) => (at % 2 === 0 ? sums : other).add({ ...counted, amount: BigInt(at) })));
  await sums.add({ ...counted, kind: 'agent' });
  await sums.add({ ...counted, chainId: 2 });
  expect(new Set(await told())).toEqual(
    new Set([
      ['position', usdc, asUnits('780'), 40],
      ['agent', usdc, asUnits('7'), 1],
      ['position', usdc, asUnits('7'), 1],
    ]),
  );
});

test('a fill counts for the day of its block, and for today when the clock of its chain is ahead', async () => {
  const { clock, sums, told } = open();
  await sums.add({ ...counted, atMs: clock.ms - DAY_MS });
  expect(await told()).toEqual([]);
  await sums.add({ ...counted, atMs: clock.ms + 9 * DAY_MS });
  expect(await told()).toEqual([['position', usdc, asUnits('7'), 1]]);
  await sums.takeBack({ ...counted, amount: 100n });
  expect(await told()).toEqual([]);
  clock.ms += DAY_MS;
  expect(await sums.today()).toEqual({ sums: [], isMore: false });
});

test('today has at most 500 sums, and says that there are more', async () => {
  const { sums } = open();
  for (let at = 0; at < 501; at += 1) await sums.add({ ...counted, chainId: at });
  const { sums: found, isMore } = await sums.today();
  expect([found.length, isMore]).toEqual([500, true]);
});

test('an order of a position counts once, and no more when a reorg removed it', async () => {
  const { records, sums, told } = open();
  const fills = createFillRepository({ records, days: sums });
  const fill: DcaFill = {
    ...{ chainId: 1, wallet, vault, positionId: 1, txHash: asHash('0xh'), orderIndex: 0, fromToken: usdc, toToken: weth },
    ...{ amountIn: asUnits('1000'), amountOut: asUnits('5'), blockNumber: 7, blockHash: asHash('0xb7'), executedAtMs: TODAY * DAY_MS },
  };
  await fills.record(fill);
  await fills.record({ ...fill, blockHash: asHash('0xb8'), blockNumber: 8 });
  expect(await told()).toEqual([['position', usdc, asUnits('1000'), 1]]);
  const [stored] = await fills.inBlocks(1, 8, 8);
  if (stored === undefined) throw new Error('The fill is not stored');
  await fills.takeBack(stored);
  await fills.takeBack(stored);
  expect(await told()).toEqual([]);
});

test("an agent's trade counts once as filled or failed, and follows a correction", async () => {
  const { records, sums, failures, told } = open();
  const trades = createTradeRepository({ records, days: { sums, failures, subjectOf: (recordId) => `agent/${recordId}` } });
  const intent = { strategyId: 's', side: 'sell', tokenIn: weth, tokenOut: usdc, amountIn: asUnits('9'), reason: '' } as const;
  await trades.open('r', { tradeId: 't', intent, startedAtMs: 1 }, { executor: wallet, deadlineSec: 9 });
  const close = async (amountIn: string | null, state: 'filled' | 'failed' | 'returned') => {
    const fill =
      amountIn === null ? null : { amountIn: asUnits(amountIn), amountOut: asUnits('5'), blockTimeSec: (TODAY * DAY_MS) / 1_000 };
    await trades.close('t', { state, fill, txHash: null, reason: state === 'failed' ? 'x'.repeat(400) : null }, { chainId: 1, vault });
    return [await told(), (await failures.today('agent', 5)).count];
  };
  expect(await close(null, 'failed')).toEqual([[], 1]);
  expect(await close(null, 'failed')).toEqual([[], 1]);
  const { newest } = await failures.today('agent', 5);
  expect(newest).toMatchObject([{ kind: 'agent', subject: 'agent/r', reason: 'x'.repeat(300) }]);
  expect(await close('9', 'filled')).toEqual([[['agent', weth, asUnits('9'), 1]], 0]);
  expect(await close('9', 'filled')).toEqual([[['agent', weth, asUnits('9'), 1]], 0]);
  expect(await close('8', 'filled')).toEqual([[['agent', weth, asUnits('8'), 1]], 0]);
  expect(await close(null, 'returned')).toEqual([[], 0]);
});

test('orders that failed within a batch, or with it, are noted once for their position', async () => {
  const { records, failures } = open();
  const txHash = parseHash(`0x${'ab'.repeat(32)}`);
  const log = { address: vault, topics: [], data: '0x', blockNumber: 1, blockHash: txHash, txHash, logIndex: 0 } as const;
  const failed: VaultEvent = { kind: 'order-failed', wallet, positionId: 1, orderIndex: 0, reason: 'TooLittleReceived', log };
  const reads: Pick<DcaVault, 'eventsOf'> = { eventsOf: async () => ({ events: [failed], timeSec: 1, feeWei: 1n }) };
  const recordOutcome = createRecordOutcome({
    // The cast is safe, because the tested code calls only `eventsOf` of the vault.
    vaultAt: () => reads as DcaVault,
    ...{ fills: createFillRepository({ records }), gas: { settle: async () => {} }, priceGas: priceGasAt3000, failures },
  });
  const order = { orderIndex: 0, target: vault, spender: vault, data: '0x', amountOutMin: asUnits('1'), gasLimit: '1' };
  const item = (itemKey: string) => ({ itemKey, positionActorId: `position/${itemKey}`, vault, wallet, positionId: 1, order });
  const of = (itemKey: string) => ({ vault, items: [item(itemKey)] }) as Partial<SealedBatch> as SealedBatch;
  const settled = { txHash, reason: null } as Omit<BatchOutcome, 'outcome'>;
  for (let times = 0; times < 2; times += 1) {
    await recordOutcome(1, of('within'), { ...settled, outcome: 'mined' });
    await recordOutcome(1, of('with'), { ...settled, outcome: 'reverted' });
    await recordOutcome(1, of('never'), { ...settled, outcome: 'expired' });
  }
  const { count, newest } = await failures.today('position', 5);
  expect([count, new Set(newest.map(({ subject, reason }) => `${subject} ${reason}`))]).toEqual([
    2,
    new Set(['position/within TooLittleReceived', 'position/with reverted']),
  ]);
});

test('a failure is noted once for its key, and only for the day', async () => {
  const { clock, failures } = open();
  for (const key of ['a', 'b', 'a']) {
    clock.ms += 1;
    await failures.note(key, { kind: 'position', subject: `position/${key}`, reason: 'TooLittle' });
  }
  const { count, newest } = await failures.today('position', 1);
  expect([count, newest.map(({ subject }) => subject)]).toEqual([2, ['position/b']]);
  expect((await failures.today('agent', 1)).count).toBe(0);
  clock.ms += DAY_MS;
  expect((await failures.today('position', 1)).count).toBe(0);
});
