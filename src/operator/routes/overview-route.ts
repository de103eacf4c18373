import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import type { BlockedTotals } from '../../values/inspection/blocked-totals.ts';
import type { OutageReport } from '../../values/inspection/outage.ts';
import { DEPENDENCY_KINDS, type Overview } from '../../values/inspection/overview.ts';
import type { Today } from '../../values/inspection/today.ts';
import { addBlockedRoute } from './blocked-route.ts';
import { addOutagesRoute, outageSchema } from './outages-route.ts';
import { addTodayRoute } from './today-route.ts';

const milliseconds = v.number();
const healthState = v.picklist(['ok', 'backing-off', 'quarantined']);

const overviewSchema = v.object({
  nowMs: milliseconds,
  nodeId: v.string(),
  version: v.string(),
  countedAtMs: milliseconds,
  actors: v.number(),
  types: v.array(
    v.object({
      type: v.string(),
      total: v.number(),
      states: v.array(v.object({ status: v.nullable(v.string()), health: healthState, count: v.number() })),
    }),
  ),
  outbox: v.object({ entries: v.number(), running: v.number() }),
  late: v.object({
    count: v.number(),
    isMore: v.boolean(),
    oldest: v.nullable(v.object({ id: v.string(), wakeAtMs: milliseconds, effect: v.nullable(v.string()) })),
  }),
  quarantined: v.number(),
  ticks: v.array(
    v.object({
      tickAtMs: milliseconds,
      tookMs: milliseconds,
      due: v.number(),
      triggered: v.number(),
      stepped: v.number(),
      committed: v.number(),
      failed: v.number(),
      effectsWoken: v.number(),
      factsFetched: v.number(),
      missed: v.number(),
    }),
  ),
  minutes: v.array(
    v.object({
      atMs: milliseconds,
      commits: v.number(),
      refused: v.number(),
      conflicts: v.number(),
      stepErrors: v.number(),
      effects: v.number(),
      effectErrors: v.number(),
    }),
  ),
  nodes: v.array(
    v.object({
      nodeId: v.string(),
      isThis: v.boolean(),
      host: v.pipe(v.nullable(v.string()), v.description('Name of the machine or container.')),
      startedAtMs: milliseconds,
      seenAtMs: milliseconds,
      version: v.string(),
      isDraining: v.boolean(),
      residents: v.number(),
      effectsRunning: v.number(),
      lastTickAtMs: v.nullable(milliseconds),
      groups: v.array(v.string()),
    }),
  ),
  dependencies: v.array(
    v.object({
      kind: v.picklist(DEPENDENCY_KINDS),
      name: v.string(),
      isOk: v.boolean(),
      message: v.string(),
      sinceMs: v.nullable(milliseconds),
    }),
  ),
  outages: v.array(outageSchema),
  deferred: v.object({
    count: v.number(),
    oldestAtMs: v.nullable(milliseconds),
    items: v.array(
      v.object({
        ...{ id: v.string(), chainId: v.number(), putAsideBy: v.string(), kind: v.string(), subject: v.string() },
        ...{ attempts: v.number(), lastError: v.string(), nextAttemptAtMs: milliseconds },
      }),
    ),
  }),
  paused: v.array(v.object({ type: v.string(), by: v.string(), reason: v.string(), atMs: milliseconds })),
});

export type OverviewRoutesDeps = {
  readonly overview: () => Promise<Overview>;
  readonly today: () => Promise<Today>;
  readonly blocked: () => Promise<BlockedTotals>;
  readonly outages: () => Promise<OutageReport>;
  readonly auth: OperatorAuth;
};

/** Creates the routes `GET /api/operator/overview`, `/today`, `/blocked` and `/outages`. */
export function createOverviewRoutes({ overview, today, blocked, outages, auth }: OverviewRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-overview', prefix: '/operator' });
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/overview',
    summary: 'Read the overview for operators',
    description:
      'All times are UTC in milliseconds. `ticks` (newest first) and `minutes` (oldest first) describe this node since its ' +
      'start. `countedAtMs` is the time at which the actors were counted, because some stores count them only from time to time. ' +
      '`late` counts actors that are more than two minutes late, without the actors that are due at every tick. Counting stops ' +
      'at a limit for each type; `isMore` is then true. `deferred` counts the postponed vault events and lists some of the ' +
      'oldest; `GET /deferred` lists more. `outages` lists the failures that keep the service from doing its work; the failure ' +
      'with the largest effect comes first.',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'The overview.', data: overviewSchema } },
    handle: async () => reply(await overview()),
  });
  addTodayRoute(app, { today, auth });
  addBlockedRoute(app, { blocked, auth });
  addOutagesRoute(app, { outages, auth });
  return app;
}
