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
    summary: 'Show what executors hold and spend',
    description:
      'For each chain: the balance of the executor and how long it lasts, what its transactions cost today and in the last thirty days ' +
      '(UTC), what was put off because of its gas, the limit of a day, and the fees that its vaults earned.',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'The chains that this node reads.', data: treasurySchema } },
    handle: async () => reply(await treasury.report()),
  });
  return app;
}
