import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { DeferredList } from '../deferred/deferred-list.ts';
import type { NodeDrain } from '../operations/node-drain.ts';
import type { OperatorActs } from '../operations/operator-acts.ts';
import type { TypePauses } from '../operations/type-pauses.ts';
import { addDeferredRoutes } from './deferred-routes.ts';
import { actsQuery, text } from './operator-schemas.ts';

export type OperationsRoutesDeps = {
  readonly pauses: Pick<TypePauses, 'pause' | 'resume'>;
  readonly drain: NodeDrain;
  readonly acts: Pick<OperatorActs, 'list'>;
  readonly deferred: DeferredList;
  readonly auth: OperatorAuth;
};

const byType = v.object({ type: text });
const pauseSchema = v.object({ type: v.string(), by: v.string(), reason: v.string(), atMs: v.number() });
const nodeSchema = v.object({
  nodeId: v.string(),
  drain: v.nullable(
    v.object({
      by: v.string(),
      reason: v.nullable(v.string()),
      atMs: v.number(),
      endedAtMs: v.pipe(
        v.nullable(v.number()),
        v.description('Time at which the last work on the node ended, in UTC ms; null while something runs.'),
      ),
    }),
  ),
  effectsRunning: v.number(),
  commitsOutstanding: v.number(),
});
const actSchema = v.object({
  act: v.picklist(['pause', 'resume', 'drain', 'bulk', 'retry-deferred', 'drop-deferred']),
  subject: v.string(),
  by: v.string(),
  reason: v.nullable(v.string()),
  atMs: v.number(),
  details: v.record(v.string(), v.nullable(v.union([v.string(), v.number(), v.boolean()]))),
});

/** Creates the routes for operations on actor types and nodes, and for the list of recorded operations. */
export function createOperationsRoutes({ pauses, drain, acts, deferred, auth }: OperationsRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-operations', prefix: '/operator' });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/types/:type/pause',
    summary: 'Pause all actors of a type',
    description:
      'The actors get no ticks, their triggers do not fire, and no new effects start; running effects end. Events from outside ' +
      'are applied and recorded, and effects that they request wait. Other nodes apply the pause within about a second. The ' +
      'pause lasts until the type is resumed, even if nodes restart. If the same operator repeats the same request, nothing ' +
      'changes; any other request to pause the type gets 409 `already-paused`.',
    input: { params: byType, body: v.object({ reason: text }) },
    authorize: auth.act,
    responses: { 200: { description: 'The pause.', data: pauseSchema } },
    handle: async ({ params, body, request }) => reply(await pauses.pause(params.type, body.reason, auth.act(request))),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/types/:type/resume',
    summary: 'Resume all actors of a type',
    description:
      'Waiting effects (such as transactions) start at once, and each actor is processed once for all the ticks that it missed. The reply is 409 `not-paused` if the type is not paused.',
    input: { params: byType },
    authorize: auth.act,
    responses: { 200: { description: 'The pause that was ended.', data: pauseSchema } },
    handle: async ({ params, request }) => reply(await pauses.resume(params.type, auth.act(request))),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/node',
    summary: 'Read the state of this node',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'The node.', data: nodeSchema } },
    handle: () => reply(drain.state()),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/node/drain',
    summary: 'Take this node out of service',
    description:
      'The node starts no more scheduled work (ticks) and effects, finishes what is running, and answers requests that would change an actor with ' +
      '503 `draining`. Reads still work, and `/api/ready` answers 503. The process keeps running until it is stopped from ' +
      'outside; only a restart ends the drain. The reply is 409 `other-node` if `nodeId` names a different node. Behind a load ' +
      "balancer, send the request to the node's own address.",
    input: { body: v.object({ nodeId: text, reason: v.optional(text) }) },
    authorize: auth.act,
    responses: { 200: { description: 'The progress at this moment. `GET /node` returns the later progress.', data: nodeSchema } },
    handle: async ({ body, request }) => reply(await drain.drain(body.nodeId, auth.act(request), body.reason ?? null)),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/acts',
    summary: 'List operator actions, newest first',
    description:
      'Lists actions on actor types, on nodes, and on many actors at once, from all nodes. Actions on a single actor are in the history of that actor.',
    input: { query: actsQuery },
    authorize: auth.read,
    responses: { 200: { description: 'A page.', data: v.object({ acts: v.array(actSchema), cursor: v.nullable(v.string()) }) } },
    handle: async ({ query }) => reply(await acts.list(query)),
  });
  addDeferredRoutes(app, { deferred, auth });
  return app;
}
