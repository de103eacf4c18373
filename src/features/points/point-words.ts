import { count, type FieldWords, isoTime, plain, usd, word } from '../../http/docs/words/units.ts';

/** The fields of reward points, for the API page. */
export const pointWords: FieldWords = {
  total: count('All points of the wallet.', 120),
  points: count('How many points.', 20),
  reason: word('For what the points were given.', 'trade'),
  reasons: plain('The points by what they were given for.'),
  at: isoTime('When the points were given.'),
  usd: usd('The worth of the trade, as decimal text.', '100'),
  subject: word('What earned the points: a transaction, a token, a rocket.', '31337'),
  perDay: word('The most points for it on a day (UTC); null for no limit.', '200'),
  today: word('The points for it today (UTC).', '20'),
};
