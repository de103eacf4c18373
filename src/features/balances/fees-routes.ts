import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { type RouteLimits, unlimited } from '../../http/rate-limit.ts';
import { reply } from '../../http/reply.ts';
import { type Fees, feesSummarySchema } from './create-fees.ts';

/** Creates the route `GET /api/defi/fees/summary` (API specification, "Fees summary"). */
export function createFeesRoutes(deps: { fees: Fees; limits?: RouteLimits }): AnyElysia {
  const { fees, limits = unlimited } = deps;
  const app = new Elysia({ name: 'fees', prefix: '/defi' });

  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    path: '/fees/summary',
    summary: 'Sum the relayer balances in dollars',
    description:
      'Sums the dollar values of the native assets and of the known tokens with a `coingeckoId` that the relayer contract of ' +
      'each chain holds. `totalUsd` is an exact decimal string, and `total` is truncated to cents. Both are lower bounds, ' +
      'because assets without a price are not counted. `vaults` contains the fees that vaults earned, calculated from their ' +
      'executed trades. The reply is cached for five minutes, or for 30 s if a chain is missing. `force=1` reads the chains again. A chain ' +
      'that cannot be read within 8 s is listed in `failed`.',
    input: { query: v.object({ force: v.optional(v.picklist(['0', '1'], 'Expected 1 to read the chains again, or 0.')) }) },
    rateLimit: limits.perMinute('fees'),
    responses: { 200: { description: 'The summary.', data: feesSummarySchema } },
    handle: async ({ query }) => reply(await fees.summary({ isForced: query.force === '1' })),
  });

  return app;
}
