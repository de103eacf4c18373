import { describe, expect, test } from 'bun:test';
import { CALM, checkPunctuality, type Episode } from './verify/check-punctuality.ts';
import { type PositionTimes, timeOrders } from './verify/time-orders.ts';

const MINUTE = 60_000;
const bounds = { tickMs: MINUTE, withinMs: MINUTE, afterExcuseMs: MINUTE, echoMs: 62_000 };
const LATER = 100 * MINUTE;

const order = (tickAtMs: number, doneAtMs: number | null, withdrawnAtMs: number | null = null) => ({
  ...{ name: 'order 0', tickAtMs },
  ...{ doneAtMs, withdrawnAtMs },
});
const episode = (fromMs: number, toMs: number, excuses = true): Episode => ({ name: 'an outage', fromMs, toMs, excuses });
const check = (doneAtMs: number | null, ...episodes: Episode[]) =>
  checkPunctuality([order(10 * MINUTE, doneAtMs)], episodes, bounds, LATER).problems;
const at = (minute: number) => minute * MINUTE;

describe('the harness accepts these times of a minute’s work', () => {
  test('work that was done before the next tick', () => {
    expect(check(at(10) + 5_000)).toEqual([]);
    expect(check(at(11))).toEqual([]);
  });

  test('work that was due during an outage, and was done within a minute of the tick after it', () => {
    expect(check(at(13), episode(at(10) - 5_000, at(12) - 1))).toEqual([]);
    // The second outage starts less than a minute after the end of the first one, so the order could not be executed in between. Both
    // outages together excuse the delay.
    expect(check(at(15), episode(at(10), at(12) - 1), episode(at(13) - 1, at(14) - 1))).toEqual([]);
  });

  test('work whose node died shortly before it was due', () => {
    expect(check(at(11), episode(at(9), at(9) + 1_000))).toEqual([]);
    expect(checkPunctuality([order(at(10), at(10) + 1)], [episode(at(9), at(9) + 1_000)], bounds, LATER).seen.get(CALM)).toBeUndefined();
  });
});

describe('and it reports', () => {
  test('work that was done after the next tick, though nothing was in its way', () => {
    expect(check(at(11) + 1)).toHaveLength(1);
    expect(check(at(11) + 1)[0]).toContain('order 0 was done 60.0 s after its tick; 60.0 s are allowed');
  });

  test('work that was not done at all', () => {
    expect(check(null)).toHaveLength(1);
    expect(check(null, episode(at(10), at(12)))).toHaveLength(1);
    expect(checkPunctuality([order(at(10), null)], [], bounds, at(11)).problems).toEqual([]);
    expect(checkPunctuality([order(at(10), null, at(11))], [], bounds, LATER).problems).toEqual([]);
    expect(checkPunctuality([order(at(10), null, at(11) + 1)], [], bounds, LATER).problems).toHaveLength(1);
  });

  test('work that was done too long after an outage', () => {
    expect(check(at(13) + 1, episode(at(10) - 5_000, at(12) - 1))).toHaveLength(1);
  });

  test('late work without a connection to an outage', () => {
    // None of these three outages excuses the late order. The first ended long before the order was due, the second began after the order
    // was executed, and the third began after the order should have been executed.
    expect(check(at(11) + 1, episode(at(5), at(6)))).toHaveLength(1);
    expect(check(at(11) + 1, episode(at(12), at(13)))).toHaveLength(1);
    expect(check(at(13), episode(at(11) + 1, at(12)))).toHaveLength(1);
  });

  test('late work with an event that is no excuse', () => {
    expect(check(at(11) + 1, episode(at(10), at(12), false))).toHaveLength(1);
  });

  test('how many met which event, and how late the latest was', () => {
    const orders = [
      order(at(10), at(10) + 4_000),
      order(at(10), at(10) + 6_000),
      order(at(20), at(20) + 9_000),
      order(at(30), at(30) + 2_000),
    ];
    const { seen, ticks } = checkPunctuality(
      orders,
      [episode(at(20), at(20) + 5_000), { ...episode(at(30), at(31), false), name: 'a roll' }],
      bounds,
      LATER,
    );
    expect(Object.fromEntries(seen)).toEqual({
      [CALM]: { orders: 2, latestMs: 6_000 },
      'an outage': { orders: 1, latestMs: 4_000 },
      'a roll': { orders: 1, latestMs: 2_000 },
    });
    expect(ticks).toBe(3);
  });
});

describe('the tick that an order belongs to', () => {
  const times: PositionTimes = {
    ...{ name: 'p', openedAtMs: 61_000, intervalSec: 90, frequency: 3, slotPatienceSec: 60 },
    ...{ executedAtMs: [at(3) + 4_000, at(4) + 5_000, at(5) + 6_000], cancelledAtMs: null },
  };
  const ticks = (change: Partial<PositionTimes>) => timeOrders({ ...times, ...change }, MINUTE).map(({ tickAtMs }) => tickAtMs / MINUTE);

  test('is the second one after the position was opened, and then the first one after the vault allows it', () => {
    expect(ticks({})).toEqual([3, 4, 5]);
    expect(ticks({ intervalSec: 360, executedAtMs: [at(3) + 4_000, at(6) + 5_000, at(8) + 6_000] })).toEqual([3, 6, 8]);
  });

  test('an order that never ran is listed, and later ones are not', () => {
    expect(timeOrders({ ...times, executedAtMs: [at(3) + 4_000] }, MINUTE)).toEqual([
      { name: 'order 0 of p', tickAtMs: at(3), doneAtMs: at(3) + 4_000, withdrawnAtMs: null },
      { name: 'order 1 of p', tickAtMs: at(4), doneAtMs: null, withdrawnAtMs: null },
    ]);
  });

  test('a cancellation withdraws the next order', () => {
    const orders = timeOrders({ ...times, executedAtMs: [at(3) + 4_000], cancelledAtMs: at(8) }, MINUTE);
    expect(orders.map(({ withdrawnAtMs }) => withdrawnAtMs)).toEqual([null, at(8)]);
  });
});
