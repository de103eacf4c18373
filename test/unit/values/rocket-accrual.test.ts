import { describe, expect, test } from 'bun:test';
import {
  accruedTo,
  type Claim,
  claim,
  claimableAt,
  minutesUntil,
  NEVER_CLAIMED,
  NOTHING_ACCRUED,
  type RocketPoints,
  type RocketRules,
  stakedSinceMs,
  streakDaysAt,
  UNITS_PER_POINT,
} from '../../../src/values/rocket-accrual.ts';
import type { StakeChange, StakeState } from '../../../src/values/rocket-stake.ts';
import { DAY_MS, utcDayOf } from '../../../src/values/utc-day.ts';
import { asAddress } from '../../support/branded.ts';
import { fc } from '../../support/seeded-fast-check.ts';

const ALICE = asAddress('0x70997970c51812dc3a010c7d01b50e0d17dc79c8');
const BOB = asAddress('0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc');
const HOUR_MS = 3_600_000;
const MIDNIGHT = Date.UTC(2026, 2, 29);
const RULES: RocketRules = {
  levels: [
    { ratePerHour: 10, maxDailyCap: 100 },
    { ratePerHour: 20, maxDailyCap: 300 },
  ],
  claimWindowMinutes: 60,
};

const at = (hours: number, state: StakeState = 'staked', owner = ALICE, level = 1): StakeChange => ({
  atMs: MIDNIGHT + hours * HOUR_MS,
  ...{ state, owner, level },
});
const rocket = (...changes: readonly StakeChange[]): RocketPoints => ({ changes, settled: NOTHING_ACCRUED, ...NEVER_CLAIMED });
const points = (of: RocketPoints, hours: number, rules = RULES) => claimableAt(of, rules, MIDNIGHT + hours * HOUR_MS).points;
const minutes = (of: RocketPoints, hours: number) => {
  const nowMs = MIDNIGHT + hours * HOUR_MS;
  return minutesUntil(claimableAt(of, RULES, nowMs).readyAtMs, nowMs);
};
function claimed(of: RocketPoints, hours: number, wallet = ALICE): RocketPoints {
  const made = claim(of, RULES, { requestId: `at ${hours}`, wallet, atMs: MIDNIGHT + hours * HOUR_MS });
  if (made === null) throw new Error(`Nothing to claim after ${hours} hours`);
  return { ...of, ...made };
}

describe('a staked rocket', () => {
  test('accrues the rate of its level from the moment of the stake, in whole points', () => {
    const one = rocket(at(2));
    expect([2, 2.05, 2.1, 3, 3.99, 4].map((hours) => points(one, hours))).toEqual([0, 0, 1, 10, 19, 20]);
  });

  test('accrues at most its cap in a UTC day, and keeps at most a cap that is not claimed', () => {
    const one = rocket(at(8));
    expect([18, 20, 23.9, 24, 30, 100, 1_000].map((hours) => points(one, hours))).toEqual([100, 100, 100, 100, 100, 100, 100]);
    const late = rocket(at(20));
    // 40 points accrue before midnight, and then 10 per hour.
    expect([24, 25, 29, 30, 31].map((hours) => points(late, hours))).toEqual([40, 50, 90, 100, 100]);
  });

  test('gives at most the cap in a UTC day, however often it is claimed, and begins again at midnight', () => {
    const late = claimed(rocket(at(20)), 24);
    expect(claimableAt(late, RULES, MIDNIGHT + 24 * HOUR_MS).remainingDailyCap).toBe(60);
    const again = claimed(late, 30);
    expect(again.lastClaim?.points).toBe(60);
    expect(claimableAt(again, RULES, MIDNIGHT + 31 * HOUR_MS)).toMatchObject({ points: 0, remainingDailyCap: 0 });
    // Points that accrued after the last claim of the day must still be available at midnight: the day had 100 points, of which 60 were
    // claimed.
    expect(claimableAt(again, RULES, MIDNIGHT + 48 * HOUR_MS)).toMatchObject({ points: 40, remainingDailyCap: 100 });
  });

  test('is claimed once in a window, with at least a point, and says the minutes until then, rounded up', () => {
    const one = rocket(at(2));
    expect(minutes(one, 2)).toBe(6);
    expect(minutes(one, 2 + 0.5 / 60)).toBe(6);
    expect(minutes(one, 2.1)).toBe(0);
    const after = claimed(one, 2.1);
    expect(claim(after, RULES, { requestId: 'r', wallet: ALICE, atMs: MIDNIGHT + 2.5 * HOUR_MS })).toBeNull();
    expect(minutes(after, 2.5)).toBe(30);
    expect(minutes(after, 3)).toBe(0);
    expect(claimed(after, 3).lastClaim?.points).toBe(9);
    // The fraction of a point that is left after a claim must not be lost: the three claims bring 1, 9 and 10 points, which is the whole
    // accrued amount.
    expect(claimed(claimed(after, 3), 4).lastClaim?.points).toBe(10);
    // The day's cap is used up, so the wait lasts until midnight, plus six minutes until the first point.
    const empty = claimed(rocket(at(0)), 10);
    expect(minutes(empty, 12)).toBe(12 * 60 + 6);
  });

  test('counts UTC days in a row with a claim; the longest row never falls', () => {
    let one = rocket(at(0));
    const streaks: (readonly [number, number])[] = [];
    for (const hours of [1, 5, 23.99, 24.5, 49, 97, 121, 500]) {
      one = claimed(one, hours);
      streaks.push([one.streak.days, one.streak.longest]);
    }
    expect(streaks).toEqual([
      ...([
        [1, 1],
        [1, 1],
        [1, 1],
        [2, 2],
        [3, 3],
        [1, 3],
        [2, 3],
        [1, 3],
      ] as const),
    ]);
    expect(streakDaysAt(one, MIDNIGHT + 527 * HOUR_MS)).toBe(1);
    expect(streakDaysAt(one, MIDNIGHT + 528 * HOUR_MS)).toBe(0);
  });

  test('gives nothing twice when the clock goes back, and nothing that was not accrued when it goes ahead', () => {
    const ahead = claimed(rocket(at(0)), 50);
    const back = MIDNIGHT + 3 * HOUR_MS;
    expect(claim(ahead, RULES, { requestId: 'r', wallet: ALICE, atMs: back })).toBeNull();
    expect(claimableAt(ahead, RULES, back)).toMatchObject({ points: 0 });
    expect(streakDaysAt(ahead, back)).toBe(1);
    // After the clock went back, points accrue again only from the time that it had already reached, when the day's cap was used up.
    expect([points(ahead, 51), points(ahead, 73)]).toEqual([0, 90]);
    // The stake begins an hour in the future of the node's clock, because the chain's clock is ahead. So the first point is available after
    // that hour and six minutes.
    expect(minutes(rocket(at(2)), 1)).toBe(66);
  });
});

describe('a stake that changes', () => {
  test('accrues only while it is staked, and keeps what its owner had', () => {
    const one = rocket(at(0), at(2, 'unstaking'), at(3, 'unstaked'), at(10), at(11, 'unstaking'), at(12));
    expect(
      [2, 2.5, 5, 10, 11, 11.5, 13].map(
        (hours) => accruedTo(NOTHING_ACCRUED, one.changes, RULES, MIDNIGHT + hours * HOUR_MS).units / UNITS_PER_POINT,
      ),
    ).toEqual([20, 20, 20, 20, 30, 30, 40]);
    expect(points(rocket(at(0), at(2, 'unstaking')), 3)).toBe(0);
    expect(minutes(rocket(at(0), at(2, 'unstaking')), 3)).toBe(0);
    expect(stakedSinceMs(one.changes)).toBe(at(10).atMs);
    expect(stakedSinceMs(one.changes.slice(0, 3))).toBeNull();
  });

  test('begins at 0 for another owner, and the day keeps its cap', () => {
    const given = rocket(at(0), at(5, 'staked', BOB));
    expect(points(given, 6)).toBe(10);
    expect(stakedSinceMs(given.changes)).toBe(at(5).atMs);
    expect(minutes(given, 5)).toBe(6);
    // The rocket accrued 50 points of this day's cap for its first owner. So only the other 50 are left for the second owner.
    expect(points(given, 20)).toBe(50);
    // Claims of the first owner must also count against the day's cap.
    const claimedFirst = { ...claimed(rocket(at(0)), 5), changes: given.changes };
    expect(claimableAt(claimedFirst, RULES, MIDNIGHT + 20 * HOUR_MS)).toMatchObject({ points: 50, remainingDailyCap: 50 });
  });

  test('has the rate of each level for as long as it had that level', () => {
    const one = rocket(at(0), at(2, 'staked', ALICE, 2), at(4, 'staked', ALICE, 99));
    expect(points(one, 5)).toBe(20 + 40 + 20);
  });

  test('that turns out to be undone by a reorg leaves nothing, and what was claimed stays claimed', () => {
    const one = claimed(rocket(at(0)), 5);
    expect(claimableAt({ ...one, changes: [] }, RULES, MIDNIGHT + 9 * HOUR_MS)).toMatchObject({ points: 0, readyAtMs: null });
    // The stake's transaction is mined again in a later block after a reorg. The time until the last claim was already paid, so only the
    // time after it counts.
    expect(points({ ...one, changes: [at(3)] }, 6)).toBe(10);
  });
});

test('whatever the changes and the claims: each day accrues and gives at most the cap, and no point is given twice', () => {
  const step = fc.record({
    afterMin: fc.integer({ min: 1, max: 2_000 }),
    what: fc.constantFrom('claim', 'claim', 'claim', 'staked', 'unstaking', 'unstaked', 'bob', 'level'),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      let nowMs = MIDNIGHT;
      let one = rocket(at(0));
      const byDay = new Map<number, number>();
      const claims: Claim[] = [];
      for (const { afterMin, what } of steps) {
        nowMs += afterMin * 60_000;
        const last = one.changes.at(-1) ?? at(0);
        if (what === 'claim') {
          const { points: shown, readyAtMs } = claimableAt(one, RULES, nowMs);
          const made = claim(one, RULES, { requestId: String(nowMs), wallet: last.owner, atMs: nowMs });
          // Checks that a rocket is ready exactly when a claim succeeds, and that the reported time is the first such moment.
          expect(made !== null).toBe(readyAtMs !== null && readyAtMs <= nowMs && shown >= 1);
          if (made === null && readyAtMs !== null) {
            const then = { requestId: 'r', wallet: last.owner };
            expect(claim(one, RULES, { ...then, atMs: readyAtMs })).not.toBeNull();
            if (readyAtMs - 1 > nowMs) expect(claim(one, RULES, { ...then, atMs: readyAtMs - 1 })).toBeNull();
          }
          if (made?.lastClaim != null) {
            expect(made.lastClaim.points).toBe(shown);
            byDay.set(utcDayOf(nowMs), (byDay.get(utcDayOf(nowMs)) ?? 0) + shown);
            claims.push(made.lastClaim);
            one = { ...one, ...made };
          }
        } else if (what === 'bob')
          one = { ...one, changes: [...one.changes, { ...last, owner: last.owner === BOB ? ALICE : BOB, atMs: nowMs }] };
        else if (what === 'level') one = { ...one, changes: [...one.changes, { ...last, level: 3 - last.level, atMs: nowMs }] };
        else one = { ...one, changes: [...one.changes, { ...last, state: what, atMs: nowMs }] };
      }
      for (const given of byDay.values()) expect(given).toBeLessThanOrEqual(300);
      expect(new Set(claims.map(({ windowMs }) => windowMs)).size).toBe(claims.length);
      const total = claims.reduce((sum, { points: of }) => sum + of, 0);
      expect(total).toBeLessThanOrEqual(((nowMs - MIDNIGHT) / HOUR_MS) * 20);
      expect(total).toBeLessThanOrEqual(300 * (utcDayOf(nowMs) - utcDayOf(MIDNIGHT) + 1));
    }),
    { numRuns: 300 },
  );
});

test('a day is a UTC day, also where clocks change', () => {
  expect(utcDayOf(MIDNIGHT)).toBe(utcDayOf(MIDNIGHT + DAY_MS - 1));
  expect(utcDayOf(MIDNIGHT - 1)).toBe(utcDayOf(MIDNIGHT) - 1);
});
