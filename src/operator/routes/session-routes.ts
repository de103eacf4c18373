import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { whenAnswerable } from '../../http/held-refusal.ts';
import type { OperatorAuth, OperatorIdentity } from '../../http/operator-auth.ts';
import type { OperatorSessions } from '../../http/operator-sessions.ts';
import { type Reply, reply } from '../../http/reply.ts';

export type SessionRoutesDeps = {
  readonly auth: OperatorAuth;
  readonly sessions: OperatorSessions;
  readonly nodeId: string;
  readonly version: string;
  readonly tickEveryMs: number;
};

const MAX_TOKEN = 4_096;
const MAX_CODE = 100;
const MAX_BODY_BYTES = 8_192;

const sessionSchema = v.object({
  operator: v.string(),
  access: v.picklist(['act', 'read']),
  nodeId: v.string(),
  version: v.string(),
  tickEveryMs: v.number(),
});

const codeSchema = v.object({ operator: v.string(), code: v.string(), expiresAtMs: v.number() });

/** Creates the routes under `/api/operator/session`: a browser signs in and gets a cookie instead of the token. */
export function createSessionRoutes({ auth, sessions, nodeId, version, tickEveryMs }: SessionRoutesDeps): AnyElysia {
  const app = new Elysia({ name: 'operator-session', prefix: '/operator' });
  const sessionOf = ({ name, access }: OperatorIdentity): v.InferOutput<typeof sessionSchema> => ({
    ...{ operator: name, access, nodeId, version, tickEveryMs },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'GET',
    path: '/session',
    summary: 'Read the signed-in operator',
    input: {},
    authorize: auth.read,
    responses: { 200: { description: 'You.', data: sessionSchema } },
    handle: ({ request }) => reply(sessionOf(auth.identify(request))),
  });

  const signedIn = async (request: Request, prove: () => OperatorIdentity): Promise<Reply> => {
    let identity: OperatorIdentity;
    try {
      identity = prove();
    } catch (error) {
      await whenAnswerable(error);
      throw error;
    }
    const cookie = sessions.open(identity.name, request);
    if (cookie === undefined) throw new TypeError(`${identity.name} has a token and no session key`);
    return reply(sessionOf(identity), { headers: { 'set-cookie': cookie } });
  };

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    keeps: false,
    path: '/session',
    summary: 'Sign in with a token',
    description:
      'The reply sets a cookie (HttpOnly, SameSite=Strict) that stands for the token for 12 hours, on every node that has the token. With the ' +
      'cookie, requests other than GET must come from a page of this node. The answer to a wrong token takes the longer, the more of them a ' +
      'client has shown; a right one is answered at once.',
    input: { body: v.object({ token: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_TOKEN)) }) },
    authorize: auth.fromOwnPage,
    maxBodyBytes: MAX_BODY_BYTES,
    responses: { 200: { description: 'You.', data: sessionSchema } },
    handle: ({ body, request }) => signedIn(request, () => auth.signIn(request, body.token.trim())),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/session/by-link',
    summary: 'Sign in with the code of a sign-in link',
    description:
      'As with a token, in the name of whom the link was made for. A code is good once, for ten minutes, on the node that made it.',
    input: { body: v.object({ code: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_CODE)) }) },
    authorize: auth.fromOwnPage,
    maxBodyBytes: MAX_BODY_BYTES,
    responses: { 200: { description: 'You.', data: sessionSchema } },
    handle: ({ body, request }) => signedIn(request, () => auth.signInByCode(request, body.code)),
  });

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    path: '/session/links',
    summary: 'Make a code for a sign-in link',
    description: 'In your own name. The link is `/inspector#sign-in=<code>` of this node. It takes a token: a session makes no links.',
    input: {},
    authorize: auth.withToken,
    responses: { 201: { description: 'The code.', data: codeSchema } },
    handle({ request }) {
      const operator = auth.withToken(request);
      return reply({ operator, ...auth.makeCode(operator) }, { status: 201, headers: { 'cache-control': 'no-store' } });
    },
  });

  addRoute(app, {
    cost: 'operator',
    method: 'DELETE',
    path: '/session',
    summary: 'Sign out',
    description: 'Deletes the session cookie. Also succeeds without one.',
    input: {},
    authorize: auth.fromOwnPage,
    responses: { 200: { description: 'Signed out.', data: v.null() } },
    handle: () => reply(null, { headers: { 'set-cookie': sessions.close() } }),
  });
  return app;
}
