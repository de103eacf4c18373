import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as v from 'valibot';
import { devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { DEVNET_CHAIN_ID } from '../../../src/values/chain-ids.ts';
import { calling, type ModelServer, startModelServer } from '../../support/model-server.ts';
import { type Service, spawnService } from '../../support/spawn-service.ts';

const [{ address: alice }, { address: bob }] = devnetAccounts.demo;
const KEY = 'sk-the-key-of-this-test';
const answer = v.object({ text: v.string(), action: v.string(), chatId: v.string(), data: v.looseObject({}) });

let model: ModelServer;
let service: Service;

beforeAll(async () => {
  model = startModelServer();
  const bounds = { ASSISTANT_MODEL_TURNS_PER_WALLET: '3', ASSISTANT_MODEL_TURNS_PER_DAY: '5' };
  service = await spawnService({
    ...{ until: 'ready', chain: 'copied' },
    env: {
      ...{ DEVNET_PORT: '0', TICK_INTERVAL_MS: '500', LOG_LEVEL: 'warn', ...bounds },
      ...{ ASSISTANT_MODEL_URL: model.url, ASSISTANT_MODEL: 'test-model', ASSISTANT_MODEL_KEY: KEY },
    },
  });
}, 90_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  model[Symbol.dispose]();
});

async function say(message: string, more: object = {}) {
  const body = JSON.stringify({ message, wallet: alice, chainId: DEVNET_CHAIN_ID, ...more });
  const response = await fetch(`${service.url}/v1/assistant/message`, {
    ...{ method: 'POST', headers: { 'content-type': 'application/json' }, body },
  });
  return v.parse(answer, JSON.parse(await response.text()).data);
}

async function ready() {
  const { data } = JSON.parse(await (await fetch(`${service.url}/ready`)).text());
  return v.parse(v.object({ ready: v.boolean(), degraded: v.array(v.object({ name: v.string(), reason: v.string() })) }), data);
}

test('a turn by the model: a message that the grammar does not read, with its question and the answer to it', async () => {
  model.next.push(calling([['send_token', { amount: '7', amountKind: 'token', fromToken: 'USDC', confidence: 0.9 }]]));
  const first = await say('überweise bitte 7 usdc');
  expect(first).toMatchObject({ text: 'To which address or name?', data: { understood: { intent: 'send_token', by: 'model' } } });
  model.next.push(calling([['send_token', { to: bob, confidence: 0.9 }]]));
  const second = await say(`na, an ${bob}`, { chatId: first.chatId });
  expect(second).toMatchObject({
    action: 'send_token',
    data: { transfer: { amount: '7', to: bob }, understood: { by: 'model', confidence: 0.9, slots: { to: bob } } },
  });
  const [request] = model.requests;
  expect(request?.headers.get('authorization')).toBe(`Bearer ${KEY}`);
  expect(JSON.parse(model.requests[1]?.body.messages[1]?.content ?? '')).toMatchObject({
    pending: { intent: 'send_token', asked: ['to'] },
  });
});

test('a model that invents an address twice is not used, and the message says so', async () => {
  const stranger = `0x${'66'.repeat(20)}`;
  const invented = calling([['send_token', { amount: '5', amountKind: 'token', fromToken: 'USDC', to: stranger, confidence: 1 }]]);
  model.next.push(invented, invented);
  const told = await say(`send 5 usdc to ${bob}`);
  const notice = 'The language model was not used: its answer contained a value that is not in your messages.';
  expect(told).toMatchObject({ action: 'send_token', data: { transfer: { to: bob }, understood: { by: 'grammar', notice } } });
  expect(told.text).toEndWith(notice);
  expect(JSON.stringify(told)).not.toContain(stranger);
});

test('beyond the turns of its wallet, the grammar reads the messages of that wallet alone', async () => {
  const asked = model.requests.length;
  const told = await say('price of eth');
  expect(told).toMatchObject({ action: 'market_intel', data: { understood: { by: 'grammar' } } });
  expect(told.text).toContain('it has answered as many messages of this wallet today as the service allows');
  expect(model.requests).toHaveLength(asked);
  model.next.push(calling([['market_intel', { fromToken: 'ETH', confidence: 1 }]]));
  expect((await say('price of eth', { wallet: bob })).data.understood).toMatchObject({ by: 'model' });
});

test('a model that fails leaves the service ready and degraded, and its turns are counted', async () => {
  expect((await ready()).degraded.map(({ name }) => name)).not.toContain('assistant model');
  expect((await say('price of eth', { wallet: bob })).text).toContain('The language model was not used: it failed.');
  const { ready: isReady, degraded } = await ready();
  expect(isReady).toBe(true);
  expect(degraded.find(({ name }) => name === 'assistant model')?.reason).toStartWith('The language model was not used: it failed.');
  const metrics = await (await fetch(new URL('/metrics', service.url), { headers: service.asOperator() })).text();
  for (const line of [
    'by="model",outcome="first"} 3',
    'by="grammar",outcome="not-valid"} 1',
    'by="grammar",outcome="wallet-bound"} 1',
    'by="grammar",outcome="failed"} 1',
  ])
    expect(metrics).toContain(`coxswain_assistant_turns_total{${line}`);
});
