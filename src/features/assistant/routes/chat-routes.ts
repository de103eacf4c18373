import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { reply } from '../../../http/reply.ts';
import { sseReply } from '../../../http/sse.ts';
import type { Log } from '../../../platform/log/log.ts';
import type { Assistant, IncomingMessage } from '../assistant.ts';
import { framesAfter, readPosition, type StreamPosition, streamAnswer } from '../stream-frames.ts';
import { answerMessage } from './answer-message.ts';
import {
  maybeOfWallet,
  messageBody,
  messageSchema,
  messagesQuery,
  ofChat,
  replySchema,
  sessionSchema,
  sessionsQuery,
} from './chat-schemas.ts';
import type { GuardWallet } from './guard-wallet.ts';

const OWNER_HINT = 'A request for a conversation of another wallet is answered with 404.';

export type ChatRoutesDeps = {
  readonly assistant: Assistant;
  readonly guard: GuardWallet;
  readonly tokenDelayMs: number;
  readonly timers: { readonly after: (ms: number, run: () => void) => () => void };
  readonly log: Log;
};

/** Creates the chat routes (API specification, "Assistant chat"). */
export function createChatRoutes({ assistant, guard, tokenDelayMs, timers, log }: ChatRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'assistant', prefix: '/v1/assistant' });

  /** Returns the position in the stream of an answer from which a reconnecting client continues; null for a new message. */
  async function positionOf(request: Request, { wallet }: IncomingMessage): Promise<StreamPosition | null> {
    const position = readPosition(request.headers.get('last-event-id'));
    const accepted = position === null ? null : await assistant.accepted(position, wallet);
    return position === null || accepted === null ? null : { ...position, ...accepted };
  }

  addRoute(app, {
    ...{ method: 'POST', path: '/message/stream', cost: 'limited' },
    summary: 'Send a message, and stream the answer',
    description:
      'Server-sent events: `meta` with `{action, data, chatId, messageId}`, then one `token` event for each piece of the text, then `done`. The message is ' +
      'stored first, and is answered even if the client disconnects. A request with `Last-Event-ID` (the id of the last received event) continues ' +
      `the stream of that answer and sends no message. Messages of a conversation are answered one after the other: up to five can wait, further ones get 429. If the conversation is deleted in the meantime, the stream ends with an \`error\` event whose code is \`chat-not-found\`. ${OWNER_HINT}`,
    input: { body: messageBody },
    responses: {
      200: {
        description: 'The event stream. The schema describes the data of the `meta` event.',
        data: v.omit(replySchema, ['text']),
        bare: { contentType: 'text/event-stream' },
      },
    },
    async handle({ body, request }) {
      await guard(request, body.wallet);
      const position = await positionOf(request, body);
      const accepted = position ?? (await assistant.send(body));
      const { answer } = accepted;
      return sseReply({
        known: answer === undefined || tokenDelayMs > 0 ? null : framesAfter(accepted, position, answer),
        frames: (signal) => streamAnswer(accepted, position, signal, { assistant, tokenDelayMs, timers }),
        onError: (error) => log.error('The stream of an answer failed', { chat: accepted.chatId, turn: accepted.turn, error }),
      });
    },
  });

  addRoute(app, {
    ...{ method: 'POST', path: '/message', cost: 'limited' },
    summary: 'Send a message, and wait for the answer',
    description:
      'Like `/message/stream`, but returns the whole answer at once. If the answer takes longer than a minute, the reply is 503 `answer-pending`, and the answer is added to the ' +
      'conversation when it is ready. If the conversation is deleted in the meantime, the reply is 404 `chat-not-found`.',
    input: { body: messageBody },
    responses: { 200: { description: 'The answer.', data: replySchema } },
    handle: async ({ body, request }) => reply(await answerMessage(body, request, { assistant, guard })),
  });

  addRoute(app, {
    ...{ method: 'GET', path: '/chat/:chatId', cost: 'cheap' },
    summary: 'List the messages of a conversation',
    description: `Messages are listed in order, each message of the user followed by its answer, at most \`limit\` (50). If there are more, the header X-Next-Cursor contains the \`cursor\` of the next page. ${OWNER_HINT}`,
    input: { params: ofChat, query: messagesQuery },
    responses: { 200: { description: 'The messages.', data: v.array(messageSchema) } },
    async handle({ params: { chatId }, query: { wallet, limit, cursor }, request }) {
      await guard(request, wallet);
      const page = await assistant.messages(chatId, wallet, { limit, cursor });
      return reply(page.messages, page.cursor === null ? {} : { headers: { 'x-next-cursor': page.cursor } });
    },
  });

  addRoute(app, {
    ...{ method: 'DELETE', path: '/chat/:chatId', cost: 'limited', keeps: false },
    summary: 'Delete a conversation',
    description: `Deletes the messages and the history of the conversation, and all data derived from them. The deletion cannot be undone. ${OWNER_HINT}`,
    input: { params: ofChat, query: maybeOfWallet },
    responses: { 200: { description: 'Deleted.', data: v.object({ success: v.literal(true) }) } },
    async handle({ params: { chatId }, query: { wallet }, request }) {
      await guard(request, wallet);
      await assistant.remove(chatId, wallet);
      return reply({ success: true });
    },
  });

  addRoute(app, {
    ...{ method: 'GET', path: '/sessions', cost: 'cheap' },
    summary: 'List the conversations of a wallet',
    description: 'Newest first. At most `limit` (50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page.',
    input: { query: sessionsQuery },
    responses: { 200: { description: 'The conversations.', data: v.array(sessionSchema) } },
    async handle({ query: { wallet, limit, cursor }, request }) {
      await guard(request, wallet);
      const page = await assistant.sessions(wallet, { limit, cursor });
      return reply(page.sessions, page.cursor === null ? {} : { headers: { 'x-next-cursor': page.cursor } });
    },
  });

  return app;
}
