import { count, type FieldWords, id, isoTime, plain, url, word } from '../../http/docs/words/units.ts';

/** The fields of rockets, for the API page. */
export const rocketWords: FieldWords = {
  rocketId: word('The id of the rocket; a number or text.', '1'),
  rocket: plain('The rocket; null if the wallet has staked none.'),
  tokenId: word('The number of the rocket in its contract.', '1'),
  level: count('The level of the rocket.', 1),
  longestStreak: count('How many days in a row points were claimed at most.', 5),
  remainingDailyCap: count('How many points can still be claimed today (UTC).', 100),
  rocketImage: url('The picture of the rocket; null if there is none.', 'https://example.com/rocket.png'),
  stakedAt: isoTime('When it was staked; null if it is not.'),
  lastClaimTime: isoTime('When points were claimed last; null if they were not.'),
  claimedAt: isoTime('When the points were claimed.'),
  points: count('How many points.', 24),
  requestId: id('The id of the claim: the same request again does not count twice.'),
  claimablePoints: count('Whole points that a claim would give now.', 24),
  currentRatePerHour: count('Points in an hour; 0 while none are given.', 4),
  maxDailyCap: count('The most points on a day (UTC).', 100),
  nextClaimAvailableIn: { description: 'After how many minutes a point can be claimed; 0 for now.', example: 0 },
  streakDays: count('How many days in a row (UTC) points were claimed, up to today or yesterday.', 5),
};
