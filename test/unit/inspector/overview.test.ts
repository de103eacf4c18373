import { expect, test } from 'bun:test';
import { minuteSeries } from '../../../src/inspector/web/pages/overview/minute-bars.ts';
import { MOST_TICKS, tickBars } from '../../../src/inspector/web/pages/overview/tick-bars.ts';
import { sharesOf } from '../../../src/inspector/web/pages/overview/type-shares.ts';
import { fieldsOf } from '../../../src/inspector/web/pages/types/event-fields.ts';
import { knownVolume } from '../../../src/values/inspection/today.ts';

test("a type's counts are shares by status, with unhealthy actors beside them", () => {
  const { statuses, troubles } = sharesOf({
    type: 'trade',
    total: 100,
    states: [
      { status: 'open', health: 'ok', count: 20 },
      { status: 'done', health: 'ok', count: 75 },
      { status: 'open', health: 'quarantined', count: 4 },
      { status: null, health: 'backing-off', count: 1 },
    ],
  });
  expect(statuses.map(({ name, count, part, filter }) => [name, count, part, filter])).toEqual([
    ['done', 75, 0.75, { status: 'done' }],
    ['open', 24, 0.24, { status: 'open' }],
    ['no status', 1, 0.01, {}],
  ]);
  expect(troubles.map(({ name, count, filter }) => [name, count, filter])).toEqual([
    ['quarantined', 4, { health: 'quarantined' }],
    ['backing off', 1, { health: 'backing-off' }],
  ]);
});

test('too many statuses for a bar end in one part for the rest', () => {
  const states = Array.from({ length: 20 }, (_, index) => ({ status: `s${index}`, health: 'ok' as const, count: 20 - index }));
  const { statuses } = sharesOf({ type: 't', total: 210, states });
  expect(statuses).toHaveLength(9);
  expect(statuses.at(-1)).toMatchObject({ name: 'other', count: 78 });
  expect(statuses.reduce((sum, { count }) => sum + count, 0)).toBe(210);
});

test('ticks are bars, oldest first, as many as fit; failures are marked and described', () => {
  const tick = { tookMs: 40, due: 3, triggered: 0, stepped: 3, committed: 2, failed: 0, effectsWoken: 0, factsFetched: 0, missed: 0 };
  const bars = tickBars(Array.from({ length: 80 }, (_, index) => ({ ...tick, tickAtMs: 80_000 - index, failed: index === 0 ? 1 : 0 })));
  expect(bars).toHaveLength(MOST_TICKS);
  expect(bars.at(-1)).toMatchObject({ key: 80_000, value: 40, bad: 40 });
  expect(bars.at(-1)?.detail).toContain('3 stepped, 2 committed, 1 failed');
  expect(bars[0]?.bad).toBe(0);
});

test('minutes are three series, and errors of all kinds are one of them', () => {
  const quiet = { commits: 5, refused: 0, conflicts: 0, stepErrors: 0, effects: 1, effectErrors: 0 };
  const series = minuteSeries([
    { atMs: 0, ...quiet },
    { atMs: 60_000, ...quiet, conflicts: 2, effectErrors: 1 },
  ]);
  expect(series.map(({ name, sum }) => [name, sum])).toEqual([
    ['Commits', 10],
    ['Effects', 2],
    ['Errors', 3],
  ]);
  expect(series[2]?.bars[1]?.detail).toContain('errors: 1 of effects, 2 conflicts');
  expect(series[2]?.bars[0]?.detail).toContain('no errors');
});

test('the fields of an event are one line, and a schema that holds anything breaks nothing', () => {
  const schema = {
    type: 'object',
    required: ['amount'],
    properties: {
      amount: { type: 'string' },
      side: { enum: ['buy', 'sell'] },
      at: { anyOf: [{ type: 'number' }, { type: 'null' }] },
      odd: true,
    },
  };
  expect(fieldsOf(schema)).toBe('amount: string, side?: "buy" or "sell", at?: number or null, odd?: anything');
  expect([null, {}, { properties: [] }, { properties: {} }].map(fieldsOf)).toEqual(['none', 'none', 'none', 'none']);
});

test('a volume of which fills have no price yet is a lower bound, and unknown when no fill has one', () => {
  const volume = (fills: number, unpricedFills: number, isMore = false) => knownVolume('$1.00', { fills, unpricedFills, isMore });
  expect([volume(0, 0), volume(2, 0), volume(2, 1), volume(2, 2), volume(2, 0, true)]).toEqual([
    ...['$1.00', '$1.00', '$1.00+', 'unknown', '$1.00+'],
  ]);
});
