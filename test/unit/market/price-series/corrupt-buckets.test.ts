import { expect, test } from 'bun:test';
import { createPriceSeries } from '../../../../src/market/price-series/create-price-series.ts';
import { AUTOPILOT_PRICES } from '../../../../src/market/price-series/price-repository.ts';
import type { PriceAnswer } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asChainAddress } from '../../../support/branded.ts';

const START = Date.UTC(2026, 0, 5, 12, 0);
const MINUTE = 60_000;
const guard = { maxAgeMs: 600_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 };
const tokens = ['0xaa', '0xbb'].map((address) => ({ chainId: 1, address: asChainAddress(address), decimals: 18, cmcId: 7 }));
const [bad, good] = [tokenKey(1, '0xaa'), tokenKey(1, '0xbb')];

function bench() {
  const clock = { nowMs: START, now: () => clock.nowMs };
  const records = createMemoryRecordStore({ clock });
  const buckets = records.collection<{ series: string; bucketAtMs: number }>(AUTOPILOT_PRICES);
  const mended: string[] = [];
  const usd = new Map([
    [bad, '100'],
    [good, '50'],
  ]);
  const prices = {
    pricesOf: async (asked: readonly { chainId: number; address: string }[]) =>
      new Map<string, PriceAnswer>(
        asked.map(({ chainId, address }) => {
          const key = tokenKey(chainId, address);
          return [key, { price: { usd: usd.get(key) ?? '1', atMs: clock.nowMs, source: 'one' }, reason: null }];
        }),
      ),
  };
  const onCorrupt = (id: string) => void mended.push(id);
  const node = () => createPriceSeries({ records, prices, clock, guard, hadWithinMs: 20_000, log: silentLog, onCorrupt });
  return { clock, buckets, mended, usd, node };
}

const broken: readonly object[] = [
  { usd: 'NaN' },
  { usd: null },
  { usd: '-1' },
  { usd: '1e9' },
  { highUsd: '' },
  { highUsd: 5 },
  { trustedUsd: 'x' },
  { tickAtMs: 'yesterday' },
  { priceAtMs: null },
  { doubtedSinceMs: {} },
  { source: undefined },
];

test.each(broken)('an invalid stored bucket (%j) makes no price unavailable, is counted, and is removed', async (change) => {
  const { clock, buckets, mended, node } = bench();
  await node().record(tokens, START);
  for (const length of ['minute', 'hour']) {
    const id = `${bad}/${length}/${START}`;
    const row = await buckets.get(id);
    if (row === null) throw new Error(`no ${id}`);
    await buckets.put(id, { ...row, ...change });
  }
  clock.nowMs += MINUTE;
  // Creates a new node, which has nothing in memory and reads the buckets from the store.
  const series = node();
  const facts = await series.record(tokens, clock.nowMs);
  expect(facts.get(bad)).toMatchObject({ kind: 'price', usd: '100', isTrusted: true });
  expect(facts.get(good)).toMatchObject({ kind: 'price', usd: '50', isTrusted: true });
  expect(await series.high(1, asChainAddress('0xaa'), 3_600, clock.nowMs)).toBe('100');
  expect(await series.latest(1, asChainAddress('0xaa'))).toMatchObject({ priceUsd: '100' });
  expect(mended.toSorted()).toEqual([`${bad}/hour/${START}`, `${bad}/minute/${START}`]);
  expect(await buckets.get(`${bad}/minute/${START}`)).toBeNull();
  // The tick that found the corrupt bucket must have replaced it by a correct one.
  expect(await buckets.get(`${bad}/hour/${START}`)).toMatchObject({ usd: '100', highUsd: '100' });
});

test('a bucket that breaks while a node has it in memory is written again at its next tick', async () => {
  const { clock, buckets, mended, node } = bench();
  const series = node();
  await series.record(tokens, START);
  const id = `${bad}/minute/${START}`;
  const row = await buckets.get(id);
  if (row === null) throw new Error(`no ${id}`);
  await buckets.put(id, { ...row, usd: 'broken' } as never);
  clock.nowMs += 30_000;
  expect((await series.record(tokens, clock.nowMs)).get(bad)).toMatchObject({ kind: 'price', usd: '100' });
  expect(await buckets.get(id)).toMatchObject({ usd: '100', tickAtMs: clock.nowMs });
  expect(mended).toEqual([id]);
});

test('an unreadable price affects only its own token', async () => {
  const { clock, usd, node } = bench();
  const series = node();
  await series.record(tokens, START);
  usd.set(bad, 'a lot');
  clock.nowMs += MINUTE;
  const facts = await series.record(tokens, clock.nowMs);
  expect(facts.get(bad)).toMatchObject({ kind: 'none', reason: 'no-price' });
  expect(facts.get(good)).toMatchObject({ kind: 'price', usd: '50' });
});
