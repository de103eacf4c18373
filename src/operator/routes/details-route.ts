import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { ActorDetails } from '../../values/inspection/actor-details.ts';
import type { JsonObject } from '../../values/json.ts';
import { actorNotFound } from './actor-not-found.ts';
import { actorId } from './operator-schemas.ts';
import { sectionSchema } from './section-schema.ts';

const number = v.number();
const text = v.string();

const detailsSchema: v.GenericSchema<unknown, ActorDetails> = v.object({
  tokens: v.array(v.object({ chainId: number, address: text, symbol: text, decimals: number })),
  amounts: v.pipe(
    v.array(v.object({ path: text, chainId: number, token: text })),
    v.description('The fields of the context that are amounts: the path of each amount, and its token.'),
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
  titles: v.pipe(
    v.array(v.object({ id: text, title: text })),
    v.description('The titles of this actor, of related actors, and of actors that the sections name.'),
  ),
  publicRecord: v.pipe(
    v.nullable(v.custom<JsonObject>((value) => typeof value === 'object' && value !== null)),
    v.description('The public record that API clients see.'),
  ),
  business: v.pipe(
    v.array(sectionSchema),
    v.description('Sections for the owner of the actor, such as its holdings, its profit, and what it does next.'),
  ),
  sections: v.pipe(v.array(sectionSchema), v.description("The details for people, in the sections that the actor's type declares.")),
  domain: v.pipe(
    v.nullable(v.custom<JsonObject>((value) => typeof value === 'object' && value !== null)),
    v.description(
      "The same details for programs. `kind` names their structure, which depends on the actor's type. Null if the type has no such structure.",
    ),
  ),
  missing: v.pipe(v.array(v.string()), v.description('A sentence about each part of the details that could not be loaded.')),
});

/** Adds the route `GET /api/operator/actors/:id/details`. */
export function addDetailsRoute(
  app: AnyElysia,
  deps: { readonly details: (id: string) => Promise<ActorDetails | null>; readonly auth: OperatorAuth },
): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/actors/:id/details',
    summary: 'Read the details of an actor',
    description:
      'The details consist of sections: tables, steps, bars, series and facts, in the same form for every actor type. For ' +
      'example, an agent has sections for its strategies, limits, prices and fills, a DCA position for its schedule (the first ' +
      '200 orders and the orders around now), and a trade for its route and progress. If a source of data fails, `missing` ' +
      'contains a sentence about the failure, and the other parts are still returned.',
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
