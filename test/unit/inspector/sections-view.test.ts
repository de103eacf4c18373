import { describe, expect, test } from 'bun:test';
import { besideOneAnother } from '../../../src/inspector/web/pages/sections/beside-one-another.ts';
import { phraseText } from '../../../src/inspector/web/pages/sections/phrase-text.ts';
import { rowsAround } from '../../../src/inspector/web/pages/sections/rows-around.ts';
import { drawnMarks } from '../../../src/inspector/web/pages/sections/series-marks.ts';
import {
  formatValue,
  linePath,
  nearestIndex,
  niceTicks,
  pointsOf,
  seriesScale,
  valueAt,
} from '../../../src/inspector/web/pages/sections/series-scale.ts';
import { countByState } from '../../../src/inspector/web/pages/sections/steps-text.ts';
import { createUnitRepository } from '../../../src/inspector/web/pages/sections/unit-repository.ts';
import type { TransactionNote } from '../../../src/values/inspection/actor-details.ts';
import { actor, address, amount, badge, symbol, text, transaction } from '../../../src/values/inspection/section-values.ts';
import type { SeriesMark } from '../../../src/values/inspection/sections.ts';

const points = [
  { atMs: 0, value: 100 },
  { atMs: 50, value: 200 },
  { atMs: 100, value: 150 },
];
const scale = seriesScale(points);
if (scale === null) throw new Error('There are points to draw');

describe('the scale of a series', () => {
  test('has the line within it, with its ends at the edges', () => {
    expect([scale.x(0), scale.x(50), scale.x(100)]).toEqual([0, 0.5, 1]);
    expect(scale.y(200)).toBeGreaterThan(0.9);
    expect(scale.y(100)).toBeLessThan(0.1);
    expect(linePath(points, scale, 200, 100)).toMatch(/^M0 9\d(\.\d)?L100 \d(\.\d)?L200 5\d(\.\d)?$/);
  });

  test('draws a value that hardly moved as a flat line, with labels that differ', () => {
    const still = seriesScale([
      { atMs: 1, value: 1.0001 },
      { atMs: 2, value: 1.0002 },
    ]);
    if (still === null) throw new Error('There are points to draw');
    expect(still.y(1.0002) - still.y(1.0001)).toBeLessThan(0.02);
    const [first = 0, second = 0] = still.ticks;
    const labels = still.ticks.map((value) => formatValue(value, second - first));
    expect(new Set(labels).size).toBe(still.ticks.length);
    expect(still.ticks.length).toBeGreaterThan(1);
  });

  test('draws a constant value in the middle, and nothing without values', () => {
    const flat = seriesScale([{ atMs: 1, value: 3 }]);
    expect(flat?.y(3)).toBeCloseTo(0.5);
    expect(seriesScale([])).toBeNull();
    expect(
      pointsOf([
        { atMs: 1, value: 'much' },
        { atMs: Number.NaN, value: '1' },
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
    expect(valueAt(points, 25)).toBe(150);
    expect(valueAt(points, 500)).toBeNull();
  });

  test.each([
    [3_041.237, /^3,041\.2$/],
    [12.345, /^12\.3[45]$/],
    [0.00001234, /^0\.00001234$/],
    [0, /^0$/],
  ])('tells %p with the digits that matter', (value, shown) => {
    expect(formatValue(value)).toMatch(shown);
  });
});

const note = (hash: string, url: string | null): TransactionNote => ({
  ...{ chainId: 1, hash, url, nonce: null, status: 'mined', blockNumber: null, gasUsed: null, what: 'Order 1' },
});
const repository = createUnitRepository({
  tokens: [{ chainId: 1, address: '0xa', symbol: 'USDC', decimals: 6 }],
  transactions: [note('0xh', 'https://scan.example/tx/0xh'), note('0xi', 'javascript:alert(1)'), note('0xj', null)],
});
const given = amount({ amount: '25000000', token: '0xA', chainId: 1 });
const unknown = `0x${'b'.repeat(40)}`;

test('a phrase is shown with its units, as far as they are known', () => {
  const got = amount({ amount: '7', token: unknown, chainId: 1 });
  expect(phraseText([text('bought'), got, text('for'), given], repository)).toBe('bought 7 base units of 0xbbbb…bbbb for 25 USDC');
  const named = [
    badge('late', 'warn'),
    symbol(1, '0xa'),
    symbol(2, unknown),
    transaction(1, '0xh', 'Delivery'),
    actor('kite/7'),
    address(unknown),
  ];
  expect(phraseText(named, repository)).toBe('late USDC 0xbbbb…bbbb Delivery kite/7 0xbbbb…bbbb');
});

test('a transaction leads to an explorer where its page is a web address', () => {
  expect(['0xH', '0xi', '0xj', '0xk'].map((hash) => repository.explorerPage(1, hash))).toEqual([
    'https://scan.example/tx/0xh',
    null,
    null,
    null,
  ]);
  expect(repository.explorerPage(2, '0xh')).toBeNull();
});

test('marks are on the line, and marks outside its time are left out', () => {
  const mark = (atMs: number): SeriesMark => ({ atMs, points: 'up', text: [text('bought for'), given] });
  const marks = drawnMarks([mark(25), mark(10_000_000)], points, scale, repository);
  expect(marks).toHaveLength(1);
  expect(marks[0]).toMatchObject({ x: 0.25, y: scale.y(150), index: 0, points: 'up', text: 'bought for 25 USDC' });
});

test('steps are counted by their states', () => {
  expect([...countByState([{ state: 'done' }, { state: 'done' }, { state: 'late' }])]).toEqual([
    ['done', 2],
    ['late', 1],
  ]);
});

test('a long table begins around the row that matters', () => {
  expect(rowsAround(60, 100, 10)).toEqual([55, 65]);
  expect(rowsAround(0, 100, 10)).toEqual([0, 10]);
  expect(rowsAround(100, 100, 10)).toEqual([90, 100]);
  expect(rowsAround(2, 3, 10)).toEqual([0, 3]);
});

test('narrow sections stand beside one another, between those that take the whole width', () => {
  const kinds = ['facts', 'table', 'bars', 'series', 'series', 'steps', 'facts'] as const;
  const groups = besideOneAnother(kinds.map((kind) => ({ kind })));
  expect(groups.map((group) => group.map(({ kind }) => kind))).toEqual([
    ['facts'],
    ['table'],
    ['bars', 'series', 'series'],
    ['steps'],
    ['facts'],
  ]);
});
