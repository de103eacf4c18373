import { expect, test } from 'bun:test';
import { openMetrics } from '../../../src/app/open-metrics.ts';
import { watchLate } from '../../../src/app/watch-late.ts';
import { createVirtualTime } from '../../../src/test-kit/virtual-time.ts';
import { keptLog } from '../../support/kept-log.ts';
import { waitFor } from '../../support/wait-for.ts';

const T0 = Date.UTC(2027, 0, 1);
const NONE = { count: 0, isMore: false, oldest: null };

test('late work is reported in readiness and metrics, and in the log once with a count and once when it is over', async () => {
  const { clock, timers, moveTo, nextTimerMs } = createVirtualTime(T0);
  const timersWait = () => nextTimerMs() !== null;
  const { metrics } = openMetrics();
  const log = keptLog();
  const asked: number[] = [];
  let late: { count: number; isMore: boolean; oldest: { id: string; wakeAtMs: number; effect: string | null } | null } = NONE;
  const operator = {
    late: async ({ beforeMs }: { beforeMs: number }) => {
      asked.push(beforeMs);
      return late;
    },
  };
  const watch = watchLate({ config: { tickIntervalMs: 60_000 } as never, clock, log, metrics, timers }, { operator } as never);
  async function after(ms: number): Promise<void> {
    const looks = asked.length;
    moveTo(clock.now() + ms);
    await waitFor(() => asked.length > looks && timersWait(), { what: 'a look' });
  }
  await after(30_000);
  expect(asked).toEqual([T0 + 30_000 - 180_000]);
  expect(await watch.probe.check()).toBeNull();

  late = { count: 2, isMore: false, oldest: { id: 'dca-position/a', wakeAtMs: T0 - 240_000, effect: null } };
  await after(30_000);
  await after(30_000);
  expect(await watch.probe.check()).toBe('2 actors are due and were not processed in time, dca-position/a since 2026-12-31T23:56:00.000Z.');
  expect((await metrics.render('prometheus')).text).toMatch(/^coxswain_late_actors 2$/m);
  expect(log.lines.filter((line) => line === 'warn Actors that are due are not processed')).toHaveLength(1);

  late = NONE;
  await after(30_000);
  expect(await watch.probe.check()).toBeNull();
  expect(log.lines).toEqual(['warn Actors that are due are not processed', 'info No actor is late any more']);
  await watch.stop();
  expect(nextTimerMs()).toBeNull();
});
