import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { upTo200 } from '../../../http/fields.ts';
import type { OperatorAuth } from '../../../http/operator-auth.ts';
import { reply } from '../../../http/reply.ts';
import { walletText } from '../../../http/wallet-text.ts';
import type { Log } from '../../../platform/log/log.ts';
import { CoxswainError } from '../../../values/errors/coxswain-error.ts';
import { isoOf } from '../../../values/iso-time.ts';
import { rampStatuses } from '../../../values/ramp-status.ts';
import { rampNames } from '../ramp-provider.ts';
import type { RegisteredRamp } from '../registry.ts';
import type { RampOrders } from './create-orders.ts';
import { presentOrder, rampOrderSchema } from './present-order.ts';
import { signsKnownVector } from './signature-vectors.ts';
import type { UnattributedOrders } from './unattributed.ts';

const text = v.nullable(v.string());
const provider = v.optional(v.picklist(rampNames));
const params = v.object({ reference: v.pipe(v.string(), v.uuid('Expected the reference of an order, which is a UUID.')) });
const listQuery = v.object({
  provider,
  status: v.optional(v.picklist(rampStatuses)),
  wallet: v.optional(walletText),
  limit: v.optional(upTo200, '50'),
  cursor: v.optional(v.pipe(v.string(), v.nonEmpty(), v.maxLength(1_000))),
});
const unattributedSchema = v.object({
  ...{ provider: v.string(), orderId: text, reference: text, providerStatus: text, isProved: v.boolean(), webhooks: v.number() },
  ...{ firstAt: v.string(), lastAt: v.string() },
});
const checkSchema = v.object({
  provider: v.picklist(rampNames),
  isOn: v.boolean(),
  /** Whether this program computes the same signature of a known text as the provider; null when the provider signs nothing. */
  signs: v.nullable(v.boolean()),
  /** Whether the provider accepted a harmless call with the configured keys; null when the provider is off. */
  answers: v.nullable(v.boolean()),
  message: v.string(),
});
const one = { 200: { description: 'The order.', data: rampOrderSchema } };

/** Creates the routes that the command `coxswain ramps` calls. */
export function createOperatorOrderRoutes(deps: {
  readonly orders: RampOrders;
  readonly unattributed: Pick<UnattributedOrders, 'list'>;
  readonly ramps: readonly RegisteredRamp[];
  readonly auth: OperatorAuth;
  readonly log: Log;
}): AnyElysia {
  const { orders, unattributed, ramps, auth, log } = deps;
  const app = new Elysia({ name: 'operator-ramps', prefix: '/operator/ramps' });
  const read = { method: 'GET' as const, cost: 'operator' as const, authorize: auth.read };
  const act = { method: 'POST' as const, cost: 'operator' as const, authorize: auth.act };

  addRoute(app, {
    ...{ ...read, path: '/orders' },
    summary: 'List ramp orders',
    description: 'Orders are listed newest first. If there are more, the header X-Next-Cursor contains the `cursor` of the next page.',
    input: { query: listQuery },
    responses: { 200: { description: 'The orders.', data: v.array(rampOrderSchema) } },
    async handle({ query: { status, ...query } }) {
      const found = await orders.list({ ...query, statuses: status === undefined ? undefined : [status] });
      return reply(found.orders.map(presentOrder), { headers: found.cursor === null ? {} : { 'x-next-cursor': found.cursor } });
    },
  });
  addRoute(app, {
    ...{ ...read, path: '/orders/:reference' },
    summary: 'Read a ramp order',
    input: { params },
    responses: one,
    handle: async ({ params: { reference } }) => reply(presentOrder(await orders.find(reference, null))),
  });
  addRoute(app, {
    ...{ ...act, path: '/orders/:reference/refresh' },
    summary: 'Ask the provider about a ramp order',
    input: { params },
    responses: one,
    async handle({ params: { reference }, request }) {
      const order = await orders.refresh(reference, null);
      log.info("The provider of a ramp order was asked for the order's status", { by: auth.act(request), reference });
      return reply(presentOrder(order));
    },
  });
  addRoute(app, {
    ...{ ...read, path: '/unattributed' },
    summary: 'List orders of webhooks without a known reference',
    description: 'Lists orders that webhooks named but that match no reference of this service. Orders named last come first.',
    input: { query: v.object({ provider, limit: v.optional(upTo200, '50') }) },
    responses: { 200: { description: 'The orders.', data: v.array(unattributedSchema) } },
    async handle({ query }) {
      const found = await unattributed.list(query);
      return reply(
        found.map(({ provider: of, orderId, reference, providerStatus, isProved, webhooks, firstAtMs, lastAtMs }) => ({
          ...{ provider: of, orderId, reference, providerStatus, isProved, webhooks },
          ...{ firstAt: isoOf(firstAtMs), lastAt: isoOf(lastAtMs) },
        })),
      );
    },
  });
  addRoute(app, {
    ...{ ...act, path: '/check' },
    summary: 'Check the signatures and keys of the providers',
    description:
      'For each provider, signs a known text and compares the signature. For each provider whose keys are set, also makes a harmless call with these keys.',
    input: { query: v.object({ provider }) },
    responses: { 200: { description: 'The result of each.', data: v.array(checkSchema) } },
    async handle({ query, request }) {
      const chosen = ramps.filter(({ traits }) => query.provider === undefined || traits.name === query.provider);
      return reply(await Promise.all(chosen.map((ramp) => checked(ramp, request.signal))));
    },
  });
  return app;
}

async function checked(ramp: RegisteredRamp, signal: AbortSignal): Promise<v.InferOutput<typeof checkSchema>> {
  const { name } = ramp.traits;
  const signs = signsKnownVector(name);
  if (ramp.provider === null) {
    return {
      provider: name,
      isOn: false,
      signs,
      answers: null,
      message: `The provider is off. To turn it on, set ${ramp.missing.join(', ')}.`,
    };
  }
  try {
    await ramp.call('check', (own, within) => own.check(within), { signal });
    return { provider: name, isOn: true, signs, answers: true, message: 'The provider accepts the keys.' };
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    return { provider: name, isOn: true, signs, answers: false, message: error.message };
  }
}
