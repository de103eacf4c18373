import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../http/add-route.ts';
import { reply } from '../http/reply.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { actedSchema, actorId, recordSchema, revision, text } from './operator-schemas.ts';

const byId = v.object({ id: actorId });

/** Acting on one actor. */
export function addActRoutes(app: AnyElysia, { operator, auth }: OperatorRoutesDeps): void {
  addRoute(app, {
    method: 'POST',
    path: '/actors/:id/restore',
    summary: 'Give an actor the state of an earlier revision, as a new one',
    description:
      'Effects that were settled are not run again, and what happened outside is not taken back. `expectedRevision` is the revision that you ' +
      'have looked at: when the actor has moved on, 409 `revision-moved-on`, and nothing is changed.',
    input: { params: byId, body: v.object({ revision, expectedRevision: v.optional(revision) }) },
    authorize: auth.act,
    responses: { 200: { description: 'The actor as it is now.', data: recordSchema } },
    async handle({ params, body, request }) {
      return reply(await operator.restore(params.id, body.revision, auth.act(request), body.expectedRevision));
    },
  });

  addRoute(app, {
    method: 'POST',
    path: '/actors/:id/send',
    summary: 'Give an actor one of the events that it takes from outside',
    description: '`accepted` is false when its present state has no use for the event: then nothing was changed.',
    input: { params: byId, body: v.object({ event: v.looseObject({ type: text }) }) },
    authorize: auth.act,
    responses: { 200: { description: 'What it came to.', data: actedSchema } },
    handle: async ({ params, body, request }) => reply(await operator.send(params.id, body.event, auth.act(request))),
  });

  addRoute(app, {
    method: 'POST',
    path: '/actors/:id/tick',
    summary: 'Give an actor its tick now, due or not',
    description: 'With facts fetched for it alone. `changed` is false when there was nothing to do.',
    input: { params: byId },
    authorize: auth.act,
    responses: { 200: { description: 'What it came to.', data: actedSchema } },
    handle: async ({ params, request }) => reply(await operator.tick(params.id, auth.act(request))),
  });

  addRoute(app, {
    method: 'POST',
    path: '/actors/:id/release',
    summary: "End an actor's quarantine or pause",
    description: 'Failures are forgotten; what waits in its outbox is tried at once, and looked up first where it may have happened.',
    input: { params: byId },
    authorize: auth.act,
    responses: { 200: { description: 'The actor as it is now.', data: recordSchema } },
    handle: async ({ params, request }) => reply(await operator.release(params.id, auth.act(request))),
  });
}
