import { expect, test } from 'bun:test';
import { repeatWork } from '../../../src/platform/loop/repeat-work.ts';

/** Timers that fire only when the test fires them. */
function manualTimers() {
  const waiting = new Set<() => void>();
  return {
    waiting,
    after(_ms: number, run: () => void) {
      waiting.add(run);
      return () => void waiting.delete(run);
    },
    fire() {
      const due = [...waiting];
      waiting.clear();
      for (const run of due) run();
    },
  };
}

test('the next work waits for the end of the last one, and stopping waits for it too', async () => {
  const timers = manualTimers();
  const held = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let begun = 0;
  const work = repeatWork(timers, 10, async () => {
    begun += 1;
    await held[begun - 1]?.promise;
  });
  expect([begun, timers.waiting.size]).toEqual([0, 1]);
  timers.fire();
  expect([begun, timers.waiting.size]).toEqual([1, 0]);
  held[0]?.resolve();
  await new Promise(setImmediate);
  expect(timers.waiting.size).toBe(1);
  timers.fire();

  let isOver = false;
  const stopped = work.stop().then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect([begun, isOver, work.isStopped()]).toEqual([2, false, true]);
  held[1]?.resolve();
  await stopped;
  expect(timers.waiting.size).toBe(0);
});

test('work that is stopped before its first run never runs', async () => {
  const timers = manualTimers();
  let begun = 0;
  await repeatWork(timers, 10, async () => {
    begun += 1;
  }).stop();
  timers.fire();
  expect(begun).toBe(0);
});
