import { count, type FieldWords, id, isoTime, plain, word } from '../../http/docs/words/units.ts';

/** The fields of sign-in, sessions and preferences, for the API page. */
export const accountWords: FieldWords = {
  nonce: word('Goes into the message that the wallet signs. Valid once, for some minutes.', 'Hq3fJ0nTq1sW8kZp'),
  message: word(
    'The message by EIP-4361 (Sign-In with Ethereum) that the wallet signed.',
    'example.com wants you to sign in with your Ethereum account: ...',
  ),
  accessToken: word('The token for `Authorization: Bearer ...`.', 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'),
  refreshToken: word('The token that gives new ones. Each is valid once.', 'r1.5f2b9c0d'),
  tokenType: plain('Always `Bearer`.'),
  accessTokenExpiresAt: isoTime('Until when the access token is valid.'),
  refreshTokenExpiresAt: isoTime('Until when the refresh token is valid.'),
  sessionId: id('The id of the session.'),
  sessions: plain('The open sessions of the wallet.'),
  sessionsEnded: count('How many sessions were ended.', 1),
  ended: count('How many sessions were ended.', 1),
  everywhere: plain('Whether all sessions of the wallet end, or only this one.'),
  isCurrent: plain('Whether it is the session of this request.'),
  isAdmin: plain('Whether the wallet is an admin.'),
  refreshedAt: isoTime('When the session got its last tokens.'),
  signedInAt: isoTime('When the wallet signed in.'),
  agent: word('The browser or program that signed in; null if it did not say.', 'Mozilla/5.0'),
  preferences: plain('What the wallet prefers.'),
  displayCurrency: word('The currency in which amounts are shown (ISO 4217); null for US dollars.', 'EUR'),
  quietHours: plain('When no notifications are delivered; null for never.'),
  'quietHours.from': word('The time of day at which they begin, HH:MM.', '22:00'),
  'quietHours.to': word('The time of day at which they end, HH:MM.', '07:00'),
  timeZone: word('The time zone, by its name in the IANA list.', 'Europe/Berlin'),
  deleted: plain('What was deleted, by its kind.'),
  adminToken: word('The token for admin routes; null if the wallet is not an admin.', 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln'),
};
