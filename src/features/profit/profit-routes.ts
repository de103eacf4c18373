import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { chainIdText, evmAddress } from '../../http/fields.ts';
import { type RouteLimits, unlimited } from '../../http/rate-limit.ts';
import { bareReply, reply } from '../../http/reply.ts';
import type { Profit } from './create-profit.ts';
import { profitSchema } from './report.ts';

const input = {
  params: v.object({ wallet: evmAddress }),
  query: v.object({ chainId: v.optional(chainIdText), recordId: v.optional(v.pipe(v.string(), v.maxLength(100))) }),
};

/** Creates the routes `GET /api/v1/profit/:wallet` and `/api/v1/profit/:wallet/fills.csv`, which the API specification does not contain. */
export function createProfitRoutes({ profit, limits = unlimited }: { readonly profit: Profit; readonly limits?: RouteLimits }): AnyElysia {
  const app = new Elysia({ name: 'profit', prefix: '/v1/profit' });
  const rateLimit = limits.perMinute('profit');
  addRoute(app, {
    ...{ cost: 'limited', method: 'GET', path: '/:wallet', input, rateLimit },
    summary: "Read a wallet's profit and loss",
    description:
      'Returns the result of each DCA position and Autopilot agent of the wallet that has made trades: what was spent and ' +
      'received, the profit realised by average cost, and the value of what is held at current prices. The result is split by ' +
      'token and by UTC day, and compared with holding the tokens instead. Amounts are exact decimal strings in whole units of the ' +
      'token that the position or agent spends (`budgetToken`). `chainId` restricts the reply to a chain, `recordId` to a single position or agent.',
    responses: { 200: { description: 'The profit and loss.', data: profitSchema } },
    handle: async ({ params, query }) => reply(await profit.report(params.wallet, query)),
  });
  addRoute(app, {
    ...{ cost: 'limited', method: 'GET', path: '/:wallet/fills.csv', input, rateLimit },
    summary: "Download a wallet's fills as CSV",
    description:
      'Returns one row for each fill (executed trade), oldest first, with the cost and the gain of the sold tokens. The format suits tax programs.',
    responses: { 200: { description: 'The fills.', bare: { contentType: 'text/csv' } } },
    handle: async ({ params, query }) =>
      bareReply(await profit.csv(params.wallet, query), {
        headers: { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment; filename="fills.csv"' },
      }),
  });
  return app;
}
