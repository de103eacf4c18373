import { count, type FieldWords, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** The fields of notifications, for the API page. */
export const notificationWords: FieldWords = {
  type: word('About what it is.', 'autopilot'),
  kind: word('What happened.', 'fill'),
  title: word('The title.', 'Your position bought WETH'),
  message: word('The notification as a sentence.', 'Order 1 of 3 bought 0.0033 WETH for 10 USDC.'),
  '@.unread': plain('`true` lists only unread ones, `false` only read ones.'),
  unread: count('How many are unread.', 2),
  read: plain('Whether the wallet has marked it as read.'),
  marked: count('How many were marked as read.', 2),
  expiryWarnedAt: isoTime('When the wallet was warned that the policy ends; null if it was not.'),
};
