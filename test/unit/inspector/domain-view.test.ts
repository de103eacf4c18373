import { describe, expect, test } from 'bun:test';
import { chartMarks } from '../../../src/inspector/web/pages/domain/chart-marks.ts';
import { toneOfOutcome } from '../../../src/inspector/web/pages/domain/outcome-tone.ts';
import {
  formatPrice,
  linePath,
  nearestIndex,
  niceTicks,
  pointsOf,
  priceAt,
  priceScale,
} from '../../../src/inspector/web/pages/domain/price-scale.ts';
import { runsOf, tellingOrders } from '../../../src/inspector/web/pages/domain/schedule-text.ts';
import { createTokenBook } from '../../../src/inspector/web/pages/domain/token-book.ts';
import { tradeSteps } from '../../../src/inspector/web/pages/domain/trade-steps.ts';
import type { DcaOrderNote, FillNote } from '../../../src/values/inspection/actor-details.ts';

const points = [
  { atMs: 0, price: 100 },
  { atMs: 50, price: 200 },
  { atMs: 100, price: 150 },
];
const scale = priceScale(points);
if (scale === null) throw new Error('There are points to draw');

describe('the scale of a price chart', () => {
  test('has the line within it, with its ends at the edges', () => {
    expect([scale.x(0), scale.x(50), scale.x(100)]).toEqual([0, 0.5, 1]);
    expect(scale.y(200)).toBeGreaterThan(0.9);
    expect(scale.y(100)).toBeLessThan(0.1);
    expect(linePath(points, scale, 200, 100)).toMatch(/^M0 9\d(\.\d)?L100 \d(\.\d)?L200 5\d(\.\d)?$/);
  });

  test('draws a price that hardly moved as a flat line, with labels that differ', () => {
    const still = priceScale([
      { atMs: 1, price: 1.0001 },
      { atMs: 2, price: 1.0002 },
    ]);
    if (still === null) throw new Error('There are points to draw');
    expect(still.y(1.0002) - still.y(1.0001)).toBeLessThan(0.02);
    const [first = 0, second = 0] = still.ticks;
    const labels = still.ticks.map((price) => formatPrice(price, second - first));
    expect(new Set(labels).size).toBe(still.ticks.length);
    expect(still.ticks.length).toBeGreaterThan(1);
  });

  test('draws a price that never moved in the middle, and nothing of no prices', () => {
    const flat = priceScale([{ atMs: 1, price: 3 }]);
    expect(flat?.y(3)).toBeCloseTo(0.5);
    expect(priceScale([])).toBeNull();
    expect(
      pointsOf([
        { atMs: 1, usd: 'much' },
        { atMs: Number.NaN, usd: '1' },
      ]),
    ).toEqual([]);
  });

  test('has round numbers as its lines', () => {
    expect(niceTicks(2_913, 3_122, 4)).toEqual([3_000, 3_100]);
    expect(niceTicks(0, 1, 4)).toEqual([0, 0.25, 0.5, 0.75, 1]);
    expect(niceTicks(5, 5, 4)).toEqual([]);
  });

  test('reads the nearest moment, and the line between two', () => {
    expect([-10, 0, 24, 26, 74, 1_000].map((atMs) => nearestIndex(points, atMs))).toEqual([0, 0, 0, 1, 1, 2]);
    expect(nearestIndex([], 5)).toBe(-1);
    expect(priceAt(points, 25)).toBe(150);
    expect(priceAt(points, 500)).toBeNull();
  });

  test.each([
    [3_041.237, /^3,041\.2$/],
    [12.345, /^12\.3[45]$/],
    [0.00001234, /^0\.00001234$/],
    [0, /^0$/],
  ])('tells %p with the digits that matter', (price, shown) => {
    expect(formatPrice(price)).toMatch(shown);
  });
});

const book = createTokenBook([{ chainId: 1, address: '0xa', symbol: 'USDC', decimals: 6 }]);
const fill = (atMs: number): FillNote => ({
  atMs,
  side: 'buy',
  given: { amount: '25000000', token: '0xA', chainId: 1 },
  got: { amount: '7', token: `0x${'b'.repeat(40)}`, chainId: 1 },
  strategyId: 'dip',
  txHash: '0xh',
});

test('fills are marked on the line, by what they did, and those outside of its time are not', () => {
  const marks = chartMarks([fill(25), fill(10_000_000)], points, scale, book);
  expect(marks).toHaveLength(1);
  expect(marks[0]).toMatchObject({ x: 0.25, y: scale.y(150), index: 0, side: 'buy' });
  expect(marks[0]?.text).toBe('bought 7 base units of 0xbbbb…bbbb for 25 USDC ("dip")');
});

describe('the schedule', () => {
  const order = (index: number, state: DcaOrderNote['state']): DcaOrderNote => ({ index, state, dueAtMs: 0, fill: null });

  test('is in stretches, each saying how many are left out before it', () => {
    const runs = runsOf([order(0, 'done'), order(1, 'done'), order(50, 'next'), order(51, 'planned')]);
    expect(runs.map(({ orders, skipped }) => [orders.length, skipped])).toEqual([
      [2, 0],
      [2, 48],
    ]);
  });

  test('begins its table around what comes next', () => {
    const orders = Array.from({ length: 100 }, (_, index) => order(index, index < 60 ? 'done' : index === 60 ? 'next' : 'planned'));
    expect(tellingOrders(orders, 10).map(({ index }) => index)).toEqual([55, 56, 57, 58, 59, 60, 61, 62, 63, 64]);
    expect(tellingOrders(orders.slice(0, 60), 10).at(-1)?.index).toBe(59);
    expect(tellingOrders(orders.slice(0, 3), 10)).toHaveLength(3);
  });
});

test('a trade shows where it is, and where it ended', () => {
  const path = [
    { status: 'created', atMs: 1 },
    { status: 'sent', atMs: 2 },
    { status: 'seen on chain', atMs: null },
    { status: 'success', atMs: null },
  ];
  expect(tradeSteps(path).map(({ state }) => state)).toEqual(['done', 'now', 'later', 'later']);
  expect(tradeSteps(path.map((step) => ({ ...step, atMs: 3 }))).map(({ state }) => state)).toEqual(['done', 'done', 'done', 'done']);
  expect(tradeSteps([...path.slice(0, 3), { status: 'failed', atMs: 9 }]).map(({ state }) => state)).toEqual([
    'done',
    'done',
    'later',
    'failed',
  ]);
});

test('outcomes that somebody has to mend stand out', () => {
  expect([toneOfOutcome('no-executor'), toneOfOutcome('no-budget'), toneOfOutcome('not-due'), toneOfOutcome('fired')]).toEqual([
    'bad',
    'warn',
    'plain',
    'accent',
  ]);
});
