import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { DeferredList } from '../deferred/deferred-list.ts';
import { text } from './operator-schemas.ts';

/**
 * Maximum number of deferred events listed for each vault follower (reader of a vault's events); the totals also count the events that are
 * not listed.
 */
const MOST_SHOWN = 200;

const itemSchema = v.object({
  id: v.string(),
  chainId: v.number(),
  vault: v.string(),
  kind: v.string(),
  subject: v.pipe(v.string(), v.description('The subject of the event: `<wallet>/<position>`, `agent <number>`, or a wallet.')),
  attempts: v.number(),
  lastError: v.string(),
  firstAtMs: v.nullable(v.number()),
  nextAttemptAtMs: v.number(),
});

/** Creates the routes for the deferred events of vault followers. */
export function addDeferredRoutes(
  app: AnyElysia,
  { deferred, auth }: { readonly deferred: DeferredList; readonly auth: OperatorAuth },
): void {
  const totalSchema = v.object({ follower: v.picklist(deferred.followers), count: v.number(), oldestAtMs: v.nullable(v.number()) });
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/deferred',
    summary: 'List deferred vault events, oldest first',
    description:
      'An event that could not be processed is retried after a minute. After each further failure the wait is doubled, up to a ' +
      `day. The event does not block other events. At most ${MOST_SHOWN} events of each vault follower are listed; the totals ` +
      'count all.',
    input: {},
    authorize: auth.read,
    responses: {
      200: { description: 'The deferred events.', data: v.object({ totals: v.array(totalSchema), items: v.array(itemSchema) }) },
    },
    handle: async () => {
      const [totals, items] = await Promise.all([deferred.totals(), deferred.oldest(MOST_SHOWN)]);
      return reply({ totals, items });
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/deferred/retry',
    summary: 'Retry a deferred event at the next check',
    description: 'If the event fails again, it waits longer than before. An unknown id gives 404 `deferred-not-found`.',
    input: { body: v.object({ id: text }) },
    authorize: auth.act,
    responses: { 200: { description: 'The deferred event.', data: itemSchema } },
    handle: async ({ body, request }) => reply(await deferred.retry(body.id, auth.act(request))),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/deferred/drop',
    summary: 'Delete a deferred event',
    description:
      'The deleted event is never processed. `GET /acts` still shows the event and the reason. An unknown id gives 404 `deferred-not-found`.',
    input: { body: v.object({ id: text, reason: text }) },
    authorize: auth.act,
    responses: { 200: { description: 'The deleted event.', data: itemSchema } },
    handle: async ({ body, request }) => reply(await deferred.drop(body.id, body.reason, auth.act(request))),
  });
}
