import { expect, test } from 'bun:test';
import { figureRows, readFigureSort, sortFigures } from '../../../src/inspector/web/pages/types/figure-rows.ts';
import { slowestWork, type TypeFigure, type TypeFigures, type WorkFigures } from '../../../src/values/inspection/type-figures.ts';

const none: WorkFigures = { count: 0, perMinute: 0, p50Ms: null, p95Ms: null, failures: 0, retries: 0, postponed: 0 };
const of = (type: string, steps: Partial<WorkFigures>, effects: Partial<WorkFigures> = {}): TypeFigure => ({
  ...{ type, quarantines: 0, lastError: null, steps: { ...none, ...steps }, effects: { ...none, ...effects } },
  byEffect: [{ name: 'send', waitsOnPurpose: false, ...none, ...effects }],
});
const read = (...types: TypeFigure[]): TypeFigures => ({ nodeId: 'a', nowMs: 1, sinceMs: 0, types, outages: [] });
const names = (rows: readonly { readonly figure: TypeFigure }[]) => rows.map(({ figure }) => figure.type);

test('the failing types come first, and are marked; the slowest one is marked', () => {
  const rows = figureRows(
    read(of('calm', { p95Ms: 1 }), of('slow', { p95Ms: 3 }, { p95Ms: 4_000 }), of('failing', {}, { failures: 2, retries: 1, p95Ms: 90 })),
  );
  const sorted = sortFigures(rows, 'failures');
  expect(sorted.map(({ figure, isFailing, isSlowest }) => [figure.type, isFailing, isSlowest])).toEqual([
    ['failing', true, false],
    ['slow', false, true],
    ['calm', false, false],
  ]);
  expect(slowestWork(of('slow', { p95Ms: 3 }, { p95Ms: 4_000 }))).toEqual({ name: 'effect send', p95Ms: 4_000 });
  expect(slowestWork(of('slow', { p95Ms: 3 }))).toEqual({ name: 'steps', p95Ms: 3 });
});

test('a quarantined actor makes a type a failing one, and among quick types none is marked as slow', () => {
  const rows = figureRows(read({ ...of('stuck', { p95Ms: 99 }), quarantines: 1 }, of('calm', {})));
  expect(rows.map(({ isFailing, isSlowest }) => [isFailing, isSlowest])).toEqual([
    [true, false],
    [false, false],
  ]);
});

test('every column sorts, the largest first and unknown values last; an unknown column of an old link is ignored', () => {
  const rows = figureRows(read(of('b', { p95Ms: 5 }), of('a', { p95Ms: 9 }), of('c', {})));
  expect(names(sortFigures(rows, 'stepP95'))).toEqual(['a', 'b', 'c']);
  expect(names(sortFigures(rows, 'type'))).toEqual(['a', 'b', 'c']);
  expect(names(sortFigures(figureRows(read(of('z', { perMinute: 1 }), of('y', { perMinute: 7 }))), 'stepRate'))).toEqual(['y', 'z']);
  expect(['effectP50', 'type', 'nonsense', null].map(readFigureSort)).toEqual(['effectP50', 'type', 'failures', 'failures']);
});

test('an effect that waits on purpose does not make its type the slowest', () => {
  const { byEffect, ...rest } = of('waits', { p95Ms: 3 }, { p95Ms: 9_000 });
  const waits = { ...rest, byEffect: byEffect.map((each) => ({ ...each, waitsOnPurpose: true })) };
  expect(slowestWork(waits)).toEqual({ name: 'steps', p95Ms: 3 });
  const rows = figureRows(read(waits, of('slow', {}, { p95Ms: 400 })));
  expect(rows.map(({ isSlowest }) => isSlowest)).toEqual([false, true]);
});
