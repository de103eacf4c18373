import { count, type FieldWords, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of reward points, for the page of API documentation. */
export const pointWords: FieldWords = {
  points: count('The number of reward points.', 20),
  reason: word('The reason for which the points were awarded.', 'trade'),
  reasons: plain('For each reason for which points are awarded: the points, the daily limit, and the points of today.'),
  at: isoTime('When the points were awarded.'),
  perDay: word('The maximum number of points for this reason on one day (UTC); null for no limit.', '200'),
  today: word('The points that were awarded for this reason today (UTC).', '20'),
};
