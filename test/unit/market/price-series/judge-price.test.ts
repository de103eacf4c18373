import { expect, test } from 'bun:test';
import { judgePrice, type PriceBefore } from '../../../../src/market/price-series/judge-price.ts';

const T = 1_700_000_000_000;
const MINUTE = 60_000;
const guard = { maxAgeMs: 600_000, maxJumpBps: 2_000, confirmAfterMs: 45_000 };
const price = (usd: string, atMs: number) => ({ usd, atMs, source: 'test' });
const trustedAt = (usd: string): PriceBefore => ({ usd, doubted: null, trustedUsd: usd });
const isTrusted = (usd: string, before: PriceBefore | null, atMs = T, priceAtMs = atMs) =>
  judgePrice(price(usd, priceAtMs), before, atMs, guard).isTrusted;

test('a price within the bound of the previous one is trusted, one unit beyond it is not, in both directions', () => {
  const before = trustedAt('100');
  expect(['80', '120', '79.999999', '120.000001'].map((usd) => isTrusted(usd, before))).toEqual([true, true, false, false]);
});

test('a first price is no jump; a price that is too old is not trusted', () => {
  expect(isTrusted('5', null)).toBe(true);
  expect(isTrusted('5', null, T, T - 600_000)).toBe(true);
  expect(isTrusted('5', null, T, T - 600_001)).toBe(false);
});

test('a jump is confirmed by a similar price at the next tick, not by more prices in between', () => {
  const first = judgePrice(price('50', T), trustedAt('100'), T, guard);
  if (first.isTrusted) throw new Error('A jump was trusted');
  expect(first.canBeConfirmed).toBe(true);
  expect(first.doubted).toEqual({ sinceMs: T, priceAtMs: T });
  // The doubtful price is read several times. Each reading must keep the time at which the doubt began, so that the price can be confirmed
  // after 45 seconds.
  let before: PriceBefore = { usd: '50', doubted: first.doubted, trustedUsd: '100' };
  for (const afterMs of [10_000, 20_000, 40_000, 44_999]) {
    const again = judgePrice(price('51', T + afterMs), before, T + afterMs, guard);
    if (again.isTrusted) throw new Error(`Trusted after ${afterMs} ms`);
    expect(again.doubted.sinceMs).toBe(T);
    before = { usd: '51', doubted: again.doubted, trustedUsd: '100' };
  }
  expect(isTrusted('52', before, T + MINUTE)).toBe(true);
  // The source returns its old answer again, with the same update time. That is no new observation, so it must not confirm the price.
  expect(isTrusted('51', before, T + MINUTE, T)).toBe(false);
});

test('a second jump is doubted again, and a jump back is trusted at once', () => {
  const before: PriceBefore = { usd: '50', doubted: { sinceMs: T, priceAtMs: T }, trustedUsd: '100' };
  const further = judgePrice(price('10', T + MINUTE), before, T + MINUTE, guard);
  if (further.isTrusted) throw new Error('A second jump was trusted');
  expect(further.doubted.sinceMs).toBe(T + MINUTE);
  expect(isTrusted('95', before, T + MINUTE)).toBe(true);
});

test('a price from another source is a jump unless it agrees with the trusted one within 3 %, until it has held for a tick', () => {
  const at = (usd: string, basis: string, before: PriceBefore, atMs = T) => judgePrice({ ...price(usd, atMs), basis }, before, atMs, guard);
  const before: PriceBefore = { usd: '100', origin: 'test/old', doubted: null, trustedUsd: '100', trustedOrigin: 'test/old' };
  expect(at('90', 'old', before).isTrusted).toBe(true);
  expect(at('97', 'new', before).isTrusted).toBe(true);
  const first = at('90', 'new', before);
  if (first.isTrusted) throw new Error('A switch was trusted');
  expect(first).toMatchObject({ canBeConfirmed: true, doubted: { sinceMs: T } });
  const doubted: PriceBefore = { ...before, usd: '90', origin: 'test/new', doubted: first.doubted };
  expect(at('91', 'new', doubted, T + 44_999).isTrusted).toBe(false);
  expect(at('91', 'new', doubted, T + MINUTE).isTrusted).toBe(true);
  // A doubtful price can be confirmed only by the same source. A third source does not confirm it; a return to the old source near its
  // trusted price is trusted at once.
  expect(at('80', 'third', doubted, T + MINUTE).isTrusted).toBe(false);
  expect(at('98', 'old', doubted, T + MINUTE).isTrusted).toBe(true);
});

test('a stored price without a source is compared as before', () => {
  expect(judgePrice({ ...price('90', T), basis: 'new' }, trustedAt('100'), T, guard).isTrusted).toBe(true);
});
