import { count, type FieldWords, id, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** Descriptions of the fields of sign-in, sessions and preferences, for the page of API documentation. */
export const accountWords: FieldWords = {
  nonce: word('The nonce for the sign-in message that the wallet signs. It can be used once, within a few minutes.', 'Hq3fJ0nTq1sW8kZp'),
  message: word(
    'The Sign-In with Ethereum message (EIP-4361) that the wallet signed.',
    'example.com wants you to sign in with your Ethereum account: ...',
  ),
  accessToken: word('The access token, to be sent in the header `Authorization: Bearer ...`.', 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'),
  refreshToken: word('The token with which a client gets new tokens. Each refresh token can be used once.', 'r1.5f2b9c0d'),
  tokenType: plain('Always `Bearer`.'),
  accessTokenExpiresAt: isoTime('When the access token expires.'),
  refreshTokenExpiresAt: isoTime('When the refresh token expires.'),
  sessionId: id('The id of the session.'),
  sessions: plain('The open sessions of the wallet.'),
  sessionsEnded: count('The number of sessions that were ended.', 1),
  ended: count('The number of sessions that were ended.', 1),
  everywhere: plain('Whether to end all sessions of the wallet instead of only the current session.'),
  isCurrent: plain('Whether this is the session with which the request was made.'),
  isAdmin: plain('Whether the wallet is an admin.'),
  refreshedAt: isoTime('When the session last received new tokens.'),
  signedInAt: isoTime('When the wallet signed in.'),
  agent: word('The browser or program that signed in, as it identified itself; null if it did not.', 'Mozilla/5.0'),
  preferences: plain('The preferences of the wallet.'),
  displayCurrency: word(
    'The currency in which amounts are shown to the wallet (ISO 4217); null for the default currency of the service.',
    'EUR',
  ),
  quietHours: plain('The hours during which notifications are not delivered; null if there are none.'),
  'quietHours.from': word('The time of day at which the quiet hours begin, as HH:MM.', '22:00'),
  'quietHours.to': word('The time of day at which the quiet hours end, as HH:MM.', '07:00'),
  timeZone: word('The name of the time zone in the IANA database.', 'Europe/Berlin'),
  deleted: plain('The number of deleted items of each kind.'),
  adminToken: word('The token for admin routes; null if the wallet is not an admin.', 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'),
};
