import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { whenAnswerable } from '../../http/held-refusal.ts';
import type { OperatorAuth, OperatorIdentity } from '../../http/operator-auth.ts';
import type { OperatorSessions } from '../../http/operator-sessions.ts';
import { reply } from '../../http/reply.ts';

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

/**
 * Creates the routes under `/api/operator/session`. There, a browser signs in with an operator's token, and gets a cookie that replaces the
 * token in later requests.
 */
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

  const signedIn = async (request: Request, prove: () => OperatorIdentity) => {
    let identity: OperatorIdentity;
    try {
      identity = prove();
    } catch (error) {
      await whenAnswerable(error);
      throw error;
    }
    const cookie = sessions.open(identity.name, request);
    if (cookie === undefined) throw new TypeError(`${identity.name} has a token but no session key`);
    return reply(sessionOf(identity), { headers: { 'set-cookie': cookie } });
  };

  addRoute(app, {
    cost: 'operator',
    method: 'POST',
    keeps: false,
    path: '/session',
    summary: 'Sign in with a token',
    description:
      'The reply sets a cookie (HttpOnly, SameSite=Strict) that replaces the token for 12 hours, on every node with this token. ' +
      'With the cookie, requests other than GET must come from a page of this node. Replies to wrong tokens are delayed, longer ' +
      'with each wrong token of a client; a correct token is answered at once.',
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
      'Starts the session of the operator for whom the link was made. A code can be used once, within ten minutes, and only on ' +
      'the node that made the code.',
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
    description:
      'The link is `/inspector#sign-in=<code>` on this node. Whoever opens it gets a session with your name. This route needs ' +
      'your operator token; a browser session cannot make links.',
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
    description: 'Deletes the session cookie. The request also succeeds if there is no cookie.',
    input: {},
    authorize: auth.fromOwnPage,
    responses: { 200: { description: 'Signed out.', data: v.null() } },
    handle: () => reply(null, { headers: { 'set-cookie': sessions.close() } }),
  });
  return app;
}
