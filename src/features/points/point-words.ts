import { count, type FieldWords, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** The fields of reward points, for the API page. */
export const pointWords: FieldWords = {
  points: count('How many points.', 20),
  reason: word('For what the points were given.', 'trade'),
  reasons: plain('The points by what they were given for.'),
  at: isoTime('When the points were given.'),
  perDay: word('The most points for it on a day (UTC); null for no limit.', '200'),
  today: word('The points for it today (UTC).', '20'),
};
