import { type AnyElysia, Elysia } from 'elysia';
import { addActRoutes } from './act-routes.ts';
import { addActorRoutes } from './actor-routes.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { addSnapshotRoutes } from './snapshot-routes.ts';

/**
 * Creates the routes under `/api/operator` with which operators read and repair actors of the running system. Every action is stored in the
 * actor's history with the operator's name.
 */
export function createOperatorRoutes(deps: OperatorRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator', prefix: '/operator' });
  addActorRoutes(app, deps);
  addActRoutes(app, deps);
  addSnapshotRoutes(app, deps);
  return app;
}
