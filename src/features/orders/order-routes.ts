import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { describedAs } from '../../http/described-as.ts';
import { chainIdMember, upTo200 } from '../../http/fields.ts';
import { reply } from '../../http/reply.ts';
import { walletText } from '../../http/wallet-text.ts';
import { parseBaseUnits } from '../../values/base-units.ts';
import { parseIsoTime } from '../../values/iso-time.ts';
import type { Orders } from './create-orders.ts';
import type { OrderInput } from './order.ts';

const text = (most: number) => v.pipe(v.string(), v.nonEmpty(), v.maxLength(most));
const baseUnits = v.pipe(
  v.string(),
  v.regex(/^(0|[1-9][0-9]{0,77})$/, 'Expected base units: a whole number in decimal digits, as text.'),
  v.transform(parseBaseUnits),
);
const isoTime = v.pipe(
  v.string(),
  v.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,3})?Z$/, 'Expected a time in ISO 8601 and UTC, such as 2026-01-31T12:00:00Z.'),
  v.check((time) => parseIsoTime(time) !== null, 'This date or time does not exist.'),
);
/** An object with any fields that the service which executes the order needs. `parseJson` lists contents that no request body may have. */
const metaData = v.pipe(
  v.custom<Record<string, unknown>>((value) => typeof value === 'object' && value !== null && !Array.isArray(value), 'Expected an object.'),
  describedAs(v.record(v.string(), v.unknown())),
);

const optionalParts = {
  aggregator: v.optional(text(64)),
  type: v.optional(text(64)),
  status: v.optional(text(64)),
  quoteId: v.optional(text(200)),
  txHash: v.optional(text(200)),
  amountOutMin: v.optional(baseUnits),
  expiresAt: v.optional(isoTime),
  metaData: v.optional(metaData),
};

const createBody = v.object({
  orderId: text(200),
  walletAddress: walletText,
  fromChainId: v.optional(chainIdMember),
  toChainId: v.optional(chainIdMember),
  fromToken: v.optional(text(200)),
  toToken: v.optional(text(200)),
  amountIn: v.optional(baseUnits),
  ...optionalParts,
});

const newerBody = v.object({
  orderId: v.optional(text(200)),
  walletAddress: walletText,
  fromChainId: chainIdMember,
  toChainId: chainIdMember,
  fromToken: text(200),
  toToken: text(200),
  amountIn: baseUnits,
  ...optionalParts,
});

const nullableText = v.nullable(v.string());
const orderSchema = v.object({
  _id: v.string(),
  id: v.string(),
  orderId: v.string(),
  walletAddress: v.string(),
  aggregator: nullableText,
  type: nullableText,
  /** The status that the client sent when it created the order; `open` when it sent none. */
  status: v.string(),
  quoteId: nullableText,
  txHash: nullableText,
  fromChainId: v.nullable(v.number()),
  toChainId: v.nullable(v.number()),
  fromToken: nullableText,
  toToken: nullableText,
  amountIn: nullableText,
  amountOutMin: nullableText,
  expiresAt: nullableText,
  metaData: v.nullable(v.looseObject({})),
  createdAt: v.string(),
});
const one = { description: 'The order.', data: orderSchema };

const pageQuery = v.object({
  limit: v.optional(upTo200, '200'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
});

/**
 * Creates the three order routes (API specification, "Other trading routes"). They store clients' descriptions of orders, and never act on
 * them.
 */
export function createOrderRoutes(deps: { orders: Orders }): AnyElysia {
  const { orders } = deps;
  const app = new Elysia({ name: 'orders', prefix: '/defi' });
  const create = async (input: OrderInput) => {
    const { order, isNew } = await orders.create(input);
    return reply(order, { status: isNew ? 201 : 200 });
  };

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/order/create',
    summary: 'Store an order that was placed elsewhere',
    description:
      '`orderId` is the id of the order at the service that executes it, unique per wallet. A repeated identical order is answered with ' +
      '200, a different order with the same id with 409. Amounts are strings in base units; `metaData` is any object; the order has at ' +
      'most 16,384 characters in all.',
    input: { body: createBody },
    responses: { 200: { ...one, description: 'The existing order.' }, 201: one },
    handle: ({ body }) => create(body),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/order',
    summary: 'Store an order (newer form)',
    description:
      'Like POST /defi/order/create, with all terms of the trade. Without `orderId`, the service creates an id, so each request ' +
      'is a new order.',
    input: { body: newerBody },
    responses: { 200: { ...one, description: 'The existing order.' }, 201: one },
    handle: ({ body }) => create(body),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/order/:walletAddress',
    summary: "List a wallet's orders",
    description:
      'Newest first, at most `limit` orders (optional, 200), and fewer when they are large. If there are more, the header ' +
      'X-Next-Cursor contains the `cursor` of the next page.',
    input: { params: v.object({ walletAddress: walletText }), query: pageQuery },
    responses: { 200: { description: 'The orders.', data: v.array(orderSchema) } },
    async handle({ params, query }) {
      const { orders: found, cursor } = await orders.list(params.walletAddress, query);
      return reply(found, cursor === null ? {} : { headers: { 'x-next-cursor': cursor } });
    },
  });

  return app;
}
