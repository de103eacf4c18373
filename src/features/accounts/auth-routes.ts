import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../http/add-route.ts';
import { addBearerRoute, type BearerAuth } from '../../http/bearer-auth.ts';
import { noList } from '../../http/fields.ts';
import { CALLDATA_BODY_BYTES } from '../../http/read-body.ts';
import { reply } from '../../http/reply.ts';
import { isoOf } from '../../values/iso-time.ts';
import type { Granted, SignIn } from './create-sign-in.ts';
import { presentSession, sessionSchema } from './present-account.ts';
import type { Sessions } from './sessions/create-sessions.ts';
import { MOST_SIWE_CHARACTERS } from './siwe/read-siwe-message.ts';

const MOST_AGENT = 200;
const LONGEST_SIGNATURE = 2 + 2 * 32 * 1_024;

const signature = v.pipe(
  v.string(),
  v.maxLength(LONGEST_SIGNATURE),
  v.regex(/^0x(?:[0-9a-fA-F]{2})+$/, 'Expected a signature: 0x followed by an even number of hex digits.'),
  v.transform((text): `0x${string}` => `0x${text.slice(2)}`),
);
const verifyBody = v.object({ message: v.pipe(v.string(), v.maxLength(MOST_SIWE_CHARACTERS)), signature });

const grantedSchema = v.object({
  wallet: v.string(),
  sessionId: v.string(),
  tokenType: v.literal('Bearer'),
  accessToken: v.pipe(v.string(), v.description('The token for the header `Authorization: Bearer`; valid for 15 minutes.')),
  accessTokenExpiresAt: v.string(),
  adminToken: v.pipe(
    v.nullable(v.string()),
    v.description('The bearer token for admin routes, valid for 15 minutes; null if the wallet is not an admin.'),
  ),
  refreshToken: v.pipe(v.string(), v.description('The token for one request to POST /api/auth/refresh within 30 days.')),
  refreshTokenExpiresAt: v.string(),
});

/**
 * Creates the routes by which wallets sign in and out (Sign-In with Ethereum, EIP-4361). The API specification defines only their path
 * prefix.
 */
export function createAuthRoutes(deps: {
  readonly signIn: SignIn;
  readonly sessions: Pick<Sessions, 'list' | 'end' | 'endAll'>;
  readonly auth: Pick<BearerAuth, 'user'>;
}): AnyElysia {
  const { signIn, sessions, auth } = deps;
  const app = new Elysia({ name: 'auth', prefix: '/auth' });
  const bearer = auth.user;

  addRoute(app, {
    ...{ method: 'POST', path: '/nonce', cost: 'limited', keeps: false },
    summary: 'Get a nonce for a sign-in message',
    description: 'The nonce is part of a Sign-In with Ethereum message (EIP-4361). It is valid for one sign-in within 5 minutes.',
    input: {},
    responses: { 200: { description: 'The nonce.', data: v.object({ nonce: v.string(), expiresAt: v.string() }) } },
    handle() {
      const { nonce, expiresAtMs } = signIn.nonce();
      return reply({ nonce, expiresAt: isoOf(expiresAtMs) });
    },
  });

  addRoute(app, {
    ...{ method: 'POST', path: '/verify', cost: 'limited', keeps: true },
    summary: 'Sign in with a signed message',
    description:
      'The request contains a Sign-In with Ethereum message (EIP-4361), exactly as the wallet signed it. The message must contain a nonce of this ' +
      'service, the domain and URI of a sign-in page (AUTH_ORIGINS), and the id of a chain of this service. Signatures of contract wallets (ERC-1271, ERC-6492) are verified on that chain.',
    maxBodyBytes: CALLDATA_BODY_BYTES,
    input: { body: verifyBody },
    responses: { 200: { description: 'The session.', data: grantedSchema } },
    handle: async ({ body, request }) => reply(present(await signIn.verify({ ...body, agent: agentOf(request) }))),
  });

  addRoute(app, {
    ...{ method: 'POST', path: '/refresh', cost: 'limited', keeps: false },
    summary: 'Exchange a refresh token for new tokens',
    description:
      'Each refresh token can be used once. Within 10 seconds, a repeated request (from another browser tab, or after a lost reply) returns the same ' +
      'new refresh token again. A later request with the old token, or one after the new token was used, ends the session (401 `refresh-token-reused`), because the old token may ' +
      'have been stolen.',
    input: { body: v.object({ refreshToken: v.pipe(v.string(), v.maxLength(200)) }) },
    responses: { 200: { description: 'The session.', data: grantedSchema } },
    handle: async ({ body }) => reply(present(await signIn.refresh(body.refreshToken))),
  });

  addBearerRoute(app, {
    ...{ method: 'POST', path: '/logout', cost: 'limited', keeps: false, bearer },
    summary: 'End this session, or all sessions',
    description:
      'With `everywhere`, all sessions of the wallet are ended. Other nodes of the service may accept the access token of an ended session for about a second.',
    input: { body: v.optional(v.intersect([v.object({ everywhere: v.optional(v.boolean(), false) }), noList]), {}) },
    responses: { 200: { description: 'Done.', data: v.object({ ended: v.number() }) } },
    async handle({ body, authWallet, sessionId }) {
      if (body.everywhere) return reply({ ended: await sessions.endAll(authWallet, 'signed-out') });
      return reply({ ended: (await sessions.end(authWallet, sessionId, 'signed-out')) ? 1 : 0 });
    },
  });

  addBearerRoute(app, {
    ...{ method: 'GET', path: '/sessions', cost: 'cheap', bearer },
    summary: "List the wallet's open sessions",
    description: 'Newest first.',
    input: {},
    responses: { 200: { description: 'The sessions.', data: v.array(sessionSchema) } },
    handle: async ({ authWallet, sessionId }) =>
      reply((await sessions.list(authWallet)).map((session) => presentSession(session, sessionId))),
  });

  addBearerRoute(app, {
    ...{ method: 'DELETE', path: '/sessions/:id', cost: 'limited', keeps: false, bearer },
    summary: 'End a session',
    input: { params: v.object({ id: v.pipe(v.string(), v.uuid('Expected the `id` of a session, a UUID.')) }) },
    responses: { 200: { description: 'Done.', data: v.object({ ended: v.number() }) } },
    async handle({ params, authWallet }) {
      return reply({ ended: (await sessions.end(authWallet, params.id, 'signed-out')) ? 1 : 0 });
    },
  });

  return app;
}

function present({ wallet, sessionId, accessToken, accessExpiresAtMs, adminToken, refreshToken, refreshExpiresAtMs }: Granted) {
  return {
    ...{ wallet, sessionId, tokenType: 'Bearer' as const, accessToken, adminToken, refreshToken },
    ...{ accessTokenExpiresAt: isoOf(accessExpiresAtMs), refreshTokenExpiresAt: isoOf(refreshExpiresAtMs) },
  };
}

function agentOf({ headers }: Request): string | null {
  return headers.get('user-agent')?.slice(0, MOST_AGENT) ?? null;
}
