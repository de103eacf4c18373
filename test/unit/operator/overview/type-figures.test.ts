import { expect, test } from 'bun:test';
import { createTypeFigures } from '../../../../src/operator/overview/type-figures.ts';
import { createWorkWindow } from '../../../../src/operator/overview/work-window.ts';
import { RetryableError } from '../../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { createOrderSystem } from '../../runtime/support/order-system.ts';

const MINUTE_MS = 60_000;

test('durations are accurate to a tenth, whatever their size', () => {
  for (const durationMs of [0, 1, 2, 3, 7, 20, 99, 450, 1_234, 65_000, 1_800_000]) {
    const work = createWorkWindow();
    for (let n = 0; n < 10; n += 1) work.done(0, durationMs);
    const { p50Ms, p95Ms } = work.figures(0, 1);
    expect(Math.abs((p50Ms ?? Number.NaN) - durationMs)).toBeLessThanOrEqual(durationMs * 0.1);
    expect(p95Ms).toBe(p50Ms);
  }
});

test('half of the durations and 95 of 100 do not exceed p50 and p95; impossible durations are counted', () => {
  const work = createWorkWindow();
  for (let ms = 1; ms <= 1_000; ms += 1) work.done(0, ms);
  const { p50Ms, p95Ms } = work.figures(0, 1);
  expect(Math.abs((p50Ms ?? 0) - 500)).toBeLessThanOrEqual(50);
  expect(Math.abs((p95Ms ?? 0) - 950)).toBeLessThanOrEqual(95);
  for (const ms of [-5, Number.NaN, 1e12, Number.POSITIVE_INFINITY]) work.done(0, ms);
  expect(work.figures(0, 2)).toMatchObject({ count: 1_004, perMinute: 502 });
  expect(createWorkWindow().figures(0, 1)).toEqual({
    count: 0,
    perMinute: 0,
    p50Ms: null,
    p95Ms: null,
    failures: 0,
    retries: 0,
    postponed: 0,
  });
});

test('work is forgotten after a quarter of an hour, and an event from before the clock was set back is not counted', () => {
  const work = createWorkWindow();
  work.done(0, 5);
  work.failed(0);
  work.retried(14 * MINUTE_MS);
  expect(work.figures(14 * MINUTE_MS, 15)).toMatchObject({ count: 1, failures: 1, retries: 1 });
  expect(work.figures(15 * MINUTE_MS, 15)).toMatchObject({ count: 0, failures: 0, retries: 1 });
  work.done(15 * MINUTE_MS, 5);
  work.done(0, 5);
  expect(work.figures(15 * MINUTE_MS, 15)).toMatchObject({ count: 1, failures: 0, retries: 1 });
});

test('steps and effects of a running system are measured by type, with the last error', async () => {
  let fails: Error | null = null;
  const {
    order,
    orders,
    test: system,
  } = createOrderSystem({
    async pay() {
      if (fails !== null) throw fails;
      return { type: 'PAID', receipt: 'r' };
    },
  });
  const { clock } = system.time;
  const { feed } = system.system();
  const figures = createTypeFigures({ types: [orders, { type: 'idle', effects: {} }], feed, clock, nodeId: 'a' });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.settle();
  const nothing = { count: 0, perMinute: 0, p50Ms: null, p95Ms: null, failures: 0, retries: 0, postponed: 0 };
  const well = figures();
  expect(well).toMatchObject({ nodeId: 'a', sinceMs: well.nowMs });
  expect(well.types).toEqual([
    {
      type: 'order',
      // Creation, request and result are each stored.
      steps: { count: 3, perMinute: 3, p50Ms: 0, p95Ms: 0, failures: 0, retries: 0, postponed: 0 },
      effects: { count: 1, perMinute: 1, p50Ms: 0, p95Ms: 0, failures: 0, retries: 0, postponed: 0 },
      byEffect: [{ name: 'pay', waitsOnPurpose: false, count: 1, perMinute: 1, p50Ms: 0, p95Ms: 0, failures: 0, retries: 0, postponed: 0 }],
      quarantines: 0,
      lastError: null,
    },
    { type: 'idle', steps: nothing, effects: nothing, byEffect: [], quarantines: 0, lastError: null },
  ]);
  fails = new TerminalError({ code: 'no-funds', message: 'There is no 9.' });
  await order().ask({ type: 'PAY', amount: '9' });
  await system.settle();
  const [failing] = figures().types;
  expect(failing?.effects).toMatchObject({ count: 2, failures: 1, retries: 0, postponed: 0 });
  fails = new RetryableError({ code: 'rpc-unavailable', message: 'The node does not answer.' });
  await order('o2').create({ owner: '0xa' });
  await order('o2').ask({ type: 'PAY', amount: '9' });
  await system.settle();
  const [postponing] = figures().types;
  expect(postponing?.effects).toMatchObject({ failures: 1, retries: 0, postponed: 1 });
  expect(postponing?.byEffect).toMatchObject([{ name: 'pay', failures: 1, retries: 0, postponed: 1 }]);
  fails = null;
  expect(failing?.lastError).toMatchObject({ id: 'order/o1', what: 'pay', code: 'no-funds', message: 'There is no 9.' });
  await system.advance(20 * MINUTE_MS);
  expect(figures().types[0]).toMatchObject({ effects: { count: 0 }, lastError: null, byEffect: [] });
});
