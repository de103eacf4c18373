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
      endedAtMs: v.pipe(v.nullable(v.number()), v.description('Since when nothing runs on it any more; null while something does.')),
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

/** Routes for operations on types and nodes, and for the record of these. */
export function createOperationsRoutes({ pauses, drain, acts, deferred, auth }: OperationsRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-operations', prefix: '/operator' });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/types/:type/pause',
    summary: 'Pause all actors of a type',
    description:
      'They get no ticks, their triggers do not fire, and no effects of theirs are begun; those that run end. What comes from outside is ' +
      'applied and recorded as ever, and what it asks for waits. Other nodes learn of it within about a second. It lasts until it is resumed, ' +
      'also over restarts. Repeated by the same operator for the same reason it changes nothing; 409 `already-paused` otherwise.',
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
    description: 'Waiting effects start at once, and one tick makes up for all missed ones. 409 `not-paused` when the type is not paused.',
    input: { params: byType },
    authorize: auth.act,
    responses: { 200: { description: 'The pause that was ended.', data: pauseSchema } },
    handle: async ({ params, request }) => reply(await pauses.resume(params.type, auth.act(request))),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/node',
    summary: 'Read the state of the answering node',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'The node.', data: nodeSchema } },
    handle: () => reply(drain.state()),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/node/drain',
    summary: 'Drain the answering node',
    description:
      'It takes no more ticks and effects, finishes those that run, and answers 503 `draining` to what would change an actor; reads go on, and ' +
      '`/api/ready` becomes 503. Its process stays for whoever supervises it to end. Only a restart puts the node back into service. 409 `other-node` ' +
      'when the node is not the one that is named: behind a load balancer, ask each node at its own address.',
    input: { body: v.object({ nodeId: text, reason: v.optional(text) }) },
    authorize: auth.act,
    responses: { 200: { description: 'The progress; `GET /node` gives later progress.', data: nodeSchema } },
    handle: async ({ body, request }) => reply(await drain.drain(body.nodeId, auth.act(request), body.reason ?? null)),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/acts',
    summary: 'List operator actions, newest first',
    description: 'Actions on types, nodes and many actors at once, of all nodes. Actions on one actor are in its history.',
    input: { query: actsQuery },
    authorize: auth.read,
    responses: { 200: { description: 'A page.', data: v.object({ acts: v.array(actSchema), cursor: v.nullable(v.string()) }) } },
    handle: async ({ query }) => reply(await acts.list(query)),
  });
  addDeferredRoutes(app, { deferred, auth });
  return app;
}
