import type { AnyElysia } from 'elysia';
import * as v from 'valibot';
import { addRoute } from '../../../http/add-route.ts';
import { chainIdText, evmAddress, upTo200 } from '../../../http/fields.ts';
import { reply } from '../../../http/reply.ts';
import { addSignedRoute, signedFields } from '../../../http/wallet-auth.ts';
import { agentPath, MAX_TEXT, namedAgent, one, recordId } from './agent-inputs.ts';
import type { AutopilotRoutesDeps } from './autopilot-routes-deps.ts';
import { activitySchema, agentSchema, evaluationSchema, priceSchema } from './autopilot-schemas.ts';

const page = v.object({
  limit: v.optional(upTo200, '100'),
  cursor: v.optional(v.pipe(v.string(), v.maxLength(MAX_TEXT * 5))),
});

/** Adds the routes by which a wallet stops and resumes the evaluation of its agent. */
export function addPauseRoutes(app: AnyElysia, { autopilot, signerOf, limits }: AutopilotRoutesDeps): void {
  for (const act of ['pause', 'resume'] as const) {
    addSignedRoute(app, {
      cost: 'limited',
      method: 'POST',
      keeps: false,
      path: `/${act}/:id`,
      summary: act === 'pause' ? 'Stop evaluating an agent' : 'Resume evaluating an agent',
      description:
        `Signed by the wallet (action \`autopilot-${act}\`). The wallet's vault on chain is not changed: whether the agent is active ` +
        'there stays the same.',
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
}

/** Adds the routes that read agents, prices and activity. */
export function addAgentReads(app: AnyElysia, { autopilot, limits }: AutopilotRoutesDeps): void {
  // The router uses the first route that matches a path, so these routes are registered before the routes whose first path segment is a
  // parameter.
  addRoute(app, {
    cost: 'limited',
    method: 'GET',
    path: '/price/:chainId/:token',
    summary: 'Read the token price that agents use',
    input: { params: v.object({ chainId: chainIdText, token: evmAddress }) },
    rateLimit: limits.perMinute('autopilot-price'),
    responses: { 200: { description: 'The price.', data: priceSchema } },
    handle: async ({ params }) => reply(await autopilot.price(params.chainId, params.token)),
  });

  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/sync/:chainId/:agentId',
    summary: 'Synchronize an agent with the chain now',
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
    description:
      "Evaluates the agent's strategies with current prices and the current state of the chain, without trading. `why` says in a sentence " +
      'what the agent waits for, and `sentence` what each strategy would do: amounts with their symbols, rounded numbers, and when it can ' +
      'go on. This route is an addition of this service to the API specification.',
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
      'Returns at most `limit` entries (optional, 100). If there are more, the header X-Next-Cursor contains the `cursor` of the ' +
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
      '`agentId` is the on-chain number of the agent. For dry runs and unconfirmed agents, the id of the record is accepted too.',
    input: { params: agentPath },
    rateLimit: limits.perMinute('autopilot-show'),
    responses: { 200: { description: 'The agent.', data: v.looseObject({ ...agentSchema.entries, evaluation: evaluationSchema }) } },
    handle: async ({ params }) => reply(await autopilot.show(params.chainId, params.agentId)),
  });
}
