import { describe, expect, test } from 'bun:test';
import { createMinuteReader, type MinuteTick } from '../../../src/platform/clock/minute-reader.ts';
import { createMinuteSchedule } from '../../../src/platform/clock/minute-schedule.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';

const MINUTE = 60_000;
const START = 28_000_000 * MINUTE;

describe('reading minutes off the clock', () => {
  test('continues when a timer fires a little early or twice', () => {
    const read = createMinuteReader(MINUTE);
    expect(read(START)).toEqual({ minute: 28_000_000, atMs: START, missed: 0, wentBackMs: 0 });
    expect(read(START + 10)).toBeNull();
    expect(read(START + MINUTE - 5)?.minute).toBe(28_000_001);
    expect(read(START + MINUTE + 5)).toBeNull();
    expect(read(START + 2 * MINUTE)).toMatchObject({ minute: 28_000_002, missed: 0 });
  });

  test('counts what was missed over a suspension or a jump forwards', () => {
    const read = createMinuteReader(MINUTE);
    read(START);
    expect(read(START + 26 * 60 * MINUTE)).toMatchObject({ missed: 26 * 60 - 1, wentBackMs: 0 });
  });

  test('continues at once after the clock went back', () => {
    const read = createMinuteReader(MINUTE);
    read(START);
    expect(read(START - 60 * MINUTE)).toMatchObject({ minute: 28_000_000 - 60, missed: 0, wentBackMs: 60 * MINUTE });
    expect(read(START - 59 * MINUTE)).toMatchObject({ missed: 0, wentBackMs: 0 });
  });
});

/** Creates a minute schedule whose timer and clock the test controls. */
function createDriven(onMinute: (tick: MinuteTick) => Promise<void>) {
  let nowMs = START;
  let fire = (): void => {};
  let ended = false;
  const errors: unknown[] = [];
  const schedule = createMinuteSchedule({
    clock: { now: () => nowMs },
    everyMs: MINUTE,
    onMinute,
    onError: (error) => errors.push(error),
    startTimer: (_everyMs, start) => {
      fire = start;
      return () => {
        ended = true;
      };
    },
  });
  return {
    schedule,
    errors,
    isEnded: () => ended,
    fireAt(minutes: number) {
      nowMs = START + minutes * MINUTE;
      fire();
    },
  };
}

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

describe('the minute schedule', () => {
  test('ticks do not overlap, and one tick replaces those that fired meanwhile', async () => {
    const ticks: MinuteTick[] = [];
    const gates: (() => void)[] = [];
    const { schedule, fireAt } = createDriven((tick) => {
      ticks.push(tick);
      return new Promise((resolve) => gates.push(resolve));
    });
    fireAt(0);
    fireAt(1);
    fireAt(2);
    expect(ticks).toHaveLength(1);
    gates[0]?.();
    await settle();
    expect(ticks.map(({ minute, missed }) => [minute, missed])).toEqual([
      [28_000_000, 0],
      [28_000_002, 1],
    ]);
    const stopped = schedule.stop();
    gates[1]?.();
    await stopped;
  });

  test('a second firing within a minute does nothing, and does not hold up the next', async () => {
    const minutes: number[] = [];
    const { schedule, fireAt } = createDriven(async ({ minute }) => {
      minutes.push(minute - 28_000_000);
    });
    for (const at of [0, 0.001, 1]) {
      fireAt(at);
      await settle();
    }
    await schedule.stop();
    expect(minutes).toEqual([0, 1]);
  });

  test('reports errors of a tick, and continues', async () => {
    let count = 0;
    const { schedule, errors, fireAt } = createDriven(async () => {
      count++;
      if (count === 1) throw new Error('bad tick');
    });
    fireAt(0);
    await settle();
    fireAt(1);
    await schedule.stop();
    expect([count, errors.map(String)]).toEqual([2, ['Error: bad tick']]);
  });

  test('stop waits for the tick that runs, and nothing starts after it', async () => {
    let open = (): void => {};
    let count = 0;
    const { schedule, fireAt, isEnded } = createDriven(() => {
      count++;
      return new Promise((resolve) => {
        open = resolve;
      });
    });
    fireAt(0);
    fireAt(1);
    let isStopped = false;
    const stopped = schedule.stop().then(() => {
      isStopped = true;
    });
    await settle();
    expect([isStopped, isEnded()]).toEqual([false, true]);
    open();
    await stopped;
    fireAt(2);
    expect(count).toBe(1);
  });

  test('an accelerated schedule ticks by real timers', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly number[]>();
    const minutes: number[] = [];
    const schedule = createMinuteSchedule({
      clock: systemClock,
      everyMs: 10,
      async onMinute({ minute }) {
        if (minutes.push(minute) === 3) resolve(minutes);
      },
      onError: () => {},
    });
    const seen = await promise;
    await schedule.stop();
    expect(new Set(seen).size).toBe(3);
  });

  test('a schedule by the minute can be stopped before it ever fired', async () => {
    const schedule = createMinuteSchedule({ clock: systemClock, everyMs: MINUTE, onMinute: async () => {}, onError: () => {} });
    await schedule.stop();
  });
});
