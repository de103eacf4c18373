import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';

const ENDED = gives('session-ended', 401, 'This session has ended. Sign in again.');
const OFF = gives('sign-in-off', 503, 'Sign-in is not available: an admin has switched it off.');

/** Example requests and possible errors of the routes of sign-in and accounts, for the page of API documentation. */
export const accountNotes: NotesByRoute = joinNotes(
  {
    'POST /auth/verify': {
      first:
        'Get a nonce from `POST /auth/nonce`, and let the wallet sign a Sign-In with Ethereum message (EIP-4361) that contains it. The typed client does both in `signIn`.',
      errors: [
        gives(
          'siwe-malformed',
          400,
          'The message is not a valid Sign-In with Ethereum message (EIP-4361): line 6 does not begin with "URI: ".',
        ),
        gives('siwe-domain', 401, 'The message names the domain evil.org, which is not a sign-in domain of this service (AUTH_ORIGINS).'),
        gives('siwe-nonce-used', 401, 'The nonce of the message was used already. Get a new one from POST /api/auth/nonce.'),
        gives('siwe-nonce-expired', 401, 'The nonce of the message has expired. Get a new one from POST /api/auth/nonce.'),
        gives('siwe-expired', 401, 'The expiration time in the message has passed. Sign a new message.'),
        gives('siwe-signature', 401, 'The signature was not made by this wallet for exactly this message.'),
      ],
    },
    'POST /auth/refresh': {
      first: 'Take `refreshToken` from the reply to `POST /auth/verify`.',
      errors: [
        ENDED,
        gives('refresh-token-wrong', 401, 'This refresh token is unknown to this service or has expired. Sign in again.'),
        gives(
          'refresh-token-reused',
          401,
          'This refresh token was used already. The session has ended, because the token may have been stolen. Sign in again.',
        ),
      ],
    },
    'POST /auth/logout': { body: { everywhere: false } },
    'DELETE /auth/sessions/{id}': {
      first: 'Take the `id` of a session from `GET /auth/sessions`.',
      errors: [gives('session-not-found', 404, 'No session with this id exists.')],
    },
    'PATCH /user/preferences': { body: { displayCurrency: 'EUR', quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Berlin' } } },
  },
  notesOf(['POST /auth/nonce', 'POST /auth/verify', 'POST /auth/refresh'], { errors: [OFF] }),
);
