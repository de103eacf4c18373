import { expect, test } from 'bun:test';
import { createChatCompletions } from '../../../../../src/features/assistant/model/chat-completions.ts';
import { ModelFailure, type ModelFault } from '../../../../../src/features/assistant/model/model-failure.ts';
import { MODEL_TOOLS } from '../../../../../src/features/assistant/model/tools.ts';
import { calling, endless, type ModelServer, saying, startModelServer, streamedEvents, whole } from '../../../../support/model-server.ts';

const KEY = 'sk-a-very-secret-key';
const clock = { now: () => 0 };

const clientOf = (server: Pick<ModelServer, 'url'>) =>
  createChatCompletions({ baseUrl: `${server.url}/`, model: 'test-model', key: KEY, fetch, clock });
const asked = { messages: [{ role: 'user', content: 'hello' }], tools: MODEL_TOOLS } as const;
const never = new AbortController().signal;

type Queued = ModelServer['next'][number];

async function answerTo(reply: Queued, signal = never) {
  using server = startModelServer();
  server.next.push(reply);
  return { answer: await clientOf(server).ask(asked, signal), requests: server.requests };
}

async function faultOf(reply: Queued, signal = never): Promise<ModelFailure> {
  try {
    await answerTo(reply, signal);
  } catch (error) {
    if (error instanceof ModelFailure) return error;
    throw error;
  }
  throw new Error('The answer was accepted');
}

const price = ['market_intel', { fromToken: 'ETH', confidence: 1 }] as const;

test('a request has the key, temperature 0, and one function for each intent', async () => {
  const { requests } = await answerTo(calling([price]));
  const [request] = requests;
  const { path, headers, body } = request ?? { path: '', headers: new Headers(), body: null };
  expect(path).toBe('/v1/chat/completions');
  expect(headers.get('authorization')).toBe(`Bearer ${KEY}`);
  expect(body).toMatchObject({ model: 'test-model', temperature: 0, stream: true, tool_choice: 'required' });
  expect(body?.tools).toHaveLength(27);
});

test('a streamed call is joined, however it is cut and whatever its line ends', async () => {
  const wanted = { calls: [{ name: 'market_intel', input: JSON.stringify(price[1]) }], usage: { input: 11, output: 7 } };
  for (const how of [{}, { isByByte: true }, { lineEnd: '\r\n' }, { lineEnd: '\r' }, { hasComments: true }] as const)
    expect((await answerTo(calling([price], how))).answer).toMatchObject(wanted);
  const text = await answerTo(saying('Hello wörld ✓ 👍', { isByByte: true }));
  expect(text.answer).toMatchObject({ calls: [], text: 'Hello wörld ✓ 👍' });
});

test('an answer that is not streamed is read too', async () => {
  for (const input of [price[1], JSON.stringify(price[1])])
    expect((await answerTo(whole('market_intel', input))).answer.calls).toEqual([
      { name: 'market_intel', input: JSON.stringify(price[1]) },
    ]);
});

test('several calls are all seen', async () => {
  const { answer } = await answerTo(calling([price, ['portfolio', { confidence: 1 }]]));
  expect(answer.calls.map(({ name }) => name)).toEqual(['market_intel', 'portfolio']);
});

const html = () => new Response('<html>502</html>', { status: 502, headers: { 'content-type': 'text/html' } });
const json = (body: object, status: number, headers = {}) => Response.json(body, { status, headers });
const wrong = { error: { message: `Incorrect API key provided: ${KEY}` } };
const redirect = () => new Response(null, { status: 302, headers: { location: 'http://127.0.0.1:1/elsewhere' } });

const FAULTS: readonly (readonly [string, ModelFault, Queued])[] = [
  ['401', 'forbidden', () => json(wrong, 401)],
  ['403', 'forbidden', () => json(wrong, 403)],
  ['404', 'not-found', () => json({ error: { code: 'model_not_found' } }, 404)],
  ['400', 'rejected', () => json({ error: { message: 'context length' } }, 400)],
  ['429', 'busy', () => json(wrong, 429, { 'retry-after': '30' })],
  ['500', 'failed', () => json(wrong, 500)],
  ['a page with 502', 'failed', html],
  ['a page with 200', 'malformed', () => new Response('<html>hi</html>', { headers: { 'content-type': 'text/html' } })],
  ['a redirect', 'malformed', redirect],
  ['an empty body', 'cut-off', () => new Response('', { headers: { 'content-type': 'text/event-stream' } })],
  ['half a stream', 'cut-off', calling([price], { end: 'cut' })],
  ['a broken connection', 'unreachable', calling([price], { end: 'reset' })],
  ['an end for its length', 'cut-off', calling([price], { finish: 'length' })],
  ['a filtered answer', 'refused', saying('', { finish: 'content_filter' })],
  ['a refusal', 'refused', streamedEvents([{ choices: [{ delta: { refusal: 'I cannot do that.' }, finish_reason: 'stop' }] }])],
  ['an error within the stream', 'failed', streamedEvents([{ choices: [{ delta: {} }] }, { error: { message: 'overloaded' } }])],
  ['an event that is no JSON', 'malformed', streamedEvents(['{"choices":[{"del'])],
  ['an event that is a list', 'malformed', streamedEvents(['[1]'])],
  ['whole JSON without an answer', 'cut-off', () => json({ object: 'list' }, 200)],
  ['whole JSON that is cut', 'malformed', () => new Response('{"choices":', { headers: { 'content-type': 'application/json' } })],
  ['an answer without end', 'too-large', endless()],
];

test.each(FAULTS)('%s is a fault of the kind %s', async (_, fault, reply) => {
  const failure = await faultOf(reply);
  expect(failure.fault).toBe(fault);
  expect(failure.message).toStartWith('The language model was not used: ');
  expect(JSON.stringify([failure.message, String(failure.stack)])).not.toContain(KEY);
});

test('Retry-After is read from a 429, in seconds and as a date', async () => {
  expect((await faultOf(() => json(wrong, 429, { 'retry-after': '30' }))).retryAfterMs).toBe(30_000);
  const dates = { date: 'Thu, 01 Jan 1970 00:00:00 GMT', 'retry-after': 'Thu, 01 Jan 1970 00:02:00 GMT' };
  expect((await faultOf(() => json(wrong, 429, dates))).retryAfterMs).toBe(120_000);
  expect((await faultOf(() => json(wrong, 429))).retryAfterMs).toBeNull();
});

test('an endpoint that is not there cannot be reached', async () => {
  using gone = startModelServer();
  gone[Symbol.dispose]();
  expect(clientOf(gone).ask(asked, never)).rejects.toMatchObject({ fault: 'unreachable' });
});

test('an answer that hangs, and one that never begins, end with the reason of the signal', async () => {
  for (const reply of [calling([price], { end: 'hang' }), () => new Promise<never>(() => undefined)]) {
    using server = startModelServer();
    const late = new AbortController();
    // The time is over once the request has arrived.
    server.next.push((request) => {
      setImmediate(() => late.abort(new ModelFailure('timeout')));
      return reply(request);
    });
    expect(
      await clientOf(server)
        .ask(asked, late.signal)
        .catch((error) => error.fault),
    ).toBe('timeout');
  }
});
