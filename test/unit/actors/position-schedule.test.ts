import { describe, expect, test } from 'bun:test';
import { type DcaPlan, dcaSchedule, shownIndexes } from '../../../actors/dca-position/schedule.ts';

const T0 = Date.UTC(2026, 0, 1);
const HOUR_MS = 3_600_000;
const plan = (more: Partial<DcaPlan> = {}): DcaPlan => ({
  processed: 2,
  schedule: { depositTimeSec: T0 / 1_000, intervalSec: 5 * 3_600, frequency: 5, slotPatienceSec: 60 },
  nextAtMs: T0 + 2 * HOUR_MS,
  isUnderWay: false,
  isCancelled: false,
  ...more,
});
const states = (now: number, more: Partial<DcaPlan> = {}, total = 5) =>
  dcaSchedule({ plan: plan(more), total }, new Map(), now).map(({ state }) => state);

describe('the schedule of a position', () => {
  test('executed orders are done, then comes the next one, then planned ones', () => {
    expect(states(T0 + 1.5 * HOUR_MS)).toEqual(['done', 'done', 'next', 'planned', 'planned']);
  });

  test('an order that is due for long without having run is late, and those behind it keep their slots, as the vault has it', () => {
    const now = T0 + 3.5 * HOUR_MS;
    expect(states(now)).toEqual(['done', 'done', 'late', 'planned', 'planned']);
    expect(states(now, { isUnderWay: true })).toEqual(['done', 'done', 'under-way', 'planned', 'planned']);
    const due = dcaSchedule({ plan: plan(), total: 5 }, new Map(), now).map(({ dueAtMs }) => dueAtMs);
    expect(due.slice(3)).toEqual([T0 + 4 * HOUR_MS, T0 + 5 * HOUR_MS]);
    const { slotPatienceSec: _, ...before } = plan().schedule;
    const spaced = dcaSchedule({ plan: plan({ schedule: before }), total: 5 }, new Map(), now).map(({ dueAtMs }) => dueAtMs);
    expect(spaced.slice(3)).toEqual([now + HOUR_MS, now + 2 * HOUR_MS]);
  });

  test('a cancelled position shows only executed orders, and a complete one shows all as done', () => {
    expect(states(T0, { isCancelled: true, nextAtMs: null })).toEqual(['done', 'done']);
    expect(states(T0, { processed: 5, nextAtMs: null })).toEqual(['done', 'done', 'done', 'done', 'done']);
  });

  test('of thousands of orders the first ones and those around now are shown', () => {
    const indexes = shownIndexes(plan({ processed: 2_000 }), 5_000);
    expect(indexes).toHaveLength(350);
    expect([indexes[0], indexes[199], indexes[200], indexes.at(-1)]).toEqual([0, 199, 1_950, 2_099]);
    expect(new Set(shownIndexes(plan({ processed: 180 }), 5_000)).size).toBe(280);
  });
});
