import { claimableAt, minutesUntil, type RocketRules, stakedSinceMs, streakDaysAt, termsOf } from '../../values/rocket-accrual.ts';
import type { RocketRecord } from './rocket-actors.ts';

/**
 * A rocket (an NFT that earns points while it is staked) as clients see it (API specification, "Staked rocket status"). Times are in ISO
 * 8601 (UTC), points are whole numbers.
 */
export type RocketStatus = {
  readonly tokenId: string;
  readonly level: number;
  /** False while the rocket (an NFT) is waiting to be withdrawn from the staking contract. */
  readonly isStaked: boolean;
  readonly stakedAt: string | null;
  readonly lastClaimTime: string | null;
  readonly streakDays: number;
  readonly longestStreak: number;
  readonly claimablePoints: number;
  readonly currentRatePerHour: number;
  readonly maxDailyCap: number;
  readonly remainingDailyCap: number;
  /** Minutes until the points of the rocket can be claimed again, rounded up; 0 when they can be claimed now. */
  readonly nextClaimAvailableIn: number;
  readonly rocketImage: string | null;
  /** URLs of the images that the rocket (an NFT) has at its next levels. */
  readonly upgradeImages: readonly string[];
};

/**
 * Builds the clients' view of a rocket (an NFT that earns points while it is staked).
 * @param imageUrl URL of the rocket images, with the placeholder `{level}`; empty when there are no images
 */
export function presentRocket(rocket: RocketRecord, rules: RocketRules, nowMs: number, imageUrl: string): RocketStatus {
  const level = rocket.changes.at(-1)?.level ?? 0;
  const isStaked = rocket.state === 'staked';
  const { points, remainingDailyCap, readyAtMs } = claimableAt(rocket, rules, nowMs);
  const { ratePerHour, maxDailyCap } = termsOf(rules, level);
  const sinceMs = stakedSinceMs(rocket.changes);
  const imageOf = (of: number) => imageUrl.replaceAll('{level}', String(of));
  const next = Array.from({ length: Math.max(0, rules.levels.length - level) }, (_, i) => level + 1 + i);
  return {
    ...{ tokenId: rocket.tokenId, level, isStaked },
    stakedAt: sinceMs === null ? null : new Date(sinceMs).toISOString(),
    lastClaimTime: rocket.lastClaim === null ? null : new Date(rocket.lastClaim.atMs).toISOString(),
    ...{ streakDays: streakDaysAt(rocket, nowMs), longestStreak: rocket.streak.longest },
    ...{ claimablePoints: points, currentRatePerHour: isStaked ? ratePerHour : 0, maxDailyCap, remainingDailyCap },
    nextClaimAvailableIn: minutesUntil(readyAtMs, nowMs),
    rocketImage: imageUrl === '' ? null : imageOf(level),
    upgradeImages: imageUrl === '' ? [] : next.map(imageOf),
  };
}
