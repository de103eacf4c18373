import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { ActorTypeDescription } from '../../runtime/operator/describe-actor-type.ts';
import type { ActorTypeInfo, TypePause } from '../../values/inspection/actor-type.ts';
import type { TypeFigures } from '../../values/inspection/type-figures.ts';
import { eventFormSchema } from './event-form-schema.ts';
import { typeFiguresSchema } from './type-figures-schema.ts';

export type TypeRoutesDeps = {
  readonly types: readonly ActorTypeDescription[];
  /** Returns the actor types that are paused at present, on all nodes. */
  readonly pauses: () => readonly TypePause[];
  readonly figures: () => Promise<TypeFigures>;
  readonly auth: OperatorAuth;
};

const transitionSchema = v.object({
  event: v.pipe(
    v.string(),
    v.description('The event that causes the transition. Empty: no event is needed. *: any event that no other transition handles.'),
  ),
  targets: v.pipe(v.array(v.string()), v.description('Paths of the target states. Empty: the transition does not leave the state.')),
  guard: v.nullable(v.string()),
  actions: v.array(v.string()),
  description: v.nullable(v.string()),
});

const stateSchema = v.object({
  path: v.pipe(v.string(), v.description('The keys of the state and its parents, outermost first, joined by dots.')),
  key: v.string(),
  parent: v.nullable(v.string()),
  kind: v.picklist(['atomic', 'compound', 'parallel', 'final']),
  initial: v.nullable(v.string()),
  description: v.nullable(v.string()),
  tags: v.array(v.string()),
  entry: v.array(v.string()),
  exit: v.array(v.string()),
  on: v.array(transitionSchema),
});

const typeSchema = v.object({
  type: v.string(),
  version: v.number(),
  chart: v.object({ id: v.string(), initial: v.string(), states: v.array(stateSchema), on: v.array(transitionSchema) }),
  events: v.array(
    v.object({
      type: v.string(),
      from: v.picklist(['outside', 'inside']),
      schema: v.pipe(v.nullable(v.looseObject({})), v.description('JSON Schema of the event without its type; null for internal events.')),
    }),
  ),
  effects: v.array(
    v.object({
      name: v.string(),
      safety: v.picklist(['idempotent', 'reconcile']),
      deadlineMs: v.number(),
      delayMs: v.number(),
      maxAttempts: v.number(),
    }),
  ),
  keys: v.array(v.object({ name: v.string(), kind: v.picklist(['text', 'number']), isSearched: v.boolean() })),
  isTicked: v.boolean(),
  isRestorable: v.boolean(),
  pause: v.nullable(v.object({ type: v.string(), by: v.string(), reason: v.string(), atMs: v.number() })),
});

/** Creates the routes `GET /api/operator/types` (the actor types and their definitions) and `GET /api/operator/types/figures`. */
export function createTypeRoutes({ types, pauses, figures, auth }: TypeRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-types', prefix: '/operator' });
  const infos = types.map(
    ({ events, ...rest }): Omit<ActorTypeInfo, 'pause'> => ({
      ...rest,
      events: events.map(({ type, from, schema }) => ({ type, from, schema: schema === null ? null : eventFormSchema(schema) })),
    }),
  );
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/types',
    summary: 'List the actor types',
    description:
      'Returns the statechart, events, effects and pause of each actor type that this node runs. Transitions are listed in the order in which they are tried.',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'All types of this node.', data: v.array(typeSchema) } },
    handle() {
      const paused = new Map(pauses().map((pause) => [pause.type, pause]));
      return reply(infos.map((info): ActorTypeInfo => ({ ...info, pause: paused.get(info.type) ?? null })));
    },
  });
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/types/figures',
    summary: 'Read how fast each actor type works',
    description:
      'Returns for each actor type how often its actors stepped and attempted effects on this node since `sinceMs` (at most the last ' +
      '15 minutes), how long that took, and how often it failed, was tried again, or was postponed because a chain did not answer. A failing type has `failures` or `retries`; ' +
      '`lastError` says what happened last. All times are UTC in milliseconds; durations are accurate to a tenth.',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'The figures of all actor types of this node.', data: typeFiguresSchema } },
    handle: async () => reply(await figures()),
  });
  return app;
}
