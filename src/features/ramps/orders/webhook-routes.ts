import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { type RouteLimit, type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { bareReply, reply } from '../../../http/reply.ts';
import { requiredWebhookUrl, webhookUrlOf } from '../create-checkouts.ts';
import { type RampName, rampNames } from '../ramp-provider.ts';
import type { RegisteredRamp } from '../registry.ts';
import { rampOf } from '../registry.ts';
import type { TakeWebhook } from './take-webhook.ts';

const bytes = v.instance(Uint8Array);
const registeredSchema = v.object({
  provider: v.picklist(rampNames),
  /** The URL at which this service receives the provider's webhooks. */
  url: v.string(),
  /**
   * False when the provider has no API to register the webhook's URL. The URL is then set in the provider's dashboard, or is sent with each
   * order.
   */
  isRegistered: v.boolean(),
});
const ANSWER = 'The reply that the provider expects. After any other reply, the provider sends the webhook again.';

/** The documented routes by which an operator registers this service's webhook URL at a provider. */
const REGISTER: readonly { readonly name: RampName; readonly path: string }[] = [
  { name: 'onramp-money', path: 'setWebhook' },
  { name: 'guardarian', path: 'webhook-url' },
];

/** Creates the routes that providers send webhooks to, and those that register them (API specification, "Fiat on/off-ramp", "Events"). */
export function createWebhookRoutes(deps: {
  readonly takeWebhook: TakeWebhook;
  readonly ramps: readonly RegisteredRamp[];
  readonly publicUrl: string | null;
  readonly limits?: RouteLimits;
}): AnyElysia {
  const { takeWebhook, ramps, publicUrl, limits = unlimited } = deps;
  const app = new Elysia({ name: 'ramp-webhooks', prefix: '/defi' });
  const refused = limits.perMinute('ramp-webhooks');

  /** Accepts a webhook. A webhook that is not genuine counts against the sender's rate limit; genuine webhooks are not limited. */
  const take = async (name: RampName, request: Request, method: 'GET' | 'POST', body: Uint8Array) => {
    try {
      const path = pathOf(request, name, publicUrl);
      return await takeWebhook(name, { method, pathAndQuery: path, headers: request.headers, body, sender: limits.clientOf(request) });
    } catch (error) {
      await refused?.take(request);
      throw error;
    }
  };

  for (const name of rampNames) {
    const { acknowledgement, title, webhooks } = rampOf(ramps, name).traits;
    const { contentType } = acknowledgement;
    const shared = {
      ...{ path: `/${name}/webhook`, cost: 'limited' as const, keeps: false, summary: `Receive a webhook of ${title}` },
      description: `${webhooks === 'signed' ? 'Signed by the provider' : 'Not signed'}. A webhook does not change an order by itself; it makes the service request the order's status from the provider.`,
      // Only refused webhooks count against a rate limit (see `take`), so the route itself has none.
      rateLimit: unlimitedRoute,
      responses: { 200: { description: ANSWER, bare: { contentType } } },
    };
    addRoute(app, {
      ...{ ...shared, method: 'POST', input: { body: bytes }, bytesOf: v.looseObject({}) },
      async handle({ body, request }) {
        const { body: answer } = await take(name, request, 'POST', body);
        return bareReply(answer, { headers: { 'content-type': contentType } });
      },
    });
    if (name !== 'alchemy-pay') continue;
    addRoute(app, {
      ...{ ...shared, method: 'GET', input: {} },
      async handle({ request }) {
        const { body: answer } = await take(name, request, 'GET', new Uint8Array());
        return bareReply(answer, { headers: { 'content-type': contentType } });
      },
    });
  }

  const rateLimit = limits.perMinute('ramp-register');
  for (const { name, path } of REGISTER) {
    addRoute(app, {
      ...{ method: 'POST', path: `/${name}/${path}`, cost: 'limited', keeps: false },
      ...(rateLimit === undefined ? {} : { rateLimit }),
      summary: `Register this service's webhook at ${name}`,
      description: 'The URL of the webhook is formed from the setting PUBLIC_URL. No other URL can be registered.',
      input: {},
      responses: { 200: { description: 'The registered address.', data: registeredSchema } },
      async handle({ request }) {
        const url = requiredWebhookUrl(publicUrl, name);
        const isRegistered = await rampOf(ramps, name).call(
          'webhook',
          async ({ registerWebhook }, signal) => {
            await registerWebhook?.(url, signal);
            return registerWebhook !== null;
          },
          { signal: request.signal },
        );
        return reply({ provider: name, url, isRegistered });
      },
    });
  }
  return app;
}

const unlimitedRoute: RouteLimit = { name: 'ramp-webhooks', limit: 0, windowMs: 0, take: async () => undefined };

/** Returns the path that the provider has called and may have signed. A proxy in front of this service may have changed the path. */
function pathOf(request: Request, name: RampName, publicUrl: string | null): string {
  const { pathname, search } = new URL(request.url);
  return `${publicUrl === null ? pathname : new URL(webhookUrlOf(publicUrl, name)).pathname}${search}`;
}
