import { afterAll, beforeAll, expect, test } from 'bun:test';
import * as v from 'valibot';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { startHttpReceiver } from '../support/http-receiver.ts';
import { type Service, spawnService } from '../support/spawn-service.ts';
import { sseEvents } from '../support/sse-events.ts';
import { hasAllCases } from '../support/which-cases.ts';
import { addressOfText, codeThatSays, HOSTILE_SOURCE, HOSTILE_TEXTS } from './chat/hostile-contract.ts';
import { BODIES, MARKUP, OTHER, REFUSED, SLOW, THIEF } from './chat/messages.ts';

// Strangers write to the assistant, and into everything that it reads. Nothing may be prepared for them, nothing of another wallet may be
// shown, and nothing may be sent as HTML.

const WALLET = devnetAccounts.demo[0].address;
const CHAIN_ID = 31_337;
/** Answers that contain nothing to sign and nothing to accept. */
const HARMLESS = ['text', 'fallback', 'error', 'connect_wallet'];
/** Fields of an answer's data that contain something to sign. */
const TO_SIGN = /"(?:txn|transactions|tx|quotes|dca|autopilot|transfer|approvals|limitOrder|priceAlert)":/;
/** Control characters, separators of lines, and overrides of the direction of writing. */
const DISTURBING = /[^\P{Cc}\n]|[\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u;
const CROWD = hasAllCases ? 2_000 : 120;

const answerSchema = v.object({ text: v.string(), action: v.string(), chatId: v.string(), messageId: v.string(), data: v.looseObject({}) });
type Answer = v.InferOutput<typeof answerSchema>;

let service: Service;
let explorer: Awaited<ReturnType<typeof startHttpReceiver>>;
let rpcUrl = '';

beforeAll(async () => {
  explorer = await startHttpReceiver(() => ({ status: 200, headers: { 'content-type': 'application/json' }, body: HOSTILE_SOURCE }));
  const audits = { AUDIT_EXPLORER_URL: explorer.url, AUDIT_EXPLORER_KEY: 'a-key-for-tests' };
  const env = { DEVNET_PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT_PER_MINUTE: '0', ...audits };
  service = await spawnService({ until: 'ready', chain: 'copied', env });
  const networks = JSON.parse(await (await fetch(`${service.url}/common/network`)).text()).data;
  rpcUrl = networks.find(({ id }: { readonly id: number }) => id === CHAIN_ID).rpcUrls[0];
  for (const [n, text] of HOSTILE_TEXTS.entries()) await rpc('anvil_setCode', [addressOfText(n), codeThatSays(text)]);
}, 90_000);
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  explorer[Symbol.dispose]();
});

async function rpc(method: string, params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  expect(await response.json()).not.toHaveProperty('error');
}

function post(path: string, body: string | Uint8Array<ArrayBuffer>): Promise<Response> {
  return fetch(`${service.url}/v1/assistant${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

async function say(message: string, more: object = {}): Promise<Answer> {
  const response = await post('/message', JSON.stringify({ message, wallet: WALLET, chainId: CHAIN_ID, ...more }));
  const reply = JSON.parse(await response.text());
  expect([message, response.status, reply.message]).toEqual([message, 200, 'success']);
  expect(response.headers.get('content-type')).toStartWith('application/json');
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  return v.parse(answerSchema, reply.data);
}

const isAsking = ({ data }: Answer) => 'asked' in data;

for (const [family, messages] of Object.entries(REFUSED)) {
  test(`nothing is prepared for ${family}`, async () => {
    const answers = await Promise.all(messages.map(async (message) => ({ message, answer: await say(message) })));
    const wrong = answers.filter(
      ({ answer }) => TO_SIGN.test(JSON.stringify(answer.data)) || !(HARMLESS.includes(answer.action) || isAsking(answer)),
    );
    expect(wrong.map(({ message, answer }) => [message, answer.action, answer.text])).toEqual([]);
  });
}

test('markup and commands are text, in the answer and in the event stream', async () => {
  for (const message of MARKUP) {
    const { text, action, data } = await say(message);
    expect([message, TO_SIGN.test(JSON.stringify(data))]).toEqual([message, false]);
    expect(`${action} ${text}`).not.toMatch(DISTURBING);
    const stream = await post('/message/stream', JSON.stringify({ message, wallet: WALLET, chainId: CHAIN_ID }));
    expect(stream.headers.get('content-type')).toStartWith('text/event-stream');
    expect(stream.headers.get('set-cookie')).toBeNull();
    const events = sseEvents(await stream.text()).map(({ event }) => event);
    expect([message, events[0], events.at(-1), new Set(events.slice(1, -1))]).toEqual([message, 'meta', 'done', new Set(['token'])]);
  }
});

test('what contracts say of themselves is data: it is not obeyed, and comes without characters that change how it is shown', async () => {
  const questions = (address: string) => [
    ...[`what is nft #1 at ${address}`, `is ${address} safe?`, `balance of ${address}`, `price of ${address}`],
    ...[`audit ${address}`, `what happened at ${address}`],
  ];
  for (const [n] of HOSTILE_TEXTS.entries()) {
    for (const question of questions(addressOfText(n))) {
      const { text, action, data } = await say(question);
      const said = JSON.stringify({ text, data });
      expect([question, ['send_token', 'quotes', 'dca', 'autopilot'].includes(action), /"txn":|"transactions":/.test(said)]).toEqual([
        question,
        false,
        false,
      ]);
      expect([question, DISTURBING.exec(`${text}${stringsOf(data).join('')}`)]).toEqual([question, null]);
      expect([question, said.length < 64 * 1_024, said.includes('comment of the source')]).toEqual([question, true, false]);
    }
  }
  expect(explorer.requests.length).toBeGreaterThan(0);
}, 60_000);

/** All texts of an answer's data. */
function stringsOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}

test('bodies that are no message are refused, and the service goes on', async () => {
  const got = await Promise.all(BODIES.map(async ([name, body]) => [name, (await post('/message', body)).status] as const));
  expect(got).toEqual(BODIES.map(([name, , status]) => [name, status] as const));
  for (const path of ['/defi/swap-ai/chat', '/defi/wit']) {
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${service.url}${path}`, { method: 'POST', headers, body: BODIES[0]?.[1] ?? '' });
    expect([path, response.status]).toEqual([path, 413]);
  }
  expect((await say('hello')).action).toBe('text');
}, 60_000);

test('the conversations of another wallet are not found, by no route', async () => {
  const { chatId, messageId } = await say('send 5 usdc to bob.eth', { wallet: OTHER });
  const foreign = async (method: string, path: string, body?: object) => {
    const init = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
    const response = await fetch(`${service.url}${path}`, { method, ...init });
    const text = await response.text();
    expect([path, text.includes('bob.eth')]).toEqual([path, false]);
    return response.status;
  };
  const chat = `/v1/assistant/chat/${chatId}`;
  const body = { message: 'and again', wallet: WALLET, chatId };
  for (const wallet of [WALLET, THIEF, OTHER.replace('3', '4')])
    for (const method of ['GET', 'DELETE']) expect(await foreign(method, `${chat}?wallet=${wallet}`)).toBe(404);
  expect(await foreign('GET', chat)).toBe(404);
  expect(await foreign('DELETE', chat)).toBe(404);
  for (const path of ['/v1/assistant/message', '/v1/assistant/message/stream', '/defi/swap-ai/chat', '/defi/swap-ai/webhook'])
    expect([path, await foreign('POST', path, body)]).toEqual([path, 404]);
  expect(await foreign('POST', '/v1/assistant/message', { ...body, wallet: null })).toBe(404);
  const position = await fetch(`${service.url}/v1/assistant/message/stream`, {
    ...{ method: 'POST', body: JSON.stringify({ message: 'x', wallet: WALLET }) },
    headers: { 'content-type': 'application/json', 'last-event-id': `${chatId}/1/0` },
  });
  expect(position.status).toBe(404);
  expect(await foreign('GET', `/v1/assistant/sessions?wallet=${WALLET}`)).toBe(200);
  expect(await foreign('POST', '/v1/feedback', { messageId, wallet: WALLET, rating: 'up' })).toBe(404);
  expect(await foreign('GET', `${chat}?wallet=${WALLET}&wallet=${OTHER}`)).not.toBe(500);
  const own = await fetch(`${service.url}${chat}?wallet=${OTHER}`);
  expect(JSON.parse(await own.text()).data).toHaveLength(2);
});

test('messages that expressions read slowly are answered; how slowly is printed as a ratio to plain words', async () => {
  const plain = 'word and other words '.repeat(200).slice(0, 3_990);
  const timed = async (message: string) => {
    const startedMs = performance.now();
    await say(message);
    return performance.now() - startedMs;
  };
  await timed(plain);
  const base = await timed(plain);
  const ratios: string[] = [];
  for (const [name, message] of SLOW) ratios.push(`${name} ${((await timed(message)) / base).toFixed(1)}`);
  console.log(`times of long messages, by that of plain words: ${ratios.join(', ')}`);
}, 60_000);

test('a crowd of messages is answered or refused, and each that was taken has one answer', async () => {
  const wallet = `0x${'c0'.repeat(20)}`;
  const { chatId } = await say('hello', { wallet });
  const statuses = new Map<number, number>();
  for (let sent = 0; sent < CROWD; sent += 40) {
    const wave = Array.from({ length: 40 }, (_, n) => post('/message', JSON.stringify({ message: `hello ${sent + n}`, wallet, chatId })));
    for (const { status } of await Promise.all(wave)) statuses.set(status, (statuses.get(status) ?? 0) + 1);
  }
  expect([...statuses.keys()].filter((status) => status !== 200 && status !== 429)).toEqual([]);
  let cursor = '';
  let count = 0;
  do {
    const response = await fetch(
      `${service.url}/v1/assistant/chat/${chatId}?wallet=${wallet}&limit=200${cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`}`,
    );
    count += JSON.parse(await response.text()).data.length;
    cursor = response.headers.get('x-next-cursor') ?? '';
  } while (cursor !== '');
  expect(count).toBe(2 * (1 + (statuses.get(200) ?? 0)));
}, 120_000);

test('there are at least 80 hostile cases', () => {
  const refused = Object.values(REFUSED).flat();
  expect(new Set(refused).size).toBe(refused.length);
  expect(refused.length + MARKUP.length + SLOW.length + BODIES.length + HOSTILE_TEXTS.length).toBeGreaterThanOrEqual(80);
});
