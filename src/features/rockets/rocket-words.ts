import { count, type FieldWords, id, isoTime, plain, url, word } from '../../http/docs/words/units.ts';

/** Descriptions, for the page of API documentation, of the fields of a rocket (an NFT that earns points while it is staked). */
export const rocketWords: FieldWords = {
  rocketId: word('The id of the rocket (a staked NFT that earns points), as a number or text.', '1'),
  rocket: plain('The rocket; null if the wallet has staked none.'),
  tokenId: word('The token id of the rocket in its contract.', '1'),
  level: count('The level of the rocket.', 1),
  longestStreak: count('The largest number of consecutive days (UTC) on which points of the rocket were claimed.', 5),
  remainingDailyCap: count('The number of points of the rocket that its owner can still claim today (UTC).', 100),
  rocketImage: url('The URL of the picture of the rocket; null if there is none.', 'https://example.com/rocket.png'),
  stakedAt: isoTime('When the rocket was staked; null if it is not staked.'),
  lastClaimTime: isoTime('When points were last claimed; null if no points were claimed yet.'),
  claimedAt: isoTime('When the points were claimed.'),
  points: count('The number of points that were claimed.', 24),
  requestId: id('The id of the request. A repeated request with the same id returns the same claim and makes no new one.'),
  claimablePoints: count('The number of whole points that the owner would get by claiming now.', 24),
  currentRatePerHour: count('The number of points per hour that the rocket accrues now; 0 while it accrues none.', 4),
  maxDailyCap: count('The maximum number of points that the rocket earns per UTC day.', 100),
  nextClaimAvailableIn: { description: 'The number of minutes until points can be claimed; 0 if they can be claimed now.', example: 0 },
  streakDays: count('The number of consecutive days (UTC), up to today or yesterday, on which points of the rocket were claimed.', 5),
};
