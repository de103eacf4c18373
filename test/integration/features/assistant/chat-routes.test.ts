import { expect, test } from 'bun:test';
import { createChatRoutes } from '../../../../src/features/assistant/routes/chat-routes.ts';
import { createGuardWallet } from '../../../../src/features/assistant/routes/guard-wallet.ts';
import type { Question } from '../../../../src/features/assistant/understanding/agent-service.ts';
import type { Bearer } from '../../../../src/http/bearer-auth.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { TerminalError } from '../../../../src/values/errors/terminal-error.ts';
import { ALICE, BOB, chatBench, understood } from '../../../unit/features/assistant/chat-bench.ts';

const user: Bearer = {
  kind: 'user',
  check({ headers }) {
    const token = headers.get('authorization');
    if (token === null) throw new TerminalError({ code: 'token-missing', status: 401, message: 'There is no token.' });
    return { authWallet: parseAddress(token.slice('Bearer '.length)), sessionId: 's' };
  },
};

function open(options: { readonly auth?: boolean; readonly tokenDelayMs?: number; readonly bench?: ReturnType<typeof chatBench> } = {}) {
  const bench = options.bench ?? chatBench();
  const guard = createGuardWallet(options.auth === true ? user : null);
  const { assistant, timers } = bench;
  const api = createApi({
    resources: [createChatRoutes({ assistant, guard, tokenDelayMs: options.tokenDelayMs ?? 0, timers, log: silentLog })],
    log: silentLog,
  });
  const request = (
    method: string,
    path: string,
    { body, headers = {}, signal }: { body?: unknown; headers?: object; signal?: AbortSignal } = {},
  ) =>
    api.fetch(
      new Request(`http://localhost/api/v1/assistant${path}`, {
        ...{ method, headers: { 'content-type': 'application/json', ...headers } },
        ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
        ...(signal === undefined ? {} : { signal }),
      }),
    );
  const ask = async (method: string, path: string, init: Parameters<typeof request>[2] = {}) => {
    const response = await request(method, path, init);
    const { data, errors } = JSON.parse(await response.text());
    return { status: response.status, data, errors, next: response.headers.get('x-next-cursor') };
  };
  return { ...bench, request, ask };
}

/** Reads all events of a server-sent event stream. */
async function eventsOf(response: Response): Promise<readonly { event: string; id: string; data: string }[]> {
  const blocks = (await response.text()).split('\n\n').filter((block) => block !== '' && !block.startsWith(':'));
  return blocks.map((block) => {
    const lines = block.split('\n');
    const of = (name: string) => lines.filter((line) => line.startsWith(`${name}: `)).map((line) => line.slice(name.length + 2));
    return { event: of('event').join(), id: of('id').join(), data: of('data').join('\n') };
  });
}

test('a message is answered as a whole', async () => {
  const { ask } = open();
  const { status, data } = await ask('POST', '/message', {
    body: { message: 'hello there', wallet: ALICE.toUpperCase().replace('0X', '0x') },
  });
  expect(status).toBe(200);
  expect(data).toMatchObject({ text: 'You said: hello there', action: 'text', data: { understood: { intent: 'text' } } });
  const chat = await ask('GET', `/chat/${data.chatId}?wallet=${ALICE}`);
  expect(chat.data).toMatchObject([
    { senderType: 'user', text: 'hello there' },
    { senderType: 'bot', id: data.messageId },
  ]);
  const next = await ask('POST', '/message', { body: { message: 'more', wallet: ALICE, chatId: data.chatId } });
  expect(next.data.chatId).toBe(data.chatId);
  const first = await ask('GET', `/chat/${data.chatId}?wallet=${ALICE}&limit=3`);
  expect(first.data).toHaveLength(3);
  const rest = await ask('GET', `/chat/${data.chatId}?wallet=${ALICE}&limit=3&cursor=${encodeURIComponent(first.next ?? '')}`);
  expect(rest).toMatchObject({ next: null, data: [{ senderType: 'bot', text: 'You said: more' }] });
  expect((await ask('GET', `/sessions?wallet=${ALICE}`)).data).toMatchObject([{ chatId: data.chatId, name: 'hello there', messages: 4 }]);
});

test('a stream has the card first, then the text in pieces, then its end', async () => {
  const { request } = open();
  const response = await request('POST', '/message/stream', { body: { message: 'one two three four\nfive', wallet: ALICE } });
  expect(response.headers.get('content-type')).toStartWith('text/event-stream');
  const events = await eventsOf(response);
  expect(events.map(({ event }) => event)).toEqual(['meta', 'token', 'token', 'token', 'done']);
  expect(JSON.parse(events[0]?.data ?? '')).toMatchObject({ action: 'text', data: { understood: { intent: 'text' } } });
  expect(
    events
      .filter(({ event }) => event === 'token')
      .map(({ data }) => data)
      .join(''),
  ).toBe('You said: one two three four\nfive');
  expect(events.at(-1)?.data).toBe('{}');
});

for (const atOnce of [undefined, ({ input }: Question) => understood({ text: `You said: ${input}` })])
  test(`a client that comes back continues after its last event${atOnce === undefined ? '' : ', also when the answer came at once'}`, async () => {
    const { request, all } = open({ bench: chatBench(atOnce === undefined ? {} : { atOnce }) });
    const body = { message: 'one two three four five', wallet: ALICE };
    const events = await eventsOf(await request('POST', '/message/stream', { body }));
    for (const [at, { id }] of events.entries()) {
      const response = await request('POST', '/message/stream', { body, headers: { 'last-event-id': id } });
      expect(await eventsOf(response)).toEqual(events.slice(at + 1));
    }
    expect(await all()).toHaveLength(2);
    const foreign = await request('POST', '/message/stream', {
      body: { ...body, wallet: BOB },
      headers: { 'last-event-id': events[0]?.id ?? '' },
    });
    expect(foreign.status).toBe(404);
  });

/** Opens a chat whose first answer is stored only when `release` is called. */
function openSlow(options: Parameters<typeof chatBench>[0] = {}) {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  let delay: Promise<void> = isReleased;
  const bench = chatBench({
    ...options,
    beforeInsert: async () => {
      const waited = delay;
      delay = Promise.resolve();
      await waited;
    },
  });
  return { ...open({ bench }), release };
}

async function readUntil(reader: ReadableStreamDefaultReader<Uint8Array>, what: string, settle: () => Promise<void>): Promise<string> {
  for (let text = ''; ; text += new TextDecoder().decode((await reader.read()).value)) {
    if (text.includes(what)) return text;
    await settle();
  }
}

for (const intent of ['text', 'market_intel'] as const)
  test(`an answer of the intent ${intent} is streamed only when it is stored`, async () => {
    const { request, all, test: system, release } = openSlow({ understand: async () => understood({ text: 'words', intent }) });
    const response = await request('POST', '/message/stream', { body: { message: 'hello', wallet: ALICE } });
    const reader = response.body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    let isReleased = false;
    const wasReleased = readUntil(reader, 'event: meta', system.settle).then(() => isReleased);
    await system.settle();
    isReleased = true;
    release();
    expect(await wasReleased).toBe(true);
    await reader.cancel();
    expect(await all()).toHaveLength(2);
  });

test('a client that leaves in mid-stream ends the pacing, and not the turn', async () => {
  const { request, all, test: system, waiters } = open({ tokenDelayMs: 100 });
  const leaving = new AbortController();
  const response = await request('POST', '/message/stream', {
    body: { message: 'a b c d e f g h i j k l', wallet: ALICE },
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  for (let text = ''; !text.includes('event: token'); text += new TextDecoder().decode((await reader?.read())?.value))
    await system.settle();
  leaving.abort();
  expect((await reader?.read())?.done).toBe(true);
  await system.settle();
  expect(waiters.count()).toBe(0);
  expect(system.time.nextTimerMs() ?? Number.POSITIVE_INFINITY).toBeGreaterThan(system.time.clock.now() + 100);
  expect((await all()).at(-1)).toMatchObject({ senderType: 'bot' });
});

test('a client that leaves before the answer finds it in the conversation', async () => {
  let release = () => {};
  const waits = new Promise<void>((resolve) => {
    release = resolve;
  });
  const bench = chatBench({
    handler: async () => {
      await waits;
      return { action: 'text', text: 'late', data: {} };
    },
  });
  const { request, ask, all, test: system, waiters } = open({ bench });
  const leaving = new AbortController();
  const response = await request('POST', '/message/stream', { body: { message: 'hello', wallet: ALICE }, signal: leaving.signal });
  const reader = response.body?.getReader();
  await reader?.read();
  leaving.abort();
  await reader?.read();
  release();
  await system.settle();
  expect(waiters.count()).toBe(0);
  const [, bot] = await all();
  const { data } = await ask('GET', `/chat/${bot?.session}?wallet=${ALICE}`);
  expect(data).toMatchObject([{ senderType: 'user' }, { text: 'late' }]);
});

test('too many waiting messages are refused with 429', async () => {
  const bench = chatBench({ understand: () => new Promise<never>(() => undefined) });
  const { ask, send } = open({ bench });
  const { chatId } = await send('0');
  for (let i = 0; i < 5; i += 1) await send(`${i}`, { chatId });
  expect(await ask('POST', '/message', { body: { message: 'more', wallet: ALICE, chatId } })).toMatchObject({
    ...{ status: 429, errors: { code: 'too-many-messages-waiting' } },
  });
});

test('a conversation is deleted by its owner alone', async () => {
  const { ask, send, test: system, all } = open();
  const { chatId } = await send('hello');
  await system.settle();
  for (const query of ['', `?wallet=${BOB}`]) expect((await ask('DELETE', `/chat/${chatId}${query}`)).status).toBe(404);
  expect((await ask('DELETE', `/chat/${chatId}?wallet=${ALICE}`)).data).toEqual({ success: true });
  expect((await ask('GET', `/chat/${chatId}?wallet=${ALICE}`)).status).toBe(404);
  expect(await all()).toEqual([]);
});

test('requests and streams that wait while their conversation is deleted say so', async () => {
  const { ask, send, request, waiters } = open({ bench: chatBench({ understand: () => new Promise<never>(() => undefined) }) });
  const { chatId } = await send('hello');
  const body = { message: 'more', wallet: ALICE, chatId };
  const whole = ask('POST', '/message', { body });
  const events = (async () => eventsOf(await request('POST', '/message/stream', { body })))();
  while (waiters.count() < 2) await new Promise((resolve) => setImmediate(resolve));
  expect((await ask('DELETE', `/chat/${chatId}?wallet=${ALICE}`)).status).toBe(200);
  const message = 'This conversation was deleted before the message was answered.';
  expect(await whole).toMatchObject({ status: 404, errors: { code: 'chat-not-found' } });
  const [event, ...others] = await events;
  expect([event?.event, others.length]).toEqual(['error', 0]);
  expect(JSON.parse(event?.data ?? '')).toEqual({ code: 'chat-not-found', message });
});

test('with ASSISTANT_AUTH=wallet each route needs the token of the wallet', async () => {
  const { ask, send } = open({ auth: true });
  const { chatId } = await send('hello');
  const routes = [
    ['POST', '/message', { message: 'hello', wallet: ALICE }],
    ['POST', '/message/stream', { message: 'hello', wallet: ALICE }],
    ['GET', `/chat/${chatId}?wallet=${ALICE}`, undefined],
    ['DELETE', `/chat/${chatId}?wallet=${ALICE}`, undefined],
    ['GET', `/sessions?wallet=${ALICE}`, undefined],
  ] as const;
  for (const [method, path, body] of routes) {
    expect((await ask(method, path, { body })).status).toBe(401);
    expect((await ask(method, path, { body, headers: { authorization: `Bearer ${BOB}` } })).errors).toMatchObject({
      code: 'not-your-wallet',
    });
  }
  expect((await ask('GET', `/sessions?wallet=${ALICE}`, { headers: { authorization: `Bearer ${ALICE}` } })).status).toBe(200);
});

test('a first message that is posted twice with its id gets one conversation and one answer', async () => {
  const { ask, all } = open();
  const body = { message: 'hello there', wallet: ALICE, messageId: '11111111-0000-4000-8000-00000000000a' };
  const first = await ask('POST', '/message', { body });
  const again = await ask('POST', '/message', { body: { ...body, messageId: body.messageId.toUpperCase() } });
  expect(again.data).toEqual(first.data);
  expect(await all()).toHaveLength(2);
  const next = await ask('POST', '/message', { body: { message: 'more', wallet: ALICE, chatId: first.data.chatId } });
  expect(next).toMatchObject({ status: 200, data: { chatId: first.data.chatId } });
});

test('wrong bodies are refused with the member at fault', async () => {
  const { ask } = open();
  const cases = [
    [{ wallet: ALICE }, 'body.message'],
    [{ message: ' \u0000\u200b'.slice(0, 2), wallet: ALICE }, 'body.message'],
    [{ message: 'x'.repeat(4_001), wallet: ALICE }, 'body.message'],
    [{ message: 'x', wallet: '0x12' }, 'body.wallet'],
    [{ message: 'x', wallet: ALICE, chatId: '../../etc' }, 'body.chatId'],
    [{ message: 'x', wallet: ALICE, chainId: -1 }, 'body.chainId'],
    [{ message: 'x', wallet: ALICE, currency: '<b>' }, 'body.currency'],
  ] as const;
  for (const [body, path] of cases) {
    const { status, errors } = await ask('POST', '/message', { body });
    expect([status, errors.problems?.[0]?.path ?? errors.details?.problems?.[0]?.path]).toEqual([400, path]);
  }
  expect((await ask('POST', '/message', { body: JSON.stringify({ message: 'x'.repeat(20_000_000) }) })).status).toBe(413);
});

test('control characters and halves of characters are not stored', async () => {
  const { ask } = open();
  const { data } = await ask('POST', '/message', { body: '{"message":"a\\u0000b\\u001b[31mc\\ud800\\u2028d","wallet":null}' });
  const { data: rows } = await ask('GET', `/chat/${data.chatId}`);
  expect(rows[0].text).toBe('ab\ufffd[31mc\ufffd\nd');
});
