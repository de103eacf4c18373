import type { RoutePlanner } from '../../src/market/routes/create-route-planner.ts';
import { type BestRoute, createBestRoute } from '../../src/market/vault-routes/create-best-route.ts';

/** Creates the route finder of a vault with Uniswap v3 as the only source. */
export function ownRoutes(routes: RoutePlanner): BestRoute {
  const guard = { check: () => Promise.reject(new Error('only routes of other sources are checked again')) };
  return createBestRoute({ routes, guard, minOutputSlippageBps: 100 });
}
