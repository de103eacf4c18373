import { type AnyElysia, Elysia } from 'elysia';
import type { Log } from '../../platform/log/log.ts';
import type { Operator } from '../../runtime/operator.ts';
import type { Clock } from '../../values/clock.ts';
import type { OperatorAuth } from '../http/operator-auth.ts';
import { addActRoutes } from './act-routes.ts';
import { addActorRoutes } from './actor-routes.ts';
import { addSnapshotRoutes } from './snapshot-routes.ts';

export type OperatorRoutesDeps = {
  readonly operator: Operator;
  readonly auth: OperatorAuth;
  readonly clock: Clock;
  readonly log: Log;
};

/** `/api/operator`: looking into actors and mending them, on the running system. Every act is in the actor's history with who did it. */
export function createOperatorRoutes(deps: OperatorRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator', prefix: '/operator' });
  addActorRoutes(app, deps);
  addActRoutes(app, deps);
  addSnapshotRoutes(app, deps);
  return app;
}
