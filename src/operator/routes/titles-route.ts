import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { ActorTitle } from '../../values/inspection/actor-details.ts';

const MOST_CHARACTERS = 20_000;

export const titlesSchema: v.GenericSchema<unknown, readonly ActorTitle[]> = v.array(v.object({ id: v.string(), title: v.string() }));

/** Adds the route `GET /api/operator/titles`. */
export function addTitlesRoute(
  app: AnyElysia,
  deps: { readonly titles: (ids: readonly string[]) => Promise<readonly ActorTitle[]>; readonly auth: OperatorAuth },
): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/titles',
    summary: 'Read the titles of actors',
    description:
      'A title says what an actor is for, such as "DCA 300 USDC to WETH, 2 of 3". `ids` are ids of actors, separated by commas; the first ' +
      '100 are read. Actors without a title, and ids of no actor, are left out.',
    input: { query: v.object({ ids: v.pipe(v.string(), v.maxLength(MOST_CHARACTERS)) }) },
    authorize: deps.auth.read,
    responses: { 200: { description: 'The titles.', data: titlesSchema } },
    handle: async ({ query }) => reply(await deps.titles(query.ids.split(',').filter((id) => id !== ''))),
  });
}
