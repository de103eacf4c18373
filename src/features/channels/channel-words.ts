import { count, type FieldWords, id, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** The fields of channels by which notifications are delivered, for the API page. */
export const channelWords: FieldWords = {
  id: id('The id of the channel.'),
  channels: plain('The channels of the wallet.'),
  channel: word('The channel: its id in a request, and all that is known of it in a reply.', '4b0f6f0e-5c1d-4f6e-9c50-0d9c2f6f7a11'),
  kind: word('Where it delivers to.', 'webhook'),
  kinds: plain('What is delivered; null for everything.'),
  name: word('The name that the wallet gave it.', 'My server'),
  target: word(
    'Where exactly it delivers to: an address of a web hook, an e-mail address, a chat. Replies show only a part of it.',
    'https://example.com/hook',
  ),
  state: word('Whether it waits for its code, delivers, or is switched off.', 'verified'),
  isPaused: plain('Whether nothing is delivered for now.'),
  keepsQuiet: plain('Whether it keeps to the quiet hours of the wallet.'),
  lastDeliveredAt: isoTime('When it delivered last; null if it has not.'),
  verifiedAt: isoTime('When the wallet entered its code; null until then.'),
  secret: word(
    'The key by which the receiver checks the signature of a web hook; shown only once. Null for other kinds.',
    'whsec_5f2b9c0d',
  ),
  code: word('The code that was sent to the channel: in a request as text, in a reply how the sending went.', '123456'),
  isSent: plain('Whether the message was sent.'),
  failure: plain('Why it was not sent; null if it was.'),
  removed: plain('Always true.'),
  channelKinds: plain('The kinds of channels that this service can deliver to.'),
  notificationKinds: plain('The kinds of notifications that there are.'),
  missed: count('How many notifications were not delivered since the last message, which the next message says.', 0),
  waiting: count('How many notifications wait for delivery.', 0),
};
