import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { ActorDetails } from '../../values/inspection/actor-details.ts';
import type { JsonObject } from '../../values/json.ts';
import { actorNotFound } from './actor-not-found.ts';
import { actorId } from './operator-schemas.ts';

const number = v.number();
const text = v.string();
const timeMs = v.nullable(v.number());
const amountOf = v.object({ amount: v.pipe(v.string(), v.description('Base units.')), token: text, chainId: number });

const fill = v.object({
  atMs: number,
  side: v.picklist(['buy', 'sell']),
  given: amountOf,
  got: amountOf,
  strategyId: v.nullable(v.string()),
  txHash: v.nullable(v.string()),
});

const agentDetails = v.object({
  kind: v.literal('agent'),
  phase: text,
  isPaper: v.boolean(),
  budgetToken: text,
  strategies: v.array(
    v.object({
      id: text,
      type: text,
      runs: number,
      lastFillAtMs: timeMs,
      pausedUntilMs: timeMs,
      outcome: v.nullable(v.object({ kind: text, text })),
    }),
  ),
  limits: v.array(v.object({ name: text, used: text, of: text, share: v.pipe(v.number(), v.description('0 to 1.')) })),
  series: v.array(v.object({ token: text, points: v.array(v.object({ atMs: number, usd: text })) })),
  fills: v.array(fill),
});

const dcaDetails = v.object({
  kind: v.literal('dca'),
  perOrder: amountOf,
  tokenOut: text,
  orders: v.array(
    v.object({
      index: number,
      dueAtMs: number,
      state: v.picklist(['done', 'under-way', 'next', 'late', 'planned']),
      fill: v.nullable(fill),
    }),
  ),
  total: number,
});

const tradeDetails = v.object({
  kind: v.literal('trade'),
  provider: v.nullable(v.string()),
  from: v.nullable(amountOf),
  to: v.nullable(amountOf),
  path: v.array(v.object({ status: text, atMs: timeMs })),
  links: v.array(v.object({ name: text, url: text })),
});

const detailsSchema: v.GenericSchema<unknown, ActorDetails> = v.object({
  tokens: v.array(v.object({ chainId: number, address: text, symbol: text, decimals: number })),
  amounts: v.pipe(
    v.array(v.object({ path: text, chainId: number, token: text })),
    v.description('Members of the context that are amounts, by their path, and of which token.'),
  ),
  related: v.array(v.object({ id: text, relation: text })),
  transactions: v.array(
    v.object({
      chainId: number,
      hash: text,
      nonce: v.nullable(v.number()),
      status: v.picklist(['signed', 'sent', 'mined', 'reverted', 'replaced', 'unknown']),
      blockNumber: v.nullable(v.number()),
      gasUsed: v.nullable(v.string()),
      what: text,
      url: v.nullable(v.string()),
    }),
  ),
  publicRecord: v.pipe(
    v.nullable(v.custom<JsonObject>((value) => typeof value === 'object' && value !== null)),
    v.description('What clients of the API are shown of it.'),
  ),
  domain: v.nullable(v.variant('kind', [agentDetails, dcaDetails, tradeDetails])),
  missing: v.pipe(v.array(v.string()), v.description('What could not be had, a sentence each.')),
});

/** `GET /api/operator/actors/:id/details`. */
export function addDetailsRoute(
  app: AnyElysia,
  deps: { readonly details: (id: string) => Promise<ActorDetails | null>; readonly auth: OperatorAuth },
): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors/:id/details',
    summary: "What belongs to an actor beyond its record: tokens, transactions, related actors, and its kind's own view",
    description:
      'An agent has its strategies, limits, prices and fills; a DCA position its schedule (its first 200 orders and those around now); a trade its ' +
      'route and path. A source that fails adds a sentence to `missing`, and the rest is there.',
    input: { params: v.object({ id: actorId }) },
    authorize: deps.auth.read,
    responses: { 200: { description: 'Details.', data: detailsSchema } },
    async handle({ params }) {
      const details = await deps.details(params.id);
      if (details === null) throw actorNotFound(params.id);
      return reply(details);
    },
  });
}
