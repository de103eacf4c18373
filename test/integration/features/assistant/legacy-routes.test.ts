import { expect, test } from 'bun:test';
import { createSentences } from '../../../../src/features/assistant/legacy/create-sentences.ts';
import { createSwapAiRoutes } from '../../../../src/features/assistant/legacy/swap-ai-routes.ts';
import { createWitRoutes } from '../../../../src/features/assistant/legacy/wit-routes.ts';
import { createGuardWallet } from '../../../../src/features/assistant/routes/guard-wallet.ts';
import { createQuestionOf, createUnderstandTurn } from '../../../../src/features/assistant/understand-turn.ts';
import { createGrammar } from '../../../../src/features/assistant/understanding/create-grammar.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { readNetworkSeed } from '../../../../src/market/networks/create-networks.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { randomIds } from '../../../../src/values/id-source.ts';
import { words } from '../../../assistant/known-words.ts';
import { ALICE, chatBench } from '../../../unit/features/assistant/chat-bench.ts';

const DAY_MS = 86_400_000;

function open() {
  const bench = chatBench();
  const { clock: benchClock, records, assistant } = bench;
  let laterMs = 0;
  const clock = { now: () => benchClock.now() + laterMs };
  const networks = { list: async () => readNetworkSeed().map((seed) => ({ ...seed, nodeUrls: [] })) };
  const understand = createUnderstandTurn(createGrammar({ clock }), createQuestionOf({ tokens: async () => words, networks, clock }));
  const sentences = createSentences({ understand, records, networks, clock, ids: randomIds });
  const guard = createGuardWallet(null);
  const api = createApi({
    resources: [createWitRoutes({ sentences }), createSwapAiRoutes({ assistant, sentences, guard })],
    log: silentLog,
  });
  async function request(method: string, path: string, body?: unknown) {
    const init = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const response = await api.fetch(new Request(`http://localhost/api${path}`, { method, headers, ...init }));
    return { status: response.status, ...JSON.parse(await response.text()) };
  }
  return {
    ...bench,
    post: (path: string, body: unknown) => request('POST', path, body),
    get: (path: string) => request('GET', path),
    passTime(ms: number) {
      laterMs += ms;
    },
  };
}

const parsed = async (message: string) => {
  const { intent, entities, confidence } = (await open().post('/defi/wit', { message })).data;
  return { intent, ...entities, fromChain: entities.fromChain?.id, toChain: entities.toChain?.id, confidence };
};

test.each<[string, object]>([
  ['swap 1.5 eth to usdc on base', { intent: 'swap', amount: '1.5', fromToken: 'ETH', toToken: 'USDC', fromChain: 8453, toChain: 8453 }],
  ['exchange all my usdt for wbtc.', { intent: 'swap', amount: 'all', fromToken: 'USDT', toToken: 'WBTC' }],
  ['convert half my weth into usdc', { intent: 'swap', amount: 'half', fromToken: 'WETH', toToken: 'USDC' }],
  [
    'bridge 100 usdc from arbitrum to base',
    { intent: 'bridge', amount: '100', fromToken: 'USDC', toToken: 'USDC', fromChain: 42161, toChain: 8453 },
  ],
  ['what is the price of eth', { intent: 'price', fromToken: 'ETH' }],
  ['show my balance', { intent: 'balance' }],
])('the legacy parser understands "%s"', async (message, expected) => {
  expect(await parsed(message)).toMatchObject(expected);
});

test('the legacy parser tells no amount that is not one to spend, and only trades and figures', async () => {
  for (const message of ['$250 of weth to usdc', 'buy 1 eth with usdc', 'swap 20% of my eth to usdc'])
    expect(await parsed(message)).not.toHaveProperty('amount');
  for (const message of ['hello there', 'send 5 usdc to bob.eth', '🦄 ?', 'do not swap 5 usdc to eth'])
    expect(await parsed(message)).toEqual({ intent: 'unknown', fromChain: undefined, toChain: undefined, confidence: 0 });
});

test('a parsed sentence is found by its id for a day', async () => {
  const { post, get, passTime } = open();
  const said = await post('/defi/wit', { message: ' price of eth ' });
  expect(said.data).toMatchObject({ text: 'price of eth', intent: 'price' });
  passTime(DAY_MS - 1);
  expect(await get(`/defi/wit/${said.data.id.toUpperCase()}`)).toMatchObject({ status: 200, data: said.data });
  passTime(1);
  expect(await get(`/defi/wit/${said.data.id}`)).toMatchObject({ status: 404, errors: { code: 'sentence-not-found' } });
  expect(await get('/defi/wit/x')).toMatchObject({ status: 404 });
});

test('wrong bodies are refused', async () => {
  const { post } = open();
  for (const body of [{}, { message: '' }, { message: '  ' }, { message: 5 }, { message: 'x'.repeat(501) }, []])
    for (const path of ['/defi/wit', '/defi/swap-ai/nlu']) expect(await post(path, body)).toMatchObject({ status: 400 });
  for (const path of ['chat', 'content-generation', 'webhook', 'webhook-fallback'])
    expect(await post(`/defi/swap-ai/${path}`, { wallet: ALICE })).toMatchObject({ status: 400 });
});

test('the legacy chat answers as the assistant, in its own envelope, in the same conversations', async () => {
  const { post, all } = open();
  const first = await post('/defi/swap-ai/chat', { message: 'one', wallet: ALICE });
  const { chatId } = first.data;
  expect(first).toEqual({
    ...{ status: 200, message: 'success', save: true, errors: null },
    data: { ...{ text: 'You said: one', action: 'text', chatId }, data: expect.anything(), messageId: expect.any(String) },
  });
  const next = { message: 'two', wallet: ALICE, chatId };
  expect((await post('/defi/swap-ai/content-generation', next)).data).toEqual({ text: 'You said: two', chatId });
  for (const path of ['webhook', 'webhook-fallback'])
    expect((await post(`/defi/swap-ai/${path}`, next)).data).toEqual({ text: 'You said: two', action: 'text', chatId });
  expect(await all()).toHaveLength(8);
  expect(await post('/defi/swap-ai/nlu', { message: 'price of eth' })).toMatchObject({
    ...{ save: false, data: { intent: 'price', entities: { fromToken: 'ETH' } } },
  });
  expect(await all()).toHaveLength(8);
});
