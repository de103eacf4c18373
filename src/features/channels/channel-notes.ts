import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';

const HAVE = 'Add a channel with `POST /user/channels` and take its `id`.';
const NOT_SET_UP = gives('channels-not-set-up', 422, 'This service has no key for channels (CHANNELS_KEY), so none can be added.');
const NOT_FOUND = gives('channel-not-found', 404, 'This wallet has no channel with this id.');
const OF_SENDING = [
  gives('channel-unreadable', 409, 'The target of this channel cannot be read with the present key. Add the channel again.'),
  gives('too-many-messages', 429, 'As many codes and tests as are allowed on one day were sent to this channel.'),
  gives('deliveries-busy', 503, 'The service is sending as many messages as it can. Try again in some seconds.'),
];

/** Examples and errors of the routes of channels, for the API page. */
export const channelNotes: NotesByRoute = joinNotes(
  {
    'POST /user/channels': {
      first: 'The service needs a key for channels in its settings (see docs/notifications.md).',
      body: { kind: 'webhook', target: 'https://example.com/hook', name: 'My server' },
      errors: [
        ...[NOT_SET_UP, ...OF_SENDING],
        gives('wrong-target', 400, 'Expected an https address of a web hook.'),
        gives('too-many-channels', 409, 'A wallet has at most 10 channels.'),
        gives('channel-kind-not-available', 422, 'This service cannot deliver to channels of this kind.'),
      ],
    },
    'PATCH /user/channels/{id}': { body: { name: 'My server', isPaused: true } },
    'POST /user/channels/{id}/code': { errors: OF_SENDING },
    'POST /user/channels/{id}/test': {
      errors: [...OF_SENDING, gives('channel-not-verified', 409, 'The code of this channel was not entered yet.')],
    },
    'POST /user/channels/{id}/verify': {
      body: { code: '123456' },
      errors: [
        gives('code-wrong', 400, 'This is not the code that was sent.'),
        gives('code-expired', 409, 'This code has expired. Ask for a new one.'),
        gives('no-code', 409, 'No code was sent. Ask for one.'),
      ],
    },
    'POST /operator/channels/test': {
      first: 'Take the id of a channel of a wallet.',
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
