import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { bareReply } from '../../../http/reply.ts';
import type { Assistant } from '../assistant.ts';
import { answerMessage } from '../routes/answer-message.ts';
import { messageBody, replySchema } from '../routes/chat-schemas.ts';
import type { GuardWallet } from '../routes/guard-wallet.ts';
import type { Sentences } from './create-sentences.ts';
import { parsedSchema } from './sentence.ts';
import { sentenceBody } from './wit-routes.ts';

const HEADERS = Object.freeze({ 'content-type': 'application/json; charset=utf-8' });
const INSTEAD = 'Use POST /v1/assistant/message instead. The reply has the envelope of the legacy chat: `save` instead of `notShowPopUp`.';

const contentSchema = v.pick(replySchema, ['text', 'chatId']);
const webhookSchema = v.pick(replySchema, ['text', 'action', 'chatId']);

/** Creates the routes of the legacy chat below `/api/defi/swap-ai`. They answer through the service of the assistant's chat. */
export function createSwapAiRoutes(deps: {
  readonly assistant: Pick<Assistant, 'send' | 'answerTo' | 'settled'>;
  readonly sentences: Pick<Sentences, 'parse'>;
  readonly guard: GuardWallet;
}): AnyElysia {
  const { assistant, sentences, guard } = deps;
  const app = new Elysia({ name: 'swap-ai', prefix: '/defi/swap-ai' });

  const answer = (body: v.InferOutput<typeof messageBody>, request: Request) => answerMessage(body, request, { assistant, guard });

  addRoute(app, {
    ...{ cost: 'limited', method: 'POST', path: '/chat', deprecated: true },
    summary: 'Send a message to the chat (legacy)',
    description: INSTEAD,
    input: { body: messageBody },
    responses: { 200: legacy('The answer.', replySchema) },
    handle: async ({ body, request }) => legacyReply(await answer(body, request), { save: true }),
  });

  addRoute(app, {
    ...{ cost: 'limited', method: 'POST', path: '/content-generation', deprecated: true },
    summary: "Read the text of the chat's answer (legacy)",
    description: INSTEAD,
    input: { body: messageBody },
    responses: { 200: legacy('The text.', contentSchema) },
    async handle({ body, request }) {
      const { text, chatId } = await answer(body, request);
      return legacyReply({ text, chatId }, { save: true });
    },
  });

  addRoute(app, {
    ...{ cost: 'limited', method: 'POST', path: '/nlu', deprecated: true, keeps: false },
    summary: 'Parse a sentence, and store nothing (legacy)',
    description: `Parses like POST /defi/wit. ${INSTEAD}`,
    input: { body: sentenceBody },
    responses: { 200: legacy('The parsed sentence.', parsedSchema) },
    handle: async ({ body, request }) => legacyReply(await sentences.parse(body.message, request.signal), { save: false }),
  });

  for (const path of ['/webhook', '/webhook-fallback']) {
    addRoute(app, {
      ...{ cost: 'limited', method: 'POST', path, deprecated: true },
      summary: 'Answer a message of a webhook (legacy)',
      description: INSTEAD,
      input: { body: messageBody },
      responses: { 200: legacy('The text and the action.', webhookSchema) },
      async handle({ body, request }) {
        const { text, action, chatId } = await answer(body, request);
        return legacyReply({ text, action, chatId }, { save: true });
      },
    });
  }

  return app;
}

/** Declares the format of a reply in the envelope of the legacy chat (API specification, "Response envelope"). */
function legacy(description: string, data: v.GenericSchema) {
  const status = v.pipe(v.number(), v.description('The HTTP status of the reply, repeated in the body.'));
  const envelope = v.object({ status, message: v.string(), data, save: v.boolean(), errors: v.null() });
  return { description, data: envelope, bare: { contentType: 'application/json' } };
}

/**
 * Builds a reply of the legacy chat in its envelope.
 * @param save whether the message and its answer were stored in a conversation
 */
function legacyReply(data: object, { save }: { readonly save: boolean }) {
  return bareReply(JSON.stringify({ status: 200, message: 'success', data, save, errors: null }), { headers: HEADERS });
}
