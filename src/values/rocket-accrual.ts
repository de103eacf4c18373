import type { Address } from './address.ts';
import type { StakeChange } from './rocket-stake.ts';
import { DAY_MS, utcDayOf } from './utc-day.ts';

/** How many points a rocket (an NFT that earns points while it is staked) earns at a certain level. Points are whole numbers. */
export type LevelTerms = {
  readonly ratePerHour: number;
  /** Maximum number of points that a rocket can earn, and that can be claimed for it, in one UTC day. */
  readonly maxDailyCap: number;
};

export type RocketRules = {
  /** The terms by level, starting with level 1. A level above the last listed level has the terms of the last listed level. */
  readonly levels: readonly LevelTerms[];
  /**
   * Length of a claim window in minutes. A rocket can be claimed once in each window. Windows begin at midnight UTC; a day consists of a
   * whole number of them.
   */
  readonly claimWindowMinutes: number;
};

/** The points that a rocket has earned up to a time and that have not been claimed. */
export type Accrual = {
  /** The accrued points in internal units (`UNITS_PER_POINT` units are one point), so that all sums are exact integers. */
  readonly units: number;
  /** UTC ms. */
  readonly toMs: number;
  /**
   * Number of the UTC day that contains `toMs`. `dayUnits` is the number of units that accrued on that day, including units that were
   * already claimed.
   */
  readonly day: number;
  readonly dayUnits: number;
  /** The owner for whom the points were accrued; null when none have been accrued yet. */
  readonly owner: Address | null;
};

export type Claim = {
  /** Id of the request that claimed the points. A repeated request with this id returns the same claim. */
  readonly requestId: string;
  readonly wallet: Address;
  /** When the claim window started (UTC ms). The time identifies the claim in the ledger. */
  readonly windowMs: number;
  readonly points: number;
  readonly atMs: number;
};

/** The part of a rocket's record that concerns its points. (A rocket is an NFT that earns points while it is staked.) */
export type RocketPoints = {
  readonly changes: readonly StakeChange[];
  readonly settled: Accrual;
  /** Number of points that were claimed on the day of the last claim. */
  readonly claimed: { readonly day: number; readonly points: number };
  readonly lastClaim: Claim | null;
  readonly streak: { readonly days: number; readonly longest: number; readonly day: number };
};

/** The full content of a rocket's record. (A rocket is an NFT that earns points while it is staked.) */
export type RocketContext = RocketPoints & {
  readonly chainId: number;
  readonly tokenId: string;
  /** Total number of changes of the rocket's stake that the contract lists. */
  readonly totalChanges: number;
  /** Whether the points of the last claim have been written to the ledger. */
  readonly isAwarded: boolean;
};

/** Number of internal units per point. It is chosen so that a rate of one point per hour accrues one unit per ms. */
export const UNITS_PER_POINT = 3_600_000;
/** A number that stands for "no day"; it is lower than the number of every real day. */
const NO_DAY = -1;

export const NOTHING_ACCRUED: Accrual = { units: 0, toMs: 0, day: 0, dayUnits: 0, owner: null };
export const NEVER_CLAIMED: Pick<RocketPoints, 'claimed' | 'lastClaim' | 'streak'> = {
  ...{ claimed: { day: NO_DAY, points: 0 }, lastClaim: null },
  streak: { days: 0, longest: 0, day: NO_DAY },
};

export function termsOf({ levels }: RocketRules, level: number): LevelTerms {
  return levels[Math.max(0, Math.min(level, levels.length) - 1)] ?? { ratePerHour: 0, maxDailyCap: 0 };
}

/**
 * Computes the units that a rocket has earned up to a given time, from the changes of its stake since `settled.toMs`. A staked rocket earns
 * units at the rate of its level, at most the daily cap per UTC day. The unclaimed amount never grows above the cap of one day. When the
 * stake gets a new owner, the amount restarts at 0.
 */
export function accruedTo(settled: Accrual, changes: readonly StakeChange[], rules: RocketRules, toMs: number): Accrual {
  let accrual = settled;
  for (const [i, change] of changes.entries()) {
    const untilMs = Math.min(changes[i + 1]?.atMs ?? toMs, toMs);
    // A rocket earns nothing before its stake changed for the first time.
    const fromMs = Math.max(change.atMs, accrual.toMs);
    if (untilMs <= fromMs || change.state !== 'staked') continue;
    const owned = accrual.owner === change.owner ? accrual : { ...accrual, units: 0, owner: change.owner };
    accrual = accrueStaked(owned, termsOf(rules, change.level), fromMs, untilMs);
  }
  return accrual.toMs >= toMs ? accrual : onDayOf(accrual, toMs);
}

function accrueStaked(from: Accrual, { ratePerHour, maxDailyCap }: LevelTerms, fromMs: number, untilMs: number): Accrual {
  const mostUnits = maxDailyCap * UNITS_PER_POINT;
  let accrual = onDayOf(from, fromMs);
  while (accrual.toMs < untilMs) {
    const endMs = Math.min(untilMs, (accrual.day + 1) * DAY_MS);
    const left = Math.max(0, mostUnits - accrual.dayUnits);
    const gained = Math.min(ratePerHour * (endMs - accrual.toMs), left);
    const units = atMost(accrual.units + gained, accrual.units, mostUnits);
    accrual = onDayOf({ ...accrual, units, dayUnits: accrual.dayUnits + gained }, endMs);
  }
  return accrual;
}

/** Units that were already earned are kept, even if the cap was lowered afterwards. */
function atMost(units: number, before: number, most: number): number {
  return Math.min(units, Math.max(before, most));
}

function onDayOf(accrual: Accrual, toMs: number): Accrual {
  const day = utcDayOf(toMs);
  return { ...accrual, toMs, day, dayUnits: day === accrual.day ? accrual.dayUnits : 0 };
}

/** The points of a rocket (an NFT that earns points while it is staked) that can be claimed at a given time. */
export type Claimable = {
  readonly accrual: Accrual;
  /** Number of points that a claim would award now; 0 while the rocket is not staked. */
  readonly points: number;
  readonly remainingDailyCap: number;
  /** Time (UTC ms) from which a claim awards at least one point. Null when no claim can award points unless the stake changes. */
  readonly readyAtMs: number | null;
  readonly windowMs: number;
};

export function claimableAt(rocket: RocketPoints, rules: RocketRules, nowMs: number): Claimable {
  const last = rocket.changes.at(-1);
  const accrual = accruedTo(rocket.settled, rocket.changes, rules, nowMs);
  const lengthMs = rules.claimWindowMinutes * 60_000;
  const windowMs = windowOf(nowMs, lengthMs);
  const terms = termsOf(rules, last?.level ?? 0);
  const remainingOn = (atMs: number) => Math.max(0, terms.maxDailyCap - (utcDayOf(atMs) <= rocket.claimed.day ? rocket.claimed.points : 0));
  const remainingDailyCap = remainingOn(nowMs);
  const base = { accrual, remainingDailyCap, windowMs };
  if (last?.state !== 'staked') return { ...base, points: 0, readyAtMs: null };
  const unitsOf = ({ owner, units }: Accrual) => (owner === last.owner ? units : 0);
  const pointsAt = (then: Accrual, whenMs: number) => Math.min(Math.floor(unitsOf(then) / UNITS_PER_POINT), remainingOn(whenMs));
  const points = pointsAt(accrual, nowMs);
  const claimedAtMs = rocket.lastClaim?.atMs ?? null;
  const isWindowFree = claimedAtMs === null || claimedAtMs < windowMs;
  // The time of the stake's last change is the time of a block, which may be ahead of this node's clock. So the later one of the block's
  // time and the clock's time is used.
  let atMs = Math.max(isWindowFree ? nowMs : windowOf(claimedAtMs, lengthMs) + lengthMs, last.atMs);
  // Looking two days ahead is enough: by then the cap of a new day applies, and the points of a whole day have been earned.
  for (let days = 0; days < 3; days += 1) {
    const then = accruedTo(rocket.settled, rocket.changes, rules, atMs);
    if (pointsAt(then, atMs) >= 1) return { ...base, points, readyAtMs: atMs };
    if (terms.ratePerHour > 0 && remainingOn(atMs) >= 1) {
      const oneMs = atMs + Math.max(1, Math.ceil((UNITS_PER_POINT - unitsOf(then)) / terms.ratePerHour));
      if (pointsAt(accruedTo(rocket.settled, rocket.changes, rules, oneMs), oneMs) >= 1) return { ...base, points, readyAtMs: oneMs };
    }
    atMs = (utcDayOf(atMs) + 1) * DAY_MS;
  }
  return { ...base, points, readyAtMs: null };
}

function windowOf(atMs: number, lengthMs: number): number {
  return Math.floor(atMs / lengthMs) * lengthMs;
}

/**
 * Number of minutes until a claim awards at least one point, rounded up. The number is 0 when a claim already awards a point, or when the
 * time is unknown.
 */
export function minutesUntil(readyAtMs: number | null, nowMs: number): number {
  return readyAtMs === null ? 0 : Math.max(0, Math.ceil((readyAtMs - nowMs) / 60_000));
}

/**
 * Computes a rocket's data after a claim of its points at the time `atMs`. Returns null when no claim is possible yet, or when it would
 * award less than one point.
 */
export function claim(
  rocket: RocketPoints,
  rules: RocketRules,
  { requestId, wallet, atMs }: { readonly requestId: string; readonly wallet: Address; readonly atMs: number },
): Omit<RocketPoints, 'changes'> | null {
  const { accrual, points, readyAtMs, windowMs } = claimableAt(rocket, rules, atMs);
  if (points < 1 || readyAtMs === null || readyAtMs > atMs) return null;
  const day = utcDayOf(atMs);
  const { days, longest, day: lastDay } = rocket.streak;
  const streak = day <= lastDay ? days : day === lastDay + 1 ? days + 1 : 1;
  return {
    settled: { ...accrual, units: accrual.units - points * UNITS_PER_POINT },
    claimed: { day, points: (rocket.claimed.day === day ? rocket.claimed.points : 0) + points },
    lastClaim: { requestId, wallet, windowMs, points, atMs },
    streak: { days: streak, longest: Math.max(longest, streak), day },
  };
}

/**
 * Returns the length of the current series of consecutive UTC days with a claim. The series continues until the end of the day after its
 * last claim; after that, the result is 0.
 */
export function streakDaysAt({ streak }: Pick<RocketPoints, 'streak'>, nowMs: number): number {
  return utcDayOf(nowMs) <= streak.day + 1 ? streak.days : 0;
}

/** Returns when the stake of the present owner began, UTC ms; null when the rocket is not staked. */
export function stakedSinceMs(changes: readonly StakeChange[]): number | null {
  const last = changes.at(-1);
  if (last === undefined || last.state === 'unstaked') return null;
  const before = changes.findLastIndex(({ state, owner }) => state === 'unstaked' || owner !== last.owner);
  return changes[before + 1]?.atMs ?? null;
}
