import { count, type FieldWords, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of notifications, for the page of API documentation. */
export const notificationWords: FieldWords = {
  type: word('The part of the service that sent the notification, such as `autopilot`.', 'autopilot'),
  kind: word('The kind of event that the notification reports.', 'fill'),
  title: word('The title of the notification.', 'Your position bought WETH'),
  message: word('The text of the notification, as a sentence.', 'Order 1 of 3 bought 0.0033 WETH for 10 USDC.'),
  '@.unread': plain('`true` lists only unread notifications, and `false` only read ones.'),
  unread: count('The number of unread notifications.', 2),
  read: plain('Whether the notification is marked as read.'),
  marked: count('The number of notifications that this request marked as read.', 2),
  expiryWarnedAt: isoTime('When the wallet was warned that its policy will expire; null for other notifications.'),
};
