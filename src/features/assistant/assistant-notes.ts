import { gives, joinNotes, type NotesByRoute, notesOf } from '../../http/docs/route-notes.ts';
import { SAMPLE } from '../../http/docs/words/units.ts';

const NOT_FOUND = gives('chat-not-found', 404, 'No conversation with this id exists for this wallet.');
const NOT_YOURS = gives('not-your-wallet', 403, 'The access token does not belong to the wallet in `wallet`.');
const NEEDED = gives('token-missing', 401, 'This conversation belongs to a wallet, so the request needs an access token of that wallet.');
const OF_MESSAGES = [
  ...[NEEDED, NOT_YOURS, NOT_FOUND],
  gives('chat-full', 409, 'This conversation has reached the maximum number of messages. To begin a new conversation, omit `chatId`.'),
  gives(
    'message-sent-earlier',
    409,
    'A message with this id was sent earlier, followed by more than ten others. The conversation contains its answer.',
  ),
  gives(
    'too-many-messages-waiting',
    429,
    'Five messages of this conversation already wait for an answer. Wait for the next answer before you send another message.',
  ),
  gives('answer-pending', 503, 'The answer is not ready yet. It will be added to the conversation.'),
  gives('draining', 503, 'This node is shutting down.'),
];
const FEEDBACK = 'Send a message, rate its answer with `POST /v1/feedback`, and take the `messageId` of the answer.';
const training = (routes: readonly string[]) =>
  routes.flatMap((route) => prefixes.map((prefix) => route.replace('/training', `${prefix}/training`)));
const prefixes = ['/v1', '/admin', '/operator/admin'];
const message = { message: 'swap 100 usdc to weth', chainId: SAMPLE.chainId };

/** Example requests and possible errors of the routes of the chat, for the page of API documentation. */
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
        errors: [gives('sentence-not-found', 404, 'No parsed sentence with this id is stored; results are kept for a day.')],
      },
    },
    'POST /v1/feedback': {
      first: 'Send a message with `POST /v1/assistant/message`, and take the `messageId` of the answer.',
      body: { messageId: `${SAMPLE.uuid}.1.bot`, rating: 'up' },
      errors: [NEEDED, NOT_YOURS, gives('message-not-found', 404, 'No answer with this id exists in a conversation of this wallet.')],
    },
    'GET /v1/assistant/sessions': {
      first: 'Sign in with the wallet, because a wallet can read only its own conversations.',
      errors: [NEEDED, NOT_YOURS],
    },
  },
  notesOf(['GET /v1/assistant/chat/{chatId}', 'DELETE /v1/assistant/chat/{chatId}'], {
    ...{
      first: 'Send a message with `POST /v1/assistant/message`, and take the `chatId` of the reply.',
      errors: [NEEDED, NOT_YOURS, NOT_FOUND],
    },
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
      gives(
        'training-needs-answer',
        409,
        'The user rated this answer as bad and gave no correction. Give a better answer in `replacement`, or reject the candidate.',
      ),
    ],
  }),
);
