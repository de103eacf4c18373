import { count, type FieldWords, id, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of channels by which notifications are delivered, for the page of API documentation. */
export const channelWords: FieldWords = {
  id: id('The id of the channel.'),
  channels: plain('The notification channels of the wallet.'),
  channel: word(
    'In a request, the id of the channel; in a reply, the channel with all its fields.',
    '4b0f6f0e-5c1d-4f6e-9c50-0d9c2f6f7a11',
  ),
  kind: word('The kind of channel, such as email or webhook.', 'webhook'),
  kinds: plain('The kinds of notifications that are sent to the channel; null for all kinds.'),
  name: word('The name that the wallet gave to the channel.', 'My server'),
  target: word(
    'The receiver of the channel: the URL of a webhook, an e-mail address, or a chat. Replies contain only a part of it.',
    'https://example.com/hook',
  ),
  state: word('The state of the channel: not verified yet, on, paused, or switched off.', 'verified'),
  isPaused: plain('Whether the channel is paused, so that nothing is sent to it.'),
  keepsQuiet: plain("Whether the channel waits for the end of the wallet's quiet hours."),
  lastDeliveredAt: isoTime('When a message was last delivered to the channel; null if none was delivered.'),
  verifiedAt: isoTime('When the wallet verified the channel with its code; null if it has not.'),
  secret: word(
    'The key with which the receiver of a webhook checks signatures; it is shown only once. Null for other kinds of channels.',
    'whsec_5f2b9c0d',
  ),
  code: word('In a request, the verification code that was sent to the channel; in a reply, the result of sending the code.', '123456'),
  isSent: plain('Whether the message was sent to the channel.'),
  failure: plain('Why the message was not sent; null if it was sent.'),
  removed: plain('Always true: the channel was removed.'),
  channelKinds: plain('The kinds of channels that this service supports.'),
  notificationKinds: plain('All kinds of notifications that a channel can receive.'),
  missed: count(
    'The number of notifications that could not be delivered to the channel since its last delivered message. The next message states this number.',
    0,
  ),
  waiting: count('The number of notifications that wait to be delivered to the channel.', 0),
};
