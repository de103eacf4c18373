import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';

const HAVE = 'Add a channel with `POST /user/channels` and take its `id`.';
const NOT_SET_UP = gives(
  'channels-not-set-up',
  422,
  'This service cannot store channels, because its setting CHANNEL_SECRET is not set. Only its operator can set it.',
);
const NOT_FOUND = gives('channel-not-found', 404, 'This wallet has no channel with this id.');
const OF_SENDING = [
  gives('channel-unreadable', 409, 'The target of this channel cannot be decrypted any more. Remove the channel and add it again.'),
  gives(
    'too-many-messages',
    429,
    'The maximum number of codes was sent to this receiver today. Try again after the time in the header Retry-After.',
  ),
  gives('deliveries-busy', 503, 'This node is already sending the maximum number of messages to channels. Try again in some seconds.'),
];

/** Example requests and possible errors of the routes of channels, for the page of API documentation. */
export const channelNotes: NotesByRoute = joinNotes(
  {
    'POST /user/channels': {
      first: 'In a cluster, the setting CHANNEL_SECRET must be set (see docs/notifications.md).',
      body: { kind: 'webhook', target: 'https://example.com/hook', name: 'My server' },
      errors: [
        ...[NOT_SET_UP, ...OF_SENDING],
        gives('wrong-target', 400, 'Expected the https URL of a webhook.'),
        gives(
          'too-many-channels',
          409,
          'A wallet can have at most 10 channels, and this wallet has reached this number. Remove a channel before you add another one.',
        ),
        gives('channel-kind-not-available', 422, 'This service has no settings for channels of this kind, so it cannot send to them.'),
      ],
    },
    'PATCH /user/channels/{id}': { body: { name: 'My server', isPaused: true } },
    'POST /user/channels/{id}/code': { errors: OF_SENDING },
    'POST /user/channels/{id}/test': {
      errors: [
        ...OF_SENDING,
        gives(
          'channel-not-verified',
          409,
          'Test messages are sent only to verified channels, and this channel is not verified. Enter the code that was sent to the channel.',
        ),
      ],
    },
    'POST /user/channels/{id}/verify': {
      body: { code: '123456' },
      errors: [
        gives('code-wrong', 400, 'The entered code is wrong. Attempts left: 4.'),
        gives('code-expired', 409, 'The code is no longer valid. Request a new code.'),
        gives('no-code', 409, 'No unused code was sent to this channel. Request a new code.'),
      ],
    },
    'POST /operator/channels/test': {
      first: 'Add and verify a channel with a signed-in wallet, and take the address of the wallet.',
      errors: [NOT_FOUND, ...OF_SENDING],
    },
  },
  notesOf(
    [
      'PATCH /user/channels/{id}',
      'DELETE /user/channels/{id}',
      'POST /user/channels/{id}/code',
      'POST /user/channels/{id}/test',
      'POST /user/channels/{id}/verify',
    ],
    { first: HAVE, errors: [NOT_FOUND] },
  ),
);
