import type { GuardAnswer, OutputGuard, Reference } from './create-output-guard.ts';
import type { Route, RouteRequest, RouteSource } from './route-source.ts';

export type RoutePlan =
  | { readonly ok: true; readonly route: Route; readonly reference: Reference; readonly worseBps: number }
  | { readonly ok: false; readonly reason: RouteSkip; readonly detail: string };

/** Why no route of a trade can be sent. Clients receive the same value as the reason why an order was skipped. */
export type RouteSkip = 'no-route' | 'chain-not-supported' | Extract<GuardAnswer, { ok: false }>['reason'];

/**
 * Finds the route with the highest output among all sources. The route is returned only if a comparison with a reference price shows that
 * its output is fair.
 * @throws RetryableError when no source can be queried, or the chain cannot be read
 */
export type RoutePlanner = {
  /**
   * Plans the route of a trade. `slippageBps` is the maximum number of basis points by which the minimum output may be below the quote;
   * when missing, the planner's default is used.
   */
  plan(request: Omit<RouteRequest, 'slippageBps'> & Partial<Pick<RouteRequest, 'slippageBps'>>): Promise<RoutePlan>;
};

/**
 * Creates a route planner. @param minOutputSlippageBps by how many basis points a route's minimum output is below its quote, unless a
 * request specifies another value
 */
export function createRoutePlanner(deps: {
  sources: readonly RouteSource[];
  guard: OutputGuard;
  minOutputSlippageBps: number;
}): RoutePlanner {
  const { sources, guard, minOutputSlippageBps } = deps;
  return {
    async plan(request) {
      const settled = await Promise.allSettled(
        sources.map((source) => source.findRoute({ slippageBps: minOutputSlippageBps, ...request })),
      );
      const answers = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      const failure = settled.find((one) => one.status === 'rejected');
      const routes = answers.flatMap((answer) => (answer.ok ? [answer.route] : [])).sort((a, b) => (a.amountOut < b.amountOut ? 1 : -1));
      // A source that failed might have had a route, so the result `no-route` could be wrong. Therefore the source's error is thrown.
      if (routes.length === 0 && failure !== undefined) throw failure.reason;
      const [best] = routes;
      if (best !== undefined) {
        // Only the route with the highest output is checked. If it fails, all other routes would fail the same check, because their output
        // is lower.
        const checked = await guard.check(best);
        if (!checked.ok) return { ok: false, reason: checked.reason, detail: checked.detail };
        return { ok: true, route: best, reference: checked.reference, worseBps: checked.worseBps };
      }
      const [none] = answers.flatMap((answer) => (answer.ok || answer.reason === 'chain-not-supported' ? [] : [answer]));
      if (none !== undefined) return none;
      return { ok: false, reason: 'chain-not-supported', detail: `No source of swap routes supports chain ${request.chainId}.` };
    },
  };
}
