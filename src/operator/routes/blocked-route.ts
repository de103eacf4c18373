import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { BlockedTotals } from '../../values/inspection/blocked-totals.ts';
import { WHY_TONES } from '../../values/inspection/why.ts';

const blockedSchema: v.GenericSchema<unknown, BlockedTotals> = v.object({
  groups: v.array(
    v.object({
      type: v.string(),
      code: v.pipe(v.string(), v.description('The reason: a code of `GET /actors/:id/why`, and the value of the filter `blockedBy`.')),
      tone: v.picklist(WHY_TONES),
      sentence: v.pipe(v.string(), v.description('The explanation of one of the actors.')),
      count: v.number(),
    }),
  ),
  isMore: v.pipe(
    v.boolean(),
    v.description(
      'Whether there may be more blocked actors than counted, because only a limited number of actors of each type is examined.',
    ),
  ),
  countedAtMs: v.number(),
});

/** Adds the route `GET /api/operator/blocked`. */
export function addBlockedRoute(
  app: AnyElysia,
  deps: { readonly blocked: () => Promise<BlockedTotals>; readonly auth: OperatorAuth },
): void {
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/blocked',
    summary: 'Count blocked actors by reason',
    description:
      'Counts the actors that `GET /actors?held=1` lists, by type and reason. The most urgent reasons come first. `GET ' +
      '/actors?type=T&blockedBy=CODE` lists the actors with one reason. At least the newest 2,000 actors of each type are ' +
      'examined.',
    input: {},
    authorize: deps.auth.read,
    responses: { 200: { description: 'The numbers.', data: blockedSchema } },
    handle: async () => reply(await deps.blocked()),
  });
}
