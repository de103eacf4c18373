import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { createCoxswain, type Policy, policyMessage, signRequest } from '../../../src/client/coxswain.ts';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { type CallExamples, memberOf, type Preparation, type Replies } from './call-examples.ts';

const CHAIN_ID = 31_337;
const account = privateKeyToAccount(devnetAccounts.demo[0].privateKey);
const wallet = account.address.toLowerCase();
const sign = (message: string) => account.signMessage({ message });

/** What the API page says must be done before an example works, done by the first demo wallet. */
export function prepareExamples(url: string, operatorToken: string): CallExamples['prepared'] {
  const coxswain = createCoxswain({ baseUrl: url, signer: account });
  const text = (value: unknown) => String(value);
  /** A part of an earlier reply. */
  const of = (replies: Replies, route: string, ...path: readonly (string | number)[]) => memberOf(replies.get(route), ...path);
  const param =
    (name: string, route: string, ...path: readonly (string | number)[]): Preparation =>
    (replies) => ({
      params: { [name]: text(of(replies, route, ...path)) },
    });

  // An agent that trades on paper, so that it needs no transaction.
  const policyOf = (replies: Replies): Policy => ({
    ...(of(replies, 'POST /api/defi/autopilot/preview', 'policy') as Policy),
    paper: true,
  });
  const signedPolicy = async (replies: Replies, agent: number | 'new') => {
    const { policy, policyHash } = await coxswain.post('/defi/autopilot/preview', { body: { policyDraft: policyOf(replies) } });
    return { policy, policyHash, policySignature: await sign(policyMessage({ policyHash, agent, chainId: CHAIN_ID })) };
  };
  const signed = async (action: string, payload: object) => ({
    body: await signRequest({ action, payload, wallet: account.address, sign }),
  });
  const CREATED = 'POST /api/defi/autopilot/create';
  const agentId = (replies: Replies) => text(of(replies, CREATED, 'agent', 'id') ?? of(replies, CREATED, 'id'));
  const ofAgent: Preparation = (replies) => ({ params: { chainId: CHAIN_ID, agentId: agentId(replies) } });

  const quoted = async () => {
    const document = await fetch(`${url}/docs/json`);
    const operation = memberOf(await document.json(), 'paths', '/api/defi/quotes', 'get', 'parameters');
    const query = Object.fromEntries(
      (Array.isArray(operation) ? operation : []).filter((one) => one.example !== undefined).map((one) => [one.name, one.example]),
    );
    const { quotes } = await coxswain.quotes(query).all();
    return quotes[0]?.id ?? 'none';
  };
  const trainingId = (replies: Replies) => text(of(replies, 'POST /api/v1/assistant/message', 'messageId'));
  const anActor = async () => {
    const response = await fetch(`${url}/operator/actors?limit=1`, { headers: { authorization: `Bearer ${operatorToken}` } });
    return text(memberOf(await response.json(), 'data', 'actors', 0, 'id'));
  };
  const ofActor: Preparation = async () => ({ params: { id: await anActor(), revision: 1 } });

  return {
    'GET /api/defi/swap/{id}': async () => ({ params: { id: await quoted() } }),
    'GET /api/defi/relayer/tx/data': async () => ({ query: { id: await quoted() } }),
    'POST /api/defi/sign': async () => {
      const swap = await coxswain.get('/defi/swap/{id}', { path: { id: await quoted() } });
      return { body: { metaTx: swap.metaTx, chainId: CHAIN_ID } };
    },
    'POST /api/defi/update-position/{dcaId}': param('dcaId', 'POST /api/defi/create-position', '_id'),
    'POST /api/defi/cancel-dca': (replies) => ({ body: { dcaId: of(replies, 'POST /api/defi/create-position', '_id') } }),
    'POST /api/defi/claim-dca': (replies) => ({ body: { dcaId: of(replies, 'POST /api/defi/create-position', '_id') } }),
    [CREATED]: async (replies) => await signed('autopilot-create', await signedPolicy(replies, 'new')),
    'POST /api/defi/autopilot/update/{id}': async (replies) => ({
      params: { id: agentId(replies) },
      ...(await signed('autopilot-update', await signedPolicy(replies, 'new'))),
    }),
    'POST /api/defi/autopilot/pause/{id}': async (replies) => ({
      params: { id: agentId(replies) },
      ...(await signed('autopilot-pause', {})),
    }),
    'POST /api/defi/autopilot/resume/{id}': async (replies) => ({
      params: { id: agentId(replies) },
      ...(await signed('autopilot-resume', {})),
    }),
    'POST /api/defi/autopilot/explain/{chainId}/{agentId}': ofAgent,
    'POST /api/defi/autopilot/sync/{chainId}/{agentId}': ofAgent,
    'GET /api/defi/autopilot/{chainId}/{agentId}': ofAgent,
    'GET /api/defi/autopilot/{chainId}/{agentId}/activity': ofAgent,
    'GET /api/v1/alerts/{id}': param('id', 'POST /api/v1/alerts', 'id'),
    'DELETE /api/v1/alerts/{id}': param('id', 'POST /api/v1/alerts', 'id'),
    'POST /api/auth/verify': async (replies) => {
      const page = new URL(url);
      const nonce = text(of(replies, 'POST /api/auth/nonce', 'nonce'));
      const message = createSiweMessage({
        ...{ address: account.address, domain: page.host, uri: page.origin, version: '1', chainId: CHAIN_ID, issuedAt: new Date(), nonce },
      });
      return { body: { message, signature: await sign(message) } };
    },
    'POST /api/auth/refresh': (replies) => ({ body: { refreshToken: of(replies, 'POST /api/auth/verify', 'refreshToken') } }),
    'DELETE /api/auth/sessions/{id}': (replies) => ({ params: { id: of(replies, 'POST /api/auth/verify', 'sessionId') } }),
    'GET /api/defi/wit/{id}': param('id', 'POST /api/defi/wit', 'id'),
    'POST /api/v1/feedback': (replies) => ({
      body: { messageId: of(replies, 'POST /api/v1/assistant/message', 'messageId'), wallet, rating: 'up' },
    }),
    ...Object.fromEntries(
      ['/v1', '/admin', '/operator/admin'].flatMap((prefix): [string, Preparation][] => [
        [`GET /api${prefix}/training/{id}`, (replies) => ({ params: { id: trainingId(replies) } })],
        [`PATCH /api${prefix}/training/{id}`, (replies) => ({ params: { id: trainingId(replies) } })],
      ]),
    ),
    'GET /api/v1/assistant/chat/{chatId}': (replies) => ({
      params: { chatId: of(replies, 'POST /api/v1/assistant/message', 'chatId') },
      query: { wallet },
    }),
    'DELETE /api/v1/assistant/chat/{chatId}': (replies) => ({
      params: { chatId: of(replies, 'POST /api/v1/assistant/message', 'chatId') },
      query: { wallet },
    }),
    ...Object.fromEntries(
      [
        'GET',
        'GET /details',
        'GET /history',
        'GET /history/{revision}',
        'GET /why',
        'POST /tick',
        'POST /release',
        'POST /restore',
        'POST /retry',
        'POST /send',
      ].map((one): [string, Preparation] => {
        const [method = '', rest = ''] = one.split(' ');
        return [`${method} /api/operator/actors/{id}${rest}`, ofActor];
      }),
    ),
    ...Object.fromEntries(
      ['PATCH', 'POST /code', 'POST /test', 'POST /verify', 'DELETE'].map((one): [string, Preparation] => {
        const [method = '', rest = ''] = one.split(' ');
        return [`${method} /api/user/channels/{id}${rest}`, param('id', 'POST /api/user/channels', 'channel', 'id')];
      }),
    ),
    'POST /api/operator/session': () => ({ body: { token: operatorToken } }),
    'POST /api/operator/session/by-link': (replies) => ({ body: { code: of(replies, 'POST /api/operator/session/links', 'code') } }),
    'POST /api/operator/node/drain': (replies) => ({ body: { nodeId: of(replies, 'GET /api/operator/node', 'nodeId') } }),
  };
}

/** Signs the demo wallet in, which is an admin too. */
export async function signInForExamples(url: string): Promise<{ readonly user: string; readonly admin: string }> {
  const post = async (path: string, body: object): Promise<unknown> =>
    memberOf(
      await (
        await fetch(`${url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })
      ).json(),
      'data',
    );
  const page = new URL(url);
  const message = createSiweMessage({
    ...{ address: account.address, domain: page.host, uri: page.origin, version: '1', chainId: CHAIN_ID, issuedAt: new Date() },
    nonce: String(memberOf(await post('/auth/nonce', {}), 'nonce')),
  });
  const tokens = await post('/auth/verify', { message, signature: await sign(message) });
  return { user: String(memberOf(tokens, 'accessToken')), admin: String(memberOf(tokens, 'adminToken')) };
}
