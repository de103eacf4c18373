import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { MAX_BODY_BYTES } from '../../http/read-body.ts';
import { reply } from '../../http/reply.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { actorId, recordSchemas, text } from './operator-schemas.ts';
import { addRestoreRoute } from './restore-route.ts';
import { shownActed, shownRecord } from './shown-record.ts';

const byId = v.object({ id: actorId });

const findingOnEventSchema = v.object({
  isAllowed: v.boolean(),
  problems: v.array(v.object({ path: v.string(), code: v.string(), message: v.string() })),
});

/** Creates the routes with which operators act on one actor. */
export function addActRoutes(app: AnyElysia, deps: OperatorRoutesDeps): void {
  const { operator, auth } = deps;
  const { record: recordSchema, acted: actedSchema } = recordSchemas(operator.keys);

  addRestoreRoute(app, deps);

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/actors/:id/retry',
    summary: 'Retry the effects of an actor now',
    description:
      'Retries the effect with the given `key`, or all waiting effects of the actor if no key is given. If an earlier attempt may have succeeded, ' +
      'its result is looked up before the effect is run again. Errors: 409 `effect-running` while a node runs the effect, 409 ' +
      '`nothing-waits`, 404 `effect-not-found`. A quarantined actor must be released first. Effects of a paused type start when ' +
      'the type is resumed.',
    input: { params: byId, body: v.optional(v.object({ key: v.optional(text) }), {}) },
    authorize: auth.act,
    responses: { 200: { description: 'The actor after the action.', data: recordSchema } },
    handle: async ({ params, body, request }) => reply(shownRecord(await operator.retry(params.id, auth.act(request), body.key ?? null))),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/actors/:id/send',
    summary: 'Send an event to an actor',
    description:
      "`accepted` is false when the actor's state ignores the event; then nothing was changed. An unknown event, or an event " +
      'with invalid fields, is refused; the error lists every problem with the path of the field. With `dryRun` the event is ' +
      'only checked, and the reply contains `problems`.',
    // The body may be larger than usual, because an event may contain the whole result of an effect.
    maxBodyBytes: MAX_BODY_BYTES,
    input: {
      params: byId,
      body: v.object({ event: v.looseObject({ type: text }), dryRun: v.optional(v.boolean(), false) }),
    },
    authorize: auth.act,
    responses: {
      200: {
        description: 'The result; with `dryRun`, whether the event would be accepted.',
        data: v.union([actedSchema, findingOnEventSchema]),
      },
    },
    async handle({ params, body, request }) {
      if (body.dryRun) return reply(await operator.previewSend(params.id, body.event));
      return reply(shownActed(await operator.send(params.id, body.event, auth.act(request))));
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/actors/:id/tick',
    summary: 'Tick an actor now',
    description: 'The service evaluates the actor with newly read prices and balances. `changed` is false if there was nothing to do.',
    input: { params: byId },
    authorize: auth.act,
    responses: { 200: { description: 'The result.', data: actedSchema } },
    handle: async ({ params, request }) => reply(shownActed(await operator.tick(params.id, auth.act(request)))),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/actors/:id/release',
    summary: "End an actor's quarantine or pause",
    description:
      'Clears the failures of the actor and retries its waiting effects at once. If an earlier attempt of an effect may have succeeded, its result is looked up before the effect is run again.',
    input: { params: byId },
    authorize: auth.act,
    responses: { 200: { description: 'The actor after the action.', data: recordSchema } },
    handle: async ({ params, request }) => reply(shownRecord(await operator.release(params.id, auth.act(request)))),
  });
}
