import { type AnyElysia, Elysia } from 'elysia';
import { addRoute } from '../../http/add-route.ts';
import type { OperatorAuth } from '../../http/operator-auth.ts';
import { reply } from '../../http/reply.ts';
import { type Treasury, treasurySchema } from './create-treasury.ts';

/** Creates the route `GET /api/operator/treasury`. */
export function createTreasuryRoutes({ treasury, auth }: { readonly treasury: Treasury; readonly auth: OperatorAuth }): AnyElysia {
  const app = new Elysia({ name: 'operator-treasury', prefix: '/operator' });
  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/treasury',
    summary: 'Show balances and gas costs of executors',
    description:
      'For each chain: the balance of the executor and how long it lasts, the costs of its transactions today and in the last thirty days ' +
      '(UTC), the orders and trades postponed because of their gas costs, the daily gas limit, and the fees earned by the vaults.',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'The chains that this node reads.', data: treasurySchema } },
    handle: async () => reply(await treasury.report()),
  });
  return app;
}
