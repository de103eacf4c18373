import { createGuardWallet } from '../../../../src/features/assistant/routes/guard-wallet.ts';
import { createFeedbackRoutes } from '../../../../src/features/assistant/training/feedback-routes.ts';
import { openTraining } from '../../../../src/features/assistant/training/open-training.ts';
import { TRAINING_CANDIDATES, type TrainingCandidate } from '../../../../src/features/assistant/training/training-candidate.ts';
import type { Bearer } from '../../../../src/http/bearer-auth.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { ALICE, chatBench } from '../../../unit/features/assistant/chat-bench.ts';
import { ADMIN, startNode } from '../accounts/accounts-fixture.ts';
import { startAdmin } from '../admin/admin-fixture.ts';

/** Starts the chat, with the routes for feedback and its review. The operators are those of `startAdmin`. */
export async function startTraining(options: { readonly user?: Bearer; readonly bench?: ReturnType<typeof chatBench> } = {}) {
  const bench = options.bench ?? chatBench();
  const { records } = bench;
  const base = await startNode({ records });
  const admin = await startAdmin(base);
  const { feedback, routes } = openTraining({ ...bench, log: silentLog, admin: admin.gives });
  const resources = [createFeedbackRoutes({ feedback, guard: createGuardWallet(options.user ?? null) }), ...routes];
  const api = createApi({ resources, log: silentLog });
  const { adminToken, accessToken } = await base.signedIn(ADMIN);

  async function request(method: string, path: string, token: string | null, body?: unknown): Promise<Response> {
    const headers = { 'content-type': 'application/json', ...(token === null ? {} : { authorization: `Bearer ${token}` }) };
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    return await api.fetch(new Request(`http://localhost/api${path}`, { method, headers, ...init }));
  }
  async function ask(method: string, path: string, token: string | null, body?: unknown) {
    const response = await request(method, path, token, body);
    const { data, errors } = JSON.parse(await response.text());
    return { said: `${response.status} ${errors?.code ?? 'ok'}`, data, next: response.headers.get('x-next-cursor') };
  }
  /** Has a message answered, and returns the ids of the conversation and the answer. */
  async function answered(message: string, wallet: typeof ALICE | null = ALICE) {
    const { chatId, turn } = await bench.send(message, { wallet });
    await bench.assistant.answerTo({ chatId, turn }, new AbortController().signal);
    return { chatId, messageId: `${chatId}.${turn}.bot` };
  }
  return {
    ...{ bench, base, admin, ask, request, answered, adminToken, accessToken, resources },
    rows: records.collection<TrainingCandidate>(TRAINING_CANDIDATES),
    rate: (messageId: string, more: object = {}) => ask('POST', '/v1/feedback', null, { messageId, wallet: ALICE, rating: 'up', ...more }),
    review: (id: string, body: object) => ask('PATCH', `/v1/training/${id}`, adminToken, body),
    list: async (query = '') => (await ask('GET', `/v1/training${query}`, adminToken)).data,
    /** The lines of the export. */
    async exported(): Promise<readonly { messages: readonly { role: string; content: string }[] }[]> {
      const text = await (await request('GET', '/v1/training/export', adminToken)).text();
      return text
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
  };
}
