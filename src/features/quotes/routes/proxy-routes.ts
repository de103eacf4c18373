import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { describedAs } from '../../../http/described-as.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { CALLDATA_BODY_BYTES } from '../../../http/read-body.ts';
import { readQuery } from '../../../http/read-query.ts';
import { bareReply } from '../../../http/reply.ts';
import { TerminalError } from '../../../values/errors/terminal-error.ts';
import { exactJsonText, isExactObject } from '../../../values/exact-json.ts';
import type { ProviderProxy } from '../create-proxy.ts';
import { callsNobodyOffers, type ProxyInput, proxyCalls } from '../proxy-calls.ts';

const MAX_MEMBERS = 100;

const members = v.pipe(
  v.custom<ProxyInput>(
    (value) => isExactObject(value) && Object.keys(value).length <= MAX_MEMBERS,
    `Expected an object with at most ${MAX_MEMBERS} members, as in the provider's documentation.`,
  ),
  describedAs(v.record(v.string(), v.unknown())),
);
const pathText = v.pipe(v.string(), v.regex(/^[0-9A-Za-z]{1,100}$/, 'Expected letters and digits.'));
const JSON_HEADERS = { 'content-type': 'application/json;charset=utf-8' };

/**
 * Creates the proxy routes, which forward requests to providers (API specification, "Provider proxy endpoints"). A provider's reply is sent
 * unchanged, without the usual JSON format of this service's replies. Errors (the provider's 4xx with its text, 502 for its failures, 503
 * when it is turned off) are sent in this service's usual format.
 */
export function createProxyRoutes(deps: { proxy: ProviderProxy; limits?: RouteLimits }): AnyElysia {
  const { proxy, limits = unlimited } = deps;
  const app = new Elysia({ name: 'proxy', prefix: '/defi' });
  const rateLimit = limits.perMinute('proxy');

  for (const call of proxyCalls) {
    const shared = {
      path: call.route,
      summary: call.summary,
      description:
        "Forwards the request to the provider with this service's API key and returns the provider's reply unchanged. Members of the request are defined by " +
        "the provider's own API.",
      responses: { 200: { description: "The provider's reply.", data: v.unknown(), bare: { contentType: 'application/json' } } },
      ...(rateLimit === undefined ? {} : { rateLimit }),
    };
    const names = namesIn(call.route);
    const forward = async (input: ProxyInput, request: Request) =>
      bareReply(exactJsonText(await proxy.forward(call, input, request.signal)), { headers: JSON_HEADERS });
    if (call.method === 'GET') {
      addRoute(app, {
        cost: 'limited',
        keeps: false,
        ...shared,
        method: 'GET',
        input: names.length === 0 ? {} : { params: v.object(Object.fromEntries(names.map((name) => [name, pathText]))) },
        handle: ({ request, params }) => forward({ ...readQuery(request.url), ...membersOf(params) }, request),
      });
    } else {
      addRoute(app, {
        cost: 'limited',
        keeps: false,
        ...shared,
        method: 'POST',
        maxBodyBytes: CALLDATA_BODY_BYTES,
        input: { body: members },
        hasExactNumbers: true,
        handle: ({ body, request }) => forward(body, request),
      });
    }
  }
  for (const { provider, route, method, reason } of callsNobodyOffers) {
    addRoute(app, {
      cost: 'limited',
      keeps: false,
      method,
      path: route,
      summary: `Answer 501: ${provider} no longer offers this function`,
      input: { params: v.object(Object.fromEntries(namesIn(route).map((name) => [name, v.string()]))) },
      ...(rateLimit === undefined ? {} : { rateLimit }),
      responses: {},
      handle() {
        throw new TerminalError({ code: 'not-offered-by-provider', message: reason, status: 501, details: { provider } });
      },
    });
  }
  return app;
}

function membersOf(params: unknown): ProxyInput {
  return typeof params === 'object' && params !== null ? { ...params } : {};
}

function namesIn(route: string): readonly string[] {
  return [...route.matchAll(/:([a-zA-Z]+)/g)].map(([, name = '']) => name);
}
