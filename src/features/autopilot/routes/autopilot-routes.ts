import { type AnyElysia, Elysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { describedAs } from '../../../http/described-as.ts';
import { amount, chainIdMember, chainIdText, evmAddress, upTo200 } from '../../../http/fields.ts';
import { type RouteLimits, unlimited } from '../../../http/rate-limit.ts';
import { reply } from '../../../http/reply.ts';
import type { WalletAuth } from '../../../http/wallet-auth/create-wallet-auth.ts';
import { addSignedRoute, signedFields } from '../../../http/wallet-auth.ts';
import { isHash, parseHash } from '../../../values/hash.ts';
import type { AutopilotService } from '../create-autopilot-service.ts';
import { policyShape } from '../policy-shape.ts';
import {
  activitySchema,
  agentSchema,
  createdSchema,
  evaluationSchema,
  previewSchema,
  priceSchema,
  updatedSchema,
} from './autopilot-schemas.ts';
import { createSignerOf } from './signer-of.ts';

const MAX_TEXT = 200;

const recordId = v.pipe(v.string(), v.maxLength(MAX_TEXT, "Expected the id of an agent's record, as returned by create."));
const agentId = v.pipe(v.string(), v.maxLength(MAX_TEXT, "Expected an agent's on-chain number, or the id of its record."));
const namedAgent = v.union([recordId, v.number()], "Expected the id of the agent's record, as in the path.");
const agentPath = v.object({ chainId: chainIdText, agentId });
const txHash = v.pipe(
  v.string(),
  v.check((text) => isHash(text.toLowerCase()), 'Expected a transaction hash: 0x followed by 64 hex digits.'),
  v.transform((text) => parseHash(text.toLowerCase())),
);
const signedPolicy = {
  ...signedFields,
  policy: v.pipe(v.unknown(), describedAs(policyShape)),
  policyHash: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
  // The schema accepts any value, because missing and malformed signatures must give 401 from the signature check.
  policySignature: v.pipe(v.unknown(), describedAs(v.string())),
};
const page = v.object({
  limit: v.optional(upTo200, '100'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT * 5))),
});

const one = { description: 'The agent.', data: agentSchema };

/**
 * The routes of Autopilot (interface document, "Autopilot"). Funds move only by transactions that the wallet sends, and within the vault's
 * limits.
 */
export function createAutopilotRoutes(deps: { autopilot: AutopilotService; auth: WalletAuth; limits?: RouteLimits }): AnyElysia {
  const { autopilot, limits = unlimited } = deps;
  const signerOf = createSignerOf(deps);
  const app = new Elysia({ name: 'autopilot', prefix: '/defi/autopilot' });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/preview',
    summary: 'Check a policy and convert its limits',
    description:
      'Stores nothing. All problems of a policy are returned at once. The reply has the policy as it is hashed and signed, and ' +
      'the limits in base units of the budget token with the price and its time. `warnings` lists parts of the policy ' +
      'that can never take effect; with `depositAmount` (optional) also costs that the deposit does not cover.',
    input: { body: v.object({ policyDraft: v.pipe(v.unknown(), describedAs(policyShape)), depositAmount: v.optional(amount) }) },
    explainInvalid: ({ body }, problems) => autopilot.explainInvalid(memberOf(body, 'policyDraft'), 'body.policyDraft', problems),
    rateLimit: limits.perMinute('autopilot-preview'),
    responses: { 200: { description: 'The policy is valid.', data: previewSchema } },
    handle: async ({ body }) => reply(await autopilot.preview(body.policyDraft, body.depositAmount)),
  });

  addSignedRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/create',
    summary: 'Record an agent and prepare its createAgent transaction',
    description:
      'Signed by the wallet (action `autopilot-create`). `depositAmount` is in whole budget tokens. For a dry run ' +
      '(`policy.paper`) it is the starting balance, and no transaction is needed.',
    input: { body: v.object({ ...signedPolicy, depositAmount: v.optional(amount, '0') }) },
    explainInvalid: ({ body }, problems) => autopilot.explainInvalid(memberOf(body, 'policy'), 'body.policy', problems),
    walletAuth: signerOf('autopilot-create'),
    rateLimit: limits.perMinute('autopilot-create'),
    responses: { 201: { description: 'Recorded.', data: createdSchema } },
    handle: async ({ body, authWallet, request }) =>
      reply(await autopilot.create(authWallet, body, limits.clientOf(request)), { status: 201 }),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/confirm',
    summary: 'Link an agent to its on-chain agent',
    description: 'Reads `AgentCreated` of the vault from the receipt. May be repeated.',
    input: { body: v.object({ chainId: chainIdMember, txHash }) },
    rateLimit: limits.perMinute('autopilot-confirm'),
    responses: { 201: one },
    handle: async ({ body }) => reply(await autopilot.confirm(body.chainId, body.txHash), { status: 201 }),
  });

  addSignedRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/update/:id',
    summary: 'Record a new policy',
    description:
      'Signed by the wallet (action `autopilot-update`). The reply has the data of the `updatePolicy` transaction. Until it is ' +
      'mined, the agent trades nothing, because the policy hashes differ.',
    input: {
      params: v.object({ id: recordId }),
      body: v.object({ ...signedPolicy, agentId: v.optional(namedAgent) }),
    },
    explainInvalid: ({ body }, problems) => autopilot.explainInvalid(memberOf(body, 'policy'), 'body.policy', problems),
    walletAuth: signerOf('autopilot-update'),
    rateLimit: limits.perMinute('autopilot-update'),
    responses: { 201: { description: 'Recorded.', data: updatedSchema } },
    handle: async ({ params, body, authWallet, request }) =>
      reply(await autopilot.update(authWallet, params.id, body, limits.clientOf(request)), { status: 201 }),
  });

  for (const act of ['pause', 'resume'] as const) {
    addSignedRoute(app, {
      cost: 'limited',
      method: 'POST',
      keeps: false,
      path: `/${act}/:id`,
      summary: act === 'pause' ? 'Stop evaluating an agent' : 'Resume evaluating an agent',
      description: `Signed by the wallet (action \`autopilot-${act}\`). The on-chain active flag does not change.`,
      input: {
        params: v.object({ id: recordId }),
        body: v.object({ ...signedFields, agentId: v.optional(namedAgent) }),
      },
      walletAuth: signerOf(`autopilot-${act}`),
      rateLimit: limits.perMinute(`autopilot-${act}`),
      responses: { 201: one },
      handle: async ({ params, authWallet, request }) =>
        reply(await autopilot[act](authWallet, params.id, limits.clientOf(request)), { status: 201 }),
    });
  }

  // Registered before the routes whose first segment is a parameter, as documented.
  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    path: '/price/:chainId/:token',
    summary: 'Read a token price as agents use it',
    input: { params: v.object({ chainId: chainIdText, token: evmAddress }) },
    rateLimit: limits.perMinute('autopilot-price'),
    responses: { 200: { description: 'The price.', data: priceSchema } },
    handle: async ({ params }) => reply(await autopilot.price(params.chainId, params.token)),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/sync/:chainId/:agentId',
    summary: 'Read an agent from the chain now',
    input: { params: agentPath },
    rateLimit: limits.perMinute('autopilot-sync'),
    responses: { 201: one },
    handle: async ({ params }) => reply(await autopilot.sync(params.chainId, params.agentId), { status: 201 }),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/explain/:chainId/:agentId',
    summary: 'Explain what each strategy would do now',
    description: 'An addition to the interface. Evaluates with current prices and chain state, and trades nothing.',
    input: { params: agentPath },
    rateLimit: limits.perMinute('autopilot-explain'),
    responses: { 200: { description: 'The evaluation.', data: evaluationSchema } },
    handle: async ({ params }) => reply(await autopilot.explain(params.chainId, params.agentId)),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/list/:wallet',
    summary: "List a wallet's agents on all chains",
    input: { params: v.object({ wallet: evmAddress }) },
    responses: { 200: { description: 'The agents.', data: v.array(agentSchema) } },
    handle: async ({ params }) => reply(await autopilot.list(params.wallet)),
  });

  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/:chainId/:agentId/activity',
    summary: "List an agent's activity, newest first",
    description:
      'Returns at most `limit` lines (optional, 100). If there are more, the header X-Next-Cursor contains the `cursor` of the ' +
      'next page.',
    input: { params: agentPath, query: page },
    responses: { 200: { description: 'The activity feed.', data: v.array(activitySchema) } },
    async handle({ params, query }) {
      const { items, cursor } = await autopilot.activity(params.chainId, params.agentId, query);
      return reply(items, cursor === null ? {} : { headers: { 'x-next-cursor': cursor } });
    },
  });

  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    path: '/:chainId/:agentId',
    summary: 'Read an agent with its strategies and fills',
    description:
      '`agentId` is the on-chain number. The id of a record is accepted too, for dry runs and agents that are not ' + 'confirmed.',
    input: { params: agentPath },
    rateLimit: limits.perMinute('autopilot-show'),
    responses: { 200: { description: 'The agent.', data: v.looseObject({ ...agentSchema.entries, evaluation: evaluationSchema }) } },
    handle: async ({ params }) => reply(await autopilot.show(params.chainId, params.agentId)),
  });

  return app;
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
}
