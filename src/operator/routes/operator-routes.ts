import { type AnyElysia, Elysia } from 'elysia';
import { addActRoutes } from './act-routes.ts';
import { addActorRoutes } from './actor-routes.ts';
import type { OperatorRoutesDeps } from './operator-routes-deps.ts';
import { addSnapshotRoutes } from './snapshot-routes.ts';

/** `/api/operator`: looking into actors and mending them, on the running system. Every act is in the actor's history with who did it. */
export function createOperatorRoutes(deps: OperatorRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator', prefix: '/operator' });
  addActorRoutes(app, deps);
  addActRoutes(app, deps);
  addSnapshotRoutes(app, deps);
  return app;
}
