import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const NOT_FOUND = gives('chat-not-found', 404, 'No conversation with this id exists for this wallet.');
const NOT_YOURS = gives('not-your-wallet', 403, 'The access token belongs to another wallet than `wallet`.');
const NEEDED = gives('token-missing', 401, 'This conversation belongs to a wallet: send its access token.');
const OF_MESSAGES = [
  ...[NEEDED, NOT_YOURS, NOT_FOUND],
  gives('chat-full', 409, 'This conversation has as many messages as are kept. Begin a new one.'),
  gives('message-sent-earlier', 409, 'A message with this id was sent in another conversation.'),
  gives('too-many-messages-waiting', 429, 'Too many messages of this conversation wait for their answers.'),
  gives('answer-pending', 503, 'The answer is still being worked out. Read the conversation in some seconds.'),
  gives('draining', 503, 'This node is shutting down.'),
];
const FEEDBACK = 'Write a message, and rate its answer with `POST /v1/feedback`; take the `messageId`.';
const training = (routes: readonly string[]) =>
  routes.flatMap((route) => prefixes.map((prefix) => route.replace('/training', `${prefix}/training`)));
const prefixes = ['/v1', '/admin', '/operator/admin'];
const message = { message: 'swap 100 usdc to weth', chainId: SAMPLE.chainId };

/** Examples and errors of the routes of the chat, for the API page. */
export const assistantNotes: NotesByRoute = joinNotes(
  notesOf(
    [
      ...[
        'POST /v1/assistant/message',
        'POST /v1/assistant/message/stream',
        'POST /defi/swap-ai/chat',
        'POST /defi/swap-ai/content-generation',
      ],
      ...['POST /defi/swap-ai/webhook', 'POST /defi/swap-ai/webhook-fallback'],
    ],
    { body: message, errors: OF_MESSAGES },
  ),
  notesOf(['POST /defi/swap-ai/nlu', 'POST /defi/wit'], { body: { message: message.message } }),
  {
    'GET /defi/wit/{id}': {
      ...{
        first: 'Take the `id` of the reply to `POST /defi/wit`.',
        errors: [gives('sentence-not-found', 404, 'No sentence with this id is kept.')],
      },
    },
    'POST /v1/feedback': {
      first: 'Write a message with `POST /v1/assistant/message`, and take the `messageId` of the answer.',
      body: { messageId: `${SAMPLE.uuid}.1.bot`, rating: 'up' },
      errors: [NEEDED, NOT_YOURS, gives('message-not-found', 404, 'No answer with this id exists in a conversation of this wallet.')],
    },
    'GET /v1/assistant/sessions': { first: 'Sign in: a wallet sees only its own conversations.', errors: [NEEDED, NOT_YOURS] },
  },
  notesOf(['GET /v1/assistant/chat/{chatId}', 'DELETE /v1/assistant/chat/{chatId}'], {
    ...{ first: 'Write a message with `POST /v1/assistant/message`, and take its `chatId`.', errors: [NEEDED, NOT_YOURS, NOT_FOUND] },
  }),
  notesOf(['GET /v1/assistant/home-chips', 'GET /v1/assistant/suggestions'], { errors: [NEEDED, NOT_YOURS] }),
  notesOf(training(['POST /training/bulk']), {
    ...{ first: FEEDBACK, body: { ids: [`${SAMPLE.uuid}.1.bot`], status: 'approved' } },
  }),
  notesOf(training(['GET /training']), {
    errors: [gives('invalid-cursor', 400, 'This cursor does not come from a page of this list. Send the request without a cursor first.')],
  }),
  notesOf(training(['GET /training/{id}', 'PATCH /training/{id}']), {
    ...{ first: FEEDBACK, params: { id: `${SAMPLE.uuid}.1.bot` } },
    errors: [gives('training-not-found', 404, 'No training candidate with this id exists. Its conversation may have been deleted.')],
  }),
  notesOf(training(['PATCH /training/{id}']), {
    body: { status: 'approved' },
    errors: [
      gives(
        'training-changed',
        409,
        'The candidate was changed since it was read: the user may have changed the feedback. Read it again before you review it.',
      ),
      gives('training-needs-answer', 409, 'The candidate has no good answer to learn, so give one in `replacement`.'),
    ],
  }),
);
