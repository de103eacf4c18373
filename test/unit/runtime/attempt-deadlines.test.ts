import { expect, test } from 'bun:test';
import type { EffectContext } from '../../../src/runtime/define/definition.ts';
import { createAttemptDeadlines } from '../../../src/runtime/effects/attempt-deadlines.ts';
import { createVirtualTime } from '../../../src/test-kit/virtual-time.ts';
import { createOrderSystem } from './support/order-system.ts';

const turn = () => new Promise<void>((resolve) => void setImmediate(resolve));

function createBench() {
  const time = createVirtualTime(0);
  let timersSet = 0;
  const deadlines = createAttemptDeadlines({
    ...time.timers,
    after(delayMs, callback) {
      timersSet += 1;
      return time.timers.after(delayMs, callback);
    },
  });
  const late: string[] = [];
  return { time, late, timersSet: () => timersSet, begin: (name: string, ms: number) => deadlines.begin(ms, () => void late.push(name)) };
}

test('attempts that begin in the same turn share a timer for each deadline, and only those that have not ended are late', async () => {
  const { time, late, begin, timersSet } = createBench();
  const end = begin('a', 1_000);
  begin('b', 1_000);
  begin('c', 2_000);
  await turn();
  expect(timersSet()).toBe(2);
  end();
  time.moveTo(999);
  expect(late).toBeEmpty();
  time.moveTo(1_000);
  expect(late).toEqual(['b']);
  time.moveTo(9_000);
  expect(late).toEqual(['b', 'c']);
});

test('an attempt that begins in a later turn has its whole time', async () => {
  const { time, late, begin } = createBench();
  begin('a', 1_000);
  await turn();
  time.moveTo(600);
  begin('b', 1_000);
  await turn();
  time.moveTo(1_599);
  expect(late).toEqual(['a']);
  time.moveTo(1_600);
  expect(late).toEqual(['a', 'b']);
});

test('no timer is left when all attempts have ended', async () => {
  const { time, late, begin, timersSet } = createBench();
  begin('short', 1_000)();
  await turn();
  expect(timersSet()).toBe(0);
  const ends = [begin('a', 1_000), begin('b', 1_000)];
  await turn();
  expect(time.nextTimerMs()).toBe(1_000);
  for (const end of ends) end();
  expect(time.nextTimerMs()).toBeNull();
  for (const end of ends) end();
  expect(late).toBeEmpty();
});

test('a handler that reads its signal only after the deadline finds it aborted', async () => {
  const contexts: EffectContext[] = [];
  const { order, test: system } = createOrderSystem({
    deadlineMs: 5_000,
    pay: (_params, context: EffectContext) => {
      contexts.push(context);
      return context.attempt === 1 ? new Promise<never>(() => undefined) : Promise.resolve({ type: 'PAID', receipt: 'r' });
    },
  });
  await order().create({ owner: '0xa' });
  await order().ask({ type: 'PAY', amount: '7' });
  await system.advance(5_000);
  expect(contexts[0]?.signal.aborted).toBe(true);
  await system.advance(5_000);
  expect(contexts[1]?.signal.aborted).toBe(false);
});
