import { expect, test } from 'bun:test';
import { channel, channelKey } from '../../../../actors/channel/actor.ts';
import { createChannelActor } from '../../../../actors/channel/effects.ts';
import type { Deliver, DeliveryAttempt } from '../../../../src/features/channels/deliver.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { ChannelKind } from '../../../../src/values/channel-kinds.ts';
import { IndeterminateError } from '../../../../src/values/errors/indeterminate-error.ts';
import { asAddress } from '../../../support/branded.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const wallet = asAddress(`0x${'ab'.repeat(20)}`);

type Outcome = Awaited<ReturnType<Deliver>>;
const DONE: Outcome = { type: 'DELIVERED' };
const failed = (retryAfterMs: number | null = null): Outcome => ({
  type: 'FAILED',
  code: 'receiver-refused',
  message: 'No.',
  retryAfterMs,
});

function setUp(answer: (attempt: DeliveryAttempt, at: number) => Outcome | Promise<Outcome> = () => DONE, kind: ChannelKind = 'telegram') {
  const attempts: { readonly ids: readonly string[]; readonly missed: number; readonly atMs: number }[] = [];
  const off: { readonly sinceMs: number; readonly atMs: number }[] = [];
  const actor = createChannelActor({
    async deliver(attempt) {
      attempts.push({ ids: attempt.ids, missed: attempt.missed, atMs: attempt.nowMs - startMs });
      return answer(attempt, attempt.nowMs - startMs);
    },
    async switchOff({ sinceMs, atMs }) {
      off.push({ sinceMs: sinceMs - startMs, atMs: atMs - startMs });
    },
  });
  const system = createTestSystem({ actors: [actor] });
  const startMs = system.time.clock.now();
  const key = channelKey({ wallet, kind, channelId: 'c-1' });
  const tell = async (id: string, { isUrgent = false } = {}) => {
    const news = { id, atMs: system.time.clock.now(), isUrgent };
    await system.system().of(channel, key).ask({ type: 'TELL', news });
  };
  const view = async () => {
    const reading = await system.system().of(channel, key).read();
    if (reading === null) throw new Error('There is no channel');
    return reading.view;
  };
  /** Advances virtual time by `ms` milliseconds. Only every `everyMinutes`-th minute has a tick, so that long times pass quickly. */
  const ticks = async (ms: number, everyMinutes = 1) => {
    for (const endMs = system.time.clock.now() + ms; system.time.clock.now() < endMs; ) {
      system.time.moveTo(system.time.clock.now() + (everyMinutes - 1) * MINUTE_MS);
      await system.tick();
    }
  };
  return { system, attempts, off, tell, view, ticks, startMs, sent: () => attempts.map(({ ids }) => ids.join('+')) };
}

test('notifications are delivered one after the other, in their order, and a repeat changes nothing', async () => {
  const { tell, sent, system, view } = setUp();
  for (const id of ['a', 'b', 'a', 'c', 'b']) await tell(id);
  await system.settle();
  expect(sent()).toEqual(['a', 'b', 'c']);
  expect(await view()).toMatchObject({ state: 'idle', delivered: 3, queue: [] });
});

test('failures are tried again after 5 s, 30 s, and then by minutes, with nothing sent past them', async () => {
  let failures = 4;
  const { tell, attempts, sent, ticks, view } = setUp(() => (failures-- > 0 ? failed() : DONE), 'webhook');
  await tell('a');
  await tell('b');
  await ticks(10 * MINUTE_MS);
  expect(sent()).toEqual(['a', 'a', 'a', 'a', 'a', 'b']);
  const times = attempts.slice(0, 4).map(({ atMs }) => Math.round(atMs / 1_000));
  expect(times.slice(0, 2)).toEqual([0, 5]);
  expect(times[2]).toBeGreaterThanOrEqual(35);
  expect(times[2]).toBeLessThan(38);
  expect(times[3]).toBeGreaterThanOrEqual(95);
  expect(times[3]).toBeLessThanOrEqual(180);
  expect(await view()).toMatchObject({ state: 'idle', lastFailure: null, failingSinceMs: null });
});

test('what a receiver asks for in Retry-After is kept', async () => {
  let first = true;
  const { tell, attempts, ticks } = setUp(() => {
    const answer = first ? failed(20 * MINUTE_MS) : DONE;
    first = false;
    return answer;
  });
  await tell('a');
  await ticks(30 * MINUTE_MS);
  expect(attempts.length).toBe(2);
  expect(attempts[1]?.atMs).toBeGreaterThanOrEqual(20 * MINUTE_MS);
  expect(attempts[1]?.atMs).toBeLessThanOrEqual(21 * MINUTE_MS);
});

test('a delivery is given up after a day, the next message says so, and a week of nothing but failures switches off', async () => {
  let isUp = false;
  const { tell, attempts, off, ticks, view, sent } = setUp(() => (isUp ? DONE : failed()), 'webhook');
  await tell('a');
  await tell('b');
  await ticks(DAY_MS + 2 * HOUR_MS, 30);
  expect(new Set(sent())).toEqual(new Set(['a', 'b']));
  isUp = true;
  await ticks(2 * HOUR_MS, 10);
  expect(attempts.at(-1)).toMatchObject({ ids: ['b'], missed: 1 });
  expect(off).toEqual([]);
  isUp = false;
  await tell('c');
  for (let day = 0; day < 9; day += 1) {
    await tell(`d${day}`);
    await ticks(DAY_MS, 60);
  }
  expect(off.length).toBe(1);
  const [{ sinceMs, atMs } = { sinceMs: 0, atMs: 0 }] = off;
  expect(atMs - sinceMs).toBeGreaterThanOrEqual(7 * DAY_MS);
  expect(atMs - sinceMs).toBeLessThan(9 * DAY_MS);
  expect(await view()).toMatchObject({ lastFailure: { code: 'receiver-refused' } });
});

test('in quiet hours only urgent ones go, and afterwards the others in one message', async () => {
  const endMs = 6 * HOUR_MS;
  const quiet = ({ isUrgent, isFirst, nowMs }: DeliveryAttempt, at: number): Outcome =>
    !isUrgent && at < endMs ? { type: 'HELD', untilMs: nowMs - at + endMs, isUnsent: isFirst } : DONE;
  const delivered: string[] = [];
  const { tell, ticks, view, system } = setUp((attempt, at) => {
    const outcome = quiet(attempt, at);
    if (outcome.type === 'DELIVERED') delivered.push(attempt.ids.join('+'));
    return outcome;
  });
  await tell('a');
  await tell('b');
  await system.settle();
  await tell('alarm', { isUrgent: true });
  await tell('c');
  await system.settle();
  expect(delivered).toEqual(['alarm']);
  expect(await view()).toMatchObject({ state: 'waiting' });
  await ticks(endMs + MINUTE_MS, 20);
  expect(delivered).toEqual(['alarm', 'a+b+c']);
  await tell('d');
  await system.settle();
  expect(delivered).toEqual(['alarm', 'a+b+c', 'd']);
});

test('programs get each notification alone, also after quiet hours', async () => {
  const { tell, ticks, attempts } = setUp(
    ({ nowMs, isFirst }, at) => (at < HOUR_MS ? { type: 'HELD', untilMs: nowMs - at + HOUR_MS, isUnsent: isFirst } : DONE),
    'webhook',
  );
  for (const id of ['a', 'b', 'c']) await tell(id);
  await ticks(2 * HOUR_MS);
  expect(attempts.filter(({ atMs }) => atMs >= HOUR_MS).map(({ ids }) => ids)).toEqual([['a'], ['b'], ['c']]);
});

test('a delivery that may have been sent keeps its contents over quiet hours', async () => {
  const { tell, ticks, sent } = setUp(({ failures, nowMs, isFirst }, at) => {
    if (failures === 0) return failed();
    return at < 8 * HOUR_MS ? { type: 'HELD', untilMs: nowMs - at + 8 * HOUR_MS, isUnsent: isFirst } : DONE;
  });
  for (const id of ['a', 'b', 'c']) await tell(id);
  await ticks(9 * HOUR_MS, 20);
  // Each message was sent several times. A repeated message must always contain the same notifications, although more were added in
  // between.
  expect(sent().length).toBeGreaterThan(2);
  expect(sent().filter((ids, at) => ids !== sent()[at - 1])).toEqual(['a', 'b+c']);
});

test('beyond 200 that wait they are counted, and the next message says how many', async () => {
  let isUp = false;
  const { tell, ticks, view, attempts } = setUp(() => (isUp ? DONE : failed()));
  for (let n = 0; n < 206; n += 1) await tell(`n${n}`);
  expect((await view()).queue.length).toBe(200);
  expect((await view()).missed).toBe(5);
  isUp = true;
  await ticks(2 * HOUR_MS);
  expect(attempts.filter(({ missed }) => missed > 0).map(({ missed }) => missed)).toEqual([5]);
  expect(attempts.at(-1)?.ids.at(-1)).toBe('n200');
});

test('a removed channel gets nothing more, and forgets what waits', async () => {
  const { tell, ticks, view, attempts } = setUp(() => ({ type: 'GONE' }));
  for (const id of ['a', 'b']) await tell(id);
  await ticks(2 * MINUTE_MS);
  expect(await view()).toMatchObject({ state: 'idle', queue: [], delivery: null });
  expect(attempts.length).toBeLessThanOrEqual(2);
});

test('attempts without a known end are repeated with the same contents, in a crash as well', async () => {
  let left = 3;
  const { tell, system, sent } = setUp(() => {
    left -= 1;
    if (left === 1) system.crash();
    if (left > 0) throw new IndeterminateError({ code: 'unknown', message: 'It may have happened.' });
    return DONE;
  });
  await tell('a');
  await tell('b').catch(() => undefined);
  await tell('b');
  await system.advance(5 * MINUTE_MS);
  expect(sent()).toEqual(['a', 'a', 'a', 'b']);
});
