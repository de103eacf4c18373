import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { reply } from '../../http/reply.ts';
import type { Nlu } from './create-nlu.ts';

const chainWord = v.object({ id: v.number(), name: v.string() });
const sentenceSchema = v.object({
  id: v.string(),
  text: v.string(),
  intent: v.picklist(['swap', 'bridge', 'price', 'balance', 'unknown']),
  entities: v.object({
    amount: v.exactOptional(v.string()),
    fromToken: v.exactOptional(v.string()),
    toToken: v.exactOptional(v.string()),
    fromChain: v.exactOptional(chainWord),
    toChain: v.exactOptional(chainWord),
  }),
  confidence: v.number(),
  createdAt: v.string(),
});

/**
 * Creates the route `POST /api/defi/wit`, the legacy natural-language route, and a route for earlier results (our addition to the API
 * specification).
 */
export function createWitRoutes(deps: { nlu: Nlu }): AnyElysia {
  const { nlu } = deps;
  const app = new Elysia({ name: 'wit', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/wit',
    summary: 'Parse a sentence about a trade (legacy)',
    description:
      'Recognises fixed patterns, without a model: "swap 1.5 eth to usdc on base", "bridge 100 usdc from arbitrum to base", "buy ' +
      'eth with 100 usdc", "price of eth", "my balance". Symbols are returned as written, in upper case; `amount` is a decimal ' +
      'string, `all` or `half`. A sentence that is not recognised is `unknown` with confidence 0. The result of parsing a sentence is kept for a day.',
    input: { body: v.object({ message: v.pipe(v.string(), v.trim(), v.nonEmpty('Expected a sentence.'), v.maxLength(500)) }) },
    responses: { 200: { description: 'The parsed sentence.', data: sentenceSchema } },
    handle: async ({ body }) => reply(await nlu.read(body.message)),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/wit/:id',
    summary: 'Read an earlier parse result',
    description: 'The result of parsing a sentence is kept for a day.',
    input: { params: v.object({ id: v.pipe(v.string(), v.maxLength(200)) }) },
    responses: { 200: { description: 'The parsed sentence.', data: sentenceSchema } },
    handle: async ({ params }) => reply(await nlu.find(params.id)),
  });

  return app;
}
