import { describe, expect, test } from 'bun:test';
import { dcaSchedule, shownIndexes } from '../../../src/operator/inspection/dca-schedule.ts';
import { createGather } from '../../../src/operator/inspection/gather.ts';
import { createLookUpTransactions } from '../../../src/operator/inspection/look-up-transactions.ts';
import { thinSeries } from '../../../src/operator/inspection/thin-series.ts';
import { tradeDetails } from '../../../src/operator/inspection/trade-details.ts';
import type { TransactionState } from '../../../src/platform/chain/transaction-receipt.ts';
import type { DcaPlan, TradeSketch, TransactionSketch } from '../../../src/values/inspection/actor-sketch.ts';

const T0 = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const plan = (more: Partial<DcaPlan> = {}): DcaPlan => ({
  processed: 2,
  schedule: { depositTimeSec: T0 / 1_000, intervalSec: 5 * 3_600, frequency: 5, slotPatienceSec: 60 },
  nextAtMs: T0 + 2 * HOUR_MS,
  isUnderWay: false,
  isCancelled: false,
  ...more,
});
const states = (now: number, more: Partial<DcaPlan> = {}, total = 5) =>
  dcaSchedule({ plan: plan(more), total }, new Map(), now).map(({ state }) => state);

describe('the schedule of a position', () => {
  test('what ran is done, then comes the next one, then what is planned', () => {
    expect(states(T0 + 1.5 * HOUR_MS)).toEqual(['done', 'done', 'next', 'planned', 'planned']);
  });

  test('an order that is due for long without having run is late, and those behind it keep their slots, as the vault has it', () => {
    const now = T0 + 3.5 * HOUR_MS;
    expect(states(now)).toEqual(['done', 'done', 'late', 'planned', 'planned']);
    expect(states(now, { isUnderWay: true })).toEqual(['done', 'done', 'under-way', 'planned', 'planned']);
    const due = dcaSchedule({ plan: plan(), total: 5 }, new Map(), now).map(({ dueAtMs }) => dueAtMs);
    expect(due.slice(3)).toEqual([T0 + 4 * HOUR_MS, T0 + 5 * HOUR_MS]);
    const { slotPatienceSec: _, ...before } = plan().schedule;
    const spaced = dcaSchedule({ plan: plan({ schedule: before }), total: 5 }, new Map(), now).map(({ dueAtMs }) => dueAtMs);
    expect(spaced.slice(3)).toEqual([now + HOUR_MS, now + 2 * HOUR_MS]);
  });

  test('of a cancelled position only what ran is left, of a complete one everything is done', () => {
    expect(states(T0, { isCancelled: true, nextAtMs: null })).toEqual(['done', 'done']);
    expect(states(T0, { processed: 5, nextAtMs: null })).toEqual(['done', 'done', 'done', 'done', 'done']);
  });

  test('of thousands of orders the first ones are shown and those around now', () => {
    const indexes = shownIndexes(plan({ processed: 2_000 }), 5_000);
    expect(indexes).toHaveLength(350);
    expect([indexes[0], indexes[199], indexes[200], indexes.at(-1)]).toEqual([0, 199, 1_950, 2_099]);
    expect(new Set(shownIndexes(plan({ processed: 180 }), 5_000)).size).toBe(280);
  });
});

describe('a thinned series', () => {
  const points = Array.from({ length: 1_440 }, (_, index) => ({
    atMs: T0 + index * 60_000,
    usd: index === 700 ? '9999' : index === 900 ? '1' : '3000',
  }));

  test('keeps its ends, its peak and its fall, in order, within the bound', () => {
    const thin = thinSeries(points, 300);
    expect(thin.length).toBeLessThanOrEqual(300);
    expect(thin[0]).toEqual(points[0]);
    expect(thin.at(-1)).toEqual(points.at(-1));
    expect(thin.map(({ usd }) => usd)).toContain('9999');
    expect(thin.map(({ usd }) => usd)).toContain('1');
    expect(thin.map(({ atMs }) => atMs)).toEqual(thin.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
  });

  test('is itself while it is short', () => {
    expect(thinSeries(points.slice(0, 300), 300)).toHaveLength(300);
    expect(thinSeries([], 300)).toEqual([]);
  });
});

describe('transactions', () => {
  const sketch = (more: Partial<TransactionSketch> = {}): TransactionSketch => ({
    chainId: 1,
    hash: '0xa',
    nonce: null,
    status: 'sent',
    what: 'Order 1',
    ...more,
  });
  const mined: TransactionState = { status: 'mined', nonce: 4, blockNumber: 9, gasUsed: '21000' };

  function lookUp(
    read: (chainId: number, hash: string) => Promise<TransactionState | null>,
    explorerUrl: string | null = 'https://scan.example/',
  ) {
    const clock = { now: () => T0 + clock.lateMs, lateMs: 0 };
    return { clock, ask: createLookUpTransactions({ read, networkOf: async () => ({ explorerUrl }), clock }) };
  }

  test('the chain says what became of them, and is not asked again within a minute', async () => {
    let asked = 0;
    const { ask, clock } = lookUp(async () => {
      asked += 1;
      return mined;
    });
    for (let i = 0; i < 2; i += 1) {
      const { transactions } = await ask([sketch()]);
      expect(transactions[0]).toMatchObject({
        status: 'mined',
        nonce: 4,
        blockNumber: 9,
        gasUsed: '21000',
        url: 'https://scan.example/tx/0xa',
      });
    }
    expect(asked).toBe(1);
    clock.lateMs = 61_000;
    await ask([sketch()]);
    expect(asked).toBe(2);
  });

  test('a chain that fails leaves a sentence, and what was noted of the transaction', async () => {
    const { ask } = lookUp(async () => {
      throw new Error('No endpoint answered.');
    });
    const { transactions, missing } = await ask([sketch({ status: 'mined', blockNumber: 7 }), sketch({ hash: '0xb' })]);
    expect(transactions[0]).toMatchObject({ status: 'mined', blockNumber: 7, gasUsed: null });
    expect(missing).toEqual(['Receipts of chain 1 could not be read: No endpoint answered.']);
  });

  test('what the chain does not know keeps its own status, and what was replaced is not asked for', async () => {
    const { ask } = lookUp(async (_chain, hash) => {
      if (hash !== '0xa') throw new Error(`${hash} was asked for`);
      return { status: 'unknown', nonce: null, blockNumber: null, gasUsed: null };
    });
    const { transactions, missing } = await ask([sketch(), sketch({ hash: '0xb', status: 'replaced', nonce: 3 })]);
    expect(transactions.map(({ status }) => status)).toEqual(['sent', 'replaced']);
    expect(missing).toEqual([]);
  });

  test.each([[null], ['javascript:alert(1)'], ['no address']])('an explorer that is %p gives no link', async (explorerUrl) => {
    const { transactions } = await lookUp(async () => mined, explorerUrl).ask([sketch()]);
    expect(transactions[0]?.url).toBeNull();
  });
});

describe('the path of a trade', () => {
  const trade: TradeSketch = {
    kind: 'trade',
    provider: 'lifi',
    fromChainId: 1,
    toChainId: 10,
    fromToken: '0xa',
    toToken: '0xb',
    amountIn: '5',
    amountOut: null,
    isBridge: true,
    status: 'pending',
    hash: '0xh',
    destinationHash: null,
    isSeen: false,
    settledAtMs: null,
  };
  const times = { createdAtMs: T0, sentAtMs: T0 + 1, seenAtMs: null };

  test('a bridge under way has reached its sending, and its end is open', () => {
    const { path, to } = tradeDetails(trade, times, []);
    expect(path).toEqual([
      { status: 'created', atMs: T0 },
      { status: 'sent', atMs: T0 + 1 },
      { status: 'seen on chain', atMs: null },
      { status: 'arriving on the other chain', atMs: null },
      { status: 'success', atMs: null },
    ]);
    expect(to).toBeNull();
  });

  test('a failed swap ends as failed, when that was seen', () => {
    const { path } = tradeDetails(
      { ...trade, isBridge: false, isSeen: true, status: 'failed', settledAtMs: T0 + 9 },
      { ...times, seenAtMs: T0 + 5 },
      [],
    );
    expect(path.slice(2)).toEqual([
      { status: 'seen on chain', atMs: T0 + 5 },
      { status: 'failed', atMs: T0 + 9 },
    ]);
  });
});

test('what a source fails with is told without the keys that addresses hold', async () => {
  const fail = () => Promise.reject(new Error('Request to https://rpc.example/v3/0123456789abcdef0123456789abcdef failed.'));
  const { gather, missing } = createGather();
  expect(await gather('Its prices', null, fail)).toBeNull();
  expect(missing()).toEqual(['Its prices could not be had: Request to https://rpc.example/[redacted] failed.']);
  const ask = createLookUpTransactions({ read: fail, networkOf: async () => null, clock: { now: () => T0 } });
  const { missing: unread } = await ask([{ chainId: 1, hash: '0xa', nonce: null, status: 'sent', what: 'A buy' }]);
  expect(unread).toEqual(['Receipts of chain 1 could not be read: Request to https://rpc.example/[redacted] failed.']);
});
