import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../http/add-route.ts';
import type { OperatorAuth, OperatorIdentity } from '../http/operator-auth.ts';
import type { OperatorSessions } from '../http/operator-sessions.ts';
import type { RouteLimits } from '../http/rate-limit.ts';
import { reply } from '../http/reply.ts';

export type SessionRoutesDeps = {
  readonly auth: OperatorAuth;
  readonly sessions: OperatorSessions;
  readonly limits: RouteLimits;
  readonly nodeId: string;
  readonly version: string;
  readonly tickEveryMs: number;
};

/** Of one client. A person mistypes a token a few times; a program that guesses does not stop there. */
const SIGN_INS_PER_MINUTE = 10;
const MAX_TOKEN = 4_096;

const sessionSchema = v.object({
  operator: v.string(),
  access: v.picklist(['act', 'read']),
  isTokenNeeded: v.boolean(),
  nodeId: v.string(),
  version: v.string(),
  tickEveryMs: v.number(),
});

/** `/api/operator/session`: signing in with a browser, which keeps a cookie instead of the token. */
export function createSessionRoutes({ auth, sessions, limits, nodeId, version, tickEveryMs }: SessionRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-session', prefix: '/operator' });
  const sessionOf = ({ name, access }: OperatorIdentity): v.InferOutput<typeof sessionSchema> => ({
    ...{ operator: name, access, isTokenNeeded: auth.isTokenNeeded, nodeId, version, tickEveryMs },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/session',
    summary: 'Who you are to this node, and whether you may act',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'You.', data: sessionSchema } },
    handle: ({ request }) => reply(sessionOf(auth.identify(request))),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/session',
    summary: 'Sign in with a token',
    description:
      'The reply sets a cookie (HttpOnly, SameSite=Strict) that stands for the token for 12 hours, on every node that has the token. With the ' +
      `cookie, requests other than GET must come from a page of this node. At most ${SIGN_INS_PER_MINUTE} times a minute for one client.`,
    input: { body: v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TOKEN)) }) },
    rateLimit: limits.atMost('operator-session', SIGN_INS_PER_MINUTE),
    responses: { 200: { description: 'You.', data: sessionSchema } },
    handle({ body, request }) {
      const identity = auth.signIn(request, body.token.trim());
      const cookie = sessions.open(identity.name, request);
      if (cookie === undefined) throw new TypeError(`${identity.name} has a token and no session key`);
      return reply(sessionOf(identity), { headers: { 'set-cookie': cookie } });
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    description: 'Takes the cookie from the browser. Works without one too.',
    input: {},
    authorize: auth.fromOwnPage,
    responses: { 200: { description: 'Signed out.', data: v.null() } },
    handle: () => reply(null, { headers: { 'set-cookie': sessions.close() } }),
  });
  return app;
}
