import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { describedAs } from '../../../http/described-as.ts';
import { amount, chainIdMember } from '../../../http/fields.ts';
import { reply } from '../../../http/reply.ts';
import { addSignedRoute, signedFields } from '../../../http/wallet-auth.ts';
import { isHash, parseHash } from '../../../values/hash.ts';
import { policyShape } from '../policy-shape.ts';
import { MAX_TEXT, namedAgent, one, recordId } from './agent-inputs.ts';
import type { AutopilotRoutesDeps } from './autopilot-routes-deps.ts';
import { createdSchema, previewSchema, updatedSchema } from './autopilot-schemas.ts';

const txHash = v.pipe(
  v.string(),
  v.check((text) => isHash(text.toLowerCase()), 'Expected a transaction hash: 0x followed by 64 hex digits.'),
  v.transform((text) => parseHash(text.toLowerCase())),
);
const signedPolicy = {
  ...signedFields,
  policy: v.pipe(v.unknown(), describedAs(policyShape)),
  policyHash: v.pipe(v.string(), v.maxLength(MAX_TEXT)),
  // The schema accepts any value for the signature, because a missing or malformed signature must be answered with 401 by the signature
  // check, not with an error about the body.
  policySignature: v.pipe(v.unknown(), describedAs(v.string())),
};

/** Adds the routes that accept a policy, and the route that links an agent record to its on-chain agent. */
export function addPolicyRoutes(app: AnyElysia, { autopilot, signerOf, limits }: AutopilotRoutesDeps): void {
  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    keeps: false,
    path: '/preview',
    summary: 'Check a policy and convert its limits',
    description:
      'Stores nothing. All problems of the policy are returned at once. The reply contains the policy as the wallet must sign ' +
      'it, and the limits in base units of the `budgetToken` with the price that was used and the time of this price. `warnings` ' +
      'lists the parts of the policy that can never take effect. With the optional `depositAmount`, it also lists costs that the ' +
      'deposit does not cover.',
    input: { body: v.object({ policyDraft: v.pipe(v.unknown(), describedAs(policyShape)), depositAmount: v.optional(amount) }) },
    explainInvalid: ({ body }, problems) => autopilot.explainInvalid(memberOf(body, 'policyDraft'), 'body.policyDraft', problems),
    rateLimit: limits.perMinute('autopilot-preview'),
    responses: { 200: { description: 'The policy is valid.', data: previewSchema } },
    handle: async ({ body }) => reply((await autopilot.preview(body.policyDraft, body.depositAmount)).preview),
  });

  addSignedRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/create',
    summary: 'Record an agent and prepare its createAgent transaction',
    description:
      'Signed by the wallet (action `autopilot-create`). `depositAmount` is in whole units of the `budgetToken`. For a dry run ' +
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
    summary: "Link an agent's record to its on-chain agent",
    description:
      'Reads the number of the created agent from the event `AgentCreated` in the receipt of the transaction, and stores it in the record. The request can be repeated.',
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
    summary: 'Record a new policy for an agent',
    description:
      'Signed by the wallet (action `autopilot-update`). The reply contains the data of the `updatePolicy` transaction. The ' +
      'agent trades nothing until this transaction is mined, because until then the policy in the vault differs from the stored ' +
      'policy.',
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
}

function memberOf(body: unknown, name: string): unknown {
  return typeof body === 'object' && body !== null && Object.hasOwn(body, name) ? Reflect.get(body, name) : undefined;
}
