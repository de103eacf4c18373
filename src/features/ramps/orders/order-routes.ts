import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addBearerRoute, type BearerAuth } from '../../../http/bearer-auth.ts';
import { upTo200 } from '../../../http/fields.ts';
import { reply } from '../../../http/reply.ts';
import { rampStatuses } from '../../../values/ramp-status.ts';
import type { RampOrders } from './create-orders.ts';
import { presentOrder, rampOrderSchema } from './present-order.ts';

const listQuery = v.object({
  status: v.optional(v.picklist(rampStatuses)),
  limit: v.optional(upTo200, '50'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
});
const params = v.object({ reference: v.pipe(v.string(), v.uuid('Expected the reference of an order, which is a UUID.')) });
const one = { 200: { description: 'The order.', data: rampOrderSchema } };

/**
 * Creates the routes by which a signed-in wallet reads its orders. An order shows what a person paid, so only the wallet that owns the
 * order may read it.
 */
export function createOrderRoutes(deps: { readonly orders: RampOrders; readonly auth: Pick<BearerAuth, 'user'> }): AnyElysia {
  const { orders, auth } = deps;
  const app = new Elysia({ name: 'ramp-orders', prefix: '/defi/ramp-orders' });
  const bearer = auth.user;

  addBearerRoute(app, {
    ...{ method: 'GET', path: '', cost: 'cheap', bearer },
    summary: 'List the ramp orders of the signed-in wallet',
    description:
      'Orders are listed newest first, at most `limit` (default 50). If there are more, the header X-Next-Cursor contains the `cursor` of the next page.',
    input: { query: listQuery },
    responses: { 200: { description: 'The orders.', data: v.array(rampOrderSchema) } },
    async handle({ query: { status, ...page }, authWallet }) {
      const found = await orders.list({ ...page, wallet: authWallet, statuses: status === undefined ? undefined : [status] });
      const headers = found.cursor === null ? {} : { 'x-next-cursor': found.cursor };
      return reply(found.orders.map(presentOrder), { headers });
    },
  });
  addBearerRoute(app, {
    ...{ method: 'GET', path: '/:reference', cost: 'cheap', bearer },
    summary: 'Read a ramp order of the signed-in wallet',
    input: { params },
    responses: one,
    handle: async ({ params: { reference }, authWallet }) => reply(presentOrder(await orders.find(reference, authWallet))),
  });
  addBearerRoute(app, {
    ...{ method: 'POST', path: '/:reference/refresh', cost: 'limited', keeps: false, bearer },
    summary: 'Ask the provider about a ramp order',
    description:
      'The service asks the provider in the background, at most every 10 s. The reply contains the order as it was before the provider answered.',
    input: { params },
    responses: one,
    handle: async ({ params: { reference }, authWallet }) => reply(presentOrder(await orders.refresh(reference, authWallet))),
  });
  return app;
}
