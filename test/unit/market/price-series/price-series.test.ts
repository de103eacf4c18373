import { describe, expect, test } from 'bun:test';
import { createPriceSeries } from '../../../../src/market/price-series/create-price-series.ts';
import type { SeriesToken } from '../../../../src/market/price-series/price-series.ts';
import { createReadPrice } from '../../../../src/market/price-series/read-price.ts';
import type { PriceOptions } from '../../../../src/market/prices/create-prices.ts';
import { noPrice, type PriceAnswer } from '../../../../src/market/prices/price.ts';
import { tokenKey } from '../../../../src/market/tokens/token.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import { asChainAddress } from '../../../support/branded.ts';

const START = Date.UTC(2026, 0, 5, 12, 0);
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const guard = { maxAgeMs: 600_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 };
const token: SeriesToken = { chainId: 1, address: asChainAddress('0xAA'), decimals: 18, cmcId: 7 };
const key = tokenKey(1, '0xaa');

/** Creates two nodes that share one store. The test sets the price that each of them reads. */
function bench() {
  const clock = { nowMs: START, now: () => clock.nowMs };
  const records = createMemoryRecordStore({ clock });
  const asked: { tokens: string[]; options: PriceOptions | undefined }[] = [];
  const market: { usd: string | null; second: string | null; ageMs: number; source: string } = {
    usd: '100',
    second: null,
    ageMs: 0,
    source: 'first',
  };
  const answerOf = (usd: string | null, source: string): PriceAnswer =>
    usd === null ? noPrice('upstream-error') : { price: { usd, atMs: clock.nowMs - market.ageMs, source }, reason: null };
  const prices = {
    async pricesOf(tokens: readonly { chainId: number; address: string }[], options?: PriceOptions) {
      asked.push({ tokens: tokens.map(({ address }) => address), options });
      const isSecond = options?.exceptSource !== undefined;
      return new Map(
        tokens.map((one) => [
          tokenKey(one.chainId, one.address),
          isSecond ? answerOf(market.second, 'second') : answerOf(market.usd, market.source),
        ]),
      );
    },
  };
  const corrupt: string[] = [];
  const node = () =>
    createPriceSeries({ records, prices, clock, guard, hadWithinMs: 20_000, log: silentLog, onCorrupt: (id) => corrupt.push(id) });
  return { clock, asked, market, records, corrupt, node, series: node() };
}

async function tick(at: ReturnType<typeof bench>, usd: string | null, series = at.series) {
  at.market.usd = usd;
  return (await series.record([token], at.clock.nowMs)).get(key);
}

describe('the price series', () => {
  test('reads once for a tick, for any number of callers at once, and gives later callers the recorded price', async () => {
    const at = bench();
    const facts = await Promise.all([
      at.series.record([token], START),
      at.series.record([token], START),
      at.series.record([token, token], START),
    ]);
    at.market.usd = '90';
    facts.push(await at.series.record([token], START), await at.series.record([token], START - 1));
    expect(facts.map((one) => one.get(key))).toEqual(
      Array.from({ length: 5 }, () => ({ kind: 'price', usd: '100', atMs: START, source: 'first', isTrusted: true, doubt: null })),
    );
    expect(at.asked).toHaveLength(1);
    expect(at.asked[0]?.options).toEqual({ hadWithinMs: 20_000 });
  });

  test('two nodes see the same price at a tick: the first stored one', async () => {
    const at = bench();
    const other = at.node();
    await tick(at, '100');
    expect(await tick(at, '95', other)).toMatchObject({ usd: '100' });
    at.clock.nowMs += MINUTE;
    expect(await tick(at, '101', other)).toMatchObject({ usd: '101' });
    expect(await tick(at, '102')).toMatchObject({ usd: '101' });
    // The highest price must include minutes that only the other node recorded.
    at.clock.nowMs += MINUTE;
    await tick(at, '119', other);
    at.clock.nowMs += MINUTE;
    expect(await tick(at, '110')).toMatchObject({ usd: '110', isTrusted: true });
    expect(await at.series.high(1, asChainAddress('0xaa'), 120, at.clock.nowMs)).toBe('119');
  });

  test('a token without a cmcId is not requested, and one without a price is requested once a tick and not recorded', async () => {
    const at = bench();
    const { cmcId: _none, ...unpriced } = token;
    expect((await at.series.record([unpriced], START)).get(key)).toMatchObject({ kind: 'none', reason: 'no-price' });
    expect(at.asked).toEqual([]);
    expect(await tick(at, null)).toMatchObject({ kind: 'none', reason: 'no-price' });
    expect(await tick(at, '100')).toMatchObject({ kind: 'none' });
    expect(at.asked).toHaveLength(1);
    expect(await at.series.latest(1, asChainAddress('0xaa'))).toBeNull();
    at.clock.nowMs += MINUTE;
    expect(await tick(at, '100')).toMatchObject({ kind: 'price', usd: '100' });
  });

  test('a jump is doubted, and trusted when a second source agrees within 3 %, or at the next tick', async () => {
    const at = bench();
    await tick(at, '100');
    at.clock.nowMs += MINUTE;
    at.market.second = '61.9';
    expect(await tick(at, '60')).toMatchObject({ isTrusted: false });
    expect(at.asked.at(-1)?.options?.exceptSource).toBe('first');
    expect(await at.series.latest(1, asChainAddress('0xAA'))).toMatchObject({ priceUsd: '60', isTrusted: false, token: '0xaa' });
    at.clock.nowMs += MINUTE;
    at.market.second = null;
    expect(await tick(at, '61')).toMatchObject({ isTrusted: true, doubt: null });
    at.clock.nowMs += MINUTE;
    at.market.second = '101';
    expect(await tick(at, '100')).toMatchObject({ isTrusted: true });
  });

  test('a switch to another source is doubted where the two do not agree, also after a restart, until the next tick', async () => {
    const at = bench();
    await tick(at, '100');
    at.market.source = 'pools';
    at.clock.nowMs += MINUTE;
    expect(await tick(at, '90')).toMatchObject({ isTrusted: false, source: 'pools' });
    at.clock.nowMs += MINUTE;
    at.market.source = 'first';
    const restarted = at.node();
    expect(await tick(at, '101', restarted)).toMatchObject({ isTrusted: true });
    at.market.source = 'pools';
    for (const isTrusted of [false, true]) {
      at.clock.nowMs += MINUTE;
      expect(await tick(at, '90', restarted)).toMatchObject({ isTrusted });
    }
  });

  test('a doubtful price sets no high until it is trusted', async () => {
    const at = bench();
    const high = () => at.series.high(1, asChainAddress('0xaa'), 3_600, at.clock.nowMs);
    await tick(at, '100');
    for (const usd of ['900', '100']) {
      at.clock.nowMs += MINUTE;
      await tick(at, usd);
      expect(await high()).toBe('100');
    }
    for (const [usd, highest] of [
      ['900', '100'],
      ['890', '890'],
    ] as const) {
      at.clock.nowMs += MINUTE;
      await tick(at, usd);
      expect(await high()).toBe(highest);
    }
    expect(await at.node().high(1, asChainAddress('0xaa'), 7 * 86_400, at.clock.nowMs)).toBe('890');
  });

  test('a recorded price is doubtful when it gets old, and a restarted node continues from it', async () => {
    const at = bench();
    await tick(at, '100');
    at.clock.nowMs += MINUTE;
    await tick(at, '50');
    const restarted = at.node();
    expect(await restarted.latest(1, asChainAddress('0xaa'))).toMatchObject({ priceUsd: '50', isTrusted: false });
    at.clock.nowMs += MINUTE;
    expect(await tick(at, '50', restarted)).toMatchObject({ isTrusted: true });
    at.clock.nowMs += 10 * MINUTE + 1;
    expect(await restarted.latest(1, asChainAddress('0xaa'))).toMatchObject({ isTrusted: false });
  });

  test('highs reach back by minutes for a day and by hours for a month, the same after a restart', async () => {
    const at = bench();
    const high = (lookbackSec: number, series = at.series) => series.high(1, asChainAddress('0xaa'), lookbackSec, at.clock.nowMs);
    await tick(at, '115');
    at.clock.nowMs += 30 * MINUTE;
    await tick(at, '118');
    at.clock.nowMs += 30 * MINUTE;
    await tick(at, '100');
    expect(await high(60)).toBe('100');
    expect(await high(30 * 60)).toBe('118');
    expect(await high(3_600)).toBe('118');
    at.clock.nowMs = START + 20 * 24 * HOUR;
    await tick(at, '90');
    for (const series of [at.series, at.node()]) {
      expect(await high(86_400, series)).toBe('90');
      expect(await high(19 * 86_400, series)).toBe('90');
      // For old prices only hourly data is kept. When a window begins within an hour, that whole hour must be included.
      expect(await high(20 * 86_400 - 3_600, series)).toBe('100');
      expect(await high(20 * 86_400 - 1_800, series)).toBe('118');
      expect(await high(30 * 86_400, series)).toBe('118');
    }
    expect(await at.series.points(1, asChainAddress('0xaa'), { fromMs: START, toMs: at.clock.nowMs })).toEqual([
      { atMs: START, usd: '115', highUsd: '118' },
      { atMs: START + HOUR, usd: '100', highUsd: '100' },
      { atMs: at.clock.nowMs, usd: '90', highUsd: '90' },
    ]);
  });

  test('a doubted jump is shown with a high that is not below its price, though it does not count for exits', async () => {
    const at = bench();
    await tick(at, '100');
    at.clock.nowMs += MINUTE;
    expect(await tick(at, '150')).toMatchObject({ isTrusted: false });
    expect(await at.series.points(1, asChainAddress('0xaa'), { fromMs: START, toMs: at.clock.nowMs })).toEqual([
      { atMs: START, usd: '100', highUsd: '100' },
      { atMs: START + MINUTE, usd: '150', highUsd: '150' },
    ]);
    expect(await at.series.high(1, asChainAddress('0xaa'), 600, at.clock.nowMs)).toBe('100');
  });

  test('reading a price records one when the last is older than a minute, and otherwise says what is wrong', async () => {
    const at = bench();
    const listed = { ...token, address: asChainAddress('0xaa'), cmcId: 7, symbol: 'A', name: 'A', logoURI: '' };
    const { cmcId: _none, ...withoutId } = listed;
    const found: Record<string, typeof listed | typeof withoutId> = {
      '0xaa': listed,
      '0xbb': { ...withoutId, address: asChainAddress('0xbb') },
    };
    const read = createReadPrice({ series: at.series, tokens: { find: async (_, address) => found[address] ?? null }, clock: at.clock });
    const shown = {
      chainId: 1,
      token: '0xaa',
      priceUsd: '100',
      at: new Date(START).toISOString(),
      source: 'first',
      isTrusted: true,
      doubt: null,
    };
    expect(await read(1, '0xaa')).toEqual(shown);
    at.clock.nowMs += MINUTE - 1;
    at.market.usd = '101';
    expect(await read(1, '0xaa')).toEqual(shown);
    at.clock.nowMs += 1;
    expect((await read(1, '0xaa')).priceUsd).toBe('101');
    at.clock.nowMs += MINUTE;
    at.market.usd = null;
    await expect(read(1, '0xaa')).rejects.toMatchObject({ code: 'price-unavailable', kind: 'retryable' });
    await expect(read(1, '0xbb')).rejects.toMatchObject({ code: 'token-not-priced', status: 422 });
    await expect(read(1, '0xcc')).rejects.toMatchObject({ code: 'token-not-found', status: 404 });
  });
});
