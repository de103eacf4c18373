import { describe, expect, test } from 'bun:test';
import { hasAllCases, someOf } from '../support/which-cases.ts';
import { type SteadyDays, type SteadyReport, simulateSteadyDays } from './dca/steady-days.ts';

const DAY = 86_400;
/**
 * Seconds within the minute at which the deposit is mined. They are chosen near a tick, just after it (so that an order falls into the next
 * slot), and far from any tick.
 */
const SECONDS = someOf([59, 4, 30, 0, 10]);
/** Number of orders of the position; each slot lasts a minute. */
const ORDERS = hasAllCases ? 240 : 120;

/** Returns the delay of each order: the seconds from the start of the order's own slot to its execution. */
function latenesses({ depositSec, ranSec }: SteadyReport, { spacingSec }: Pick<SteadyDays, 'spacingSec'>): readonly number[] {
  return ranSec.map((atSec, index) => atSec - depositSec - index * spacingSec);
}

const between = (times: readonly number[]) => times.slice(1).map((atSec, i) => atSec - (times[i] ?? 0));
const minutesOf = (times: readonly number[]) => times.map((atSec) => Math.floor(atSec / 60));

describe('on days without faults', () => {
  for (const depositAt of SECONDS) {
    test(`orders a minute apart run in each minute, after a deposit at second ${depositAt}`, async () => {
      const { ranSec } = await simulateSteadyDays({ seed: depositAt, depositAt, orders: ORDERS, spacingSec: 60 });
      const minutes = minutesOf(ranSec);
      expect(minutes).toEqual(Array.from({ length: ORDERS }, (_, index) => (minutes[0] ?? 0) + index));
    }, 60_000);

    test(`a daily order does not drift in two months, after a deposit at second ${depositAt}`, async () => {
      const days = { seed: depositAt, depositAt, orders: 60, spacingSec: DAY };
      const late = latenesses(await simulateSteadyDays(days), days);
      expect(late).toHaveLength(60);
      for (const seconds of late.slice(1)) {
        expect(seconds).toBeGreaterThanOrEqual(0);
        expect(seconds).toBeLessThan(90);
      }
    }, 60_000);
  }
});

describe('after a downtime of the service', () => {
  test('of days, one order runs at once, and the next at its own slot', async () => {
    const days = { seed: 7, depositAt: 20, orders: 20, spacingSec: DAY, down: { afterOrders: 5, sec: 6.25 * DAY } };
    const { depositSec, ranSec } = await simulateSteadyDays(days);
    const late = ranSec.map((atSec) => (atSec - depositSec) % DAY);
    // The service was down for 6.25 days after the fifth order. The next order was executed a quarter of a day into a slot and used up that
    // slot; all others must be on time.
    expect(late.map((seconds) => seconds < 90)).toEqual(ranSec.map((_, index) => index !== 5));
    const gaps = between(ranSec).map((seconds) => Math.round((4 * seconds) / DAY) / 4);
    expect(gaps).toEqual([1, 1, 1, 1, 6.25, 0.75, ...Array(13).fill(1)]);
  }, 60_000);

  test('of minutes, no minute has two orders', async () => {
    const { ranSec } = await simulateSteadyDays({
      seed: 8,
      depositAt: 40,
      orders: 60,
      spacingSec: 60,
      down: { afterOrders: 20, sec: 3_630 },
    });
    const minutes = between(minutesOf(ranSec));
    expect(minutes.slice(0, 19)).toEqual(Array(19).fill(1));
    expect(minutes[19]).toBeGreaterThanOrEqual(60);
    // An order that is executed in the second half of its minute delays the next order by a tick.
    expect([1, 2]).toContain(minutes[20] ?? 0);
    expect(minutes.slice(21)).toEqual(Array(38).fill(1));
  }, 60_000);
});
