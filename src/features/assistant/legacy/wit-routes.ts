import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { reply } from '../../../http/reply.ts';
import type { Sentences } from './create-sentences.ts';
import { parsedSchema } from './sentence.ts';

const sentenceSchema = v.object({ id: v.string(), text: v.string(), ...parsedSchema.entries, createdAt: v.string() });

export const sentenceBody = v.object({
  message: v.pipe(v.string(), v.trim(), v.nonEmpty('Expected a sentence.'), v.maxLength(500)),
});

/**
 * Creates the route `POST /api/defi/wit`, the legacy natural-language route, and a route for earlier results (our addition to the API
 * specification).
 */
export function createWitRoutes({ sentences }: { readonly sentences: Pick<Sentences, 'read' | 'find'> }): AnyElysia {
  const app = new Elysia({ name: 'wit', prefix: '/defi' });

  addRoute(app, {
    ...{ cost: 'limited', method: 'POST', path: '/wit', deprecated: true },
    summary: 'Parse a sentence about a trade (legacy)',
    description:
      'Use POST /v1/assistant/message instead. The sentence is understood as in the chat: "swap 1.5 eth to usdc on base", "bridge 100 usdc from ' +
      'arbitrum to base", "price of eth", "my balance". Symbols are those of the listed tokens; `amount` is a decimal string of the token to ' +
      'spend, `all` or `half`. Every other sentence is `unknown` with confidence 0. The result is kept for a day.',
    input: { body: sentenceBody },
    responses: { 200: { description: 'The parsed sentence.', data: sentenceSchema } },
    handle: async ({ body, request }) => reply(await sentences.read(body.message, request.signal)),
  });

  addRoute(app, {
    ...{ cost: 'cheap', method: 'GET', path: '/wit/:id', deprecated: true },
    summary: 'Read an earlier parse result',
    description: 'The result of parsing a sentence is kept for a day.',
    input: { params: v.object({ id: v.pipe(v.string(), v.maxLength(200)) }) },
    responses: { 200: { description: 'The parsed sentence.', data: sentenceSchema } },
    handle: async ({ params }) => reply(await sentences.find(params.id)),
  });

  return app;
}
