import { expect, test } from 'bun:test';
import { connect } from 'node:net';
import { CHAIN, WALLET } from '../../../../actors/keys.ts';
import { createOperatorAuth } from '../../../../src/http/operator-auth.ts';
import { createFeedRoutes } from '../../../../src/operator/routes/feed-routes.ts';
import { systemClock } from '../../../../src/platform/clock/system-clock.ts';
import type { SeenEvent } from '../../../../src/platform/feed/live-feed.ts';
import { createLocalFeed } from '../../../../src/platform/feed/local/local-feed.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { describeKeys } from '../../../../src/runtime/define/key-spec.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { readEnvelope } from '../read-envelope.ts';
import { startTestServer } from '../start-test-server.ts';
import { sseClient } from './sse-client.ts';

const KEYS = describeKeys([{ type: 'order', keys: { wallet: { of: () => null, ...WALLET }, chainId: { of: () => null, ...CHAIN } } }]);
const ALICE = { authorization: 'Bearer sesame' };

function startFeed(operators = [{ name: 'alice', token: 'sesame' }]) {
  const feed = createLocalFeed({ nodeId: 'node-a', clock: systemClock });
  const auth = createOperatorAuth({ operators });
  const server = startTestServer({ resources: [createFeedRoutes({ feed, keys: KEYS, auth, log: silentLog })] });
  return { ...server, feed, feedUrl: `${server.url}/api/operator/feed` };
}

const committed = (id: string, keys: SeenEvent['indexKeys'] = null): SeenEvent => ({ kind: 'committed', atMs: 1, id, indexKeys: keys });

/** Converts an event to the shape in which the route sends it: index keys are fields beside the others. */
function toldOf({ indexKeys, ...event }: SeenEvent = { kind: 'none', atMs: 0 }): { readonly [name: string]: unknown } {
  return indexKeys === undefined ? event : { ...event, wallet: indexKeys?.wallet ?? null, chainId: indexKeys?.chainId ?? null };
}

test('an operator sees events from now on, with their node and number', async () => {
  await using server = startFeed();
  server.feed.publish(committed('order/before'));
  await using client = await sseClient(server.feedUrl, ALICE);
  server.feed.publish(committed('order/1', { chainId: 137 }));
  const { data, id } = await client.saw('committed');
  expect(data).toEqual({ node: 'node-a', seq: 1, kind: 'committed', atMs: 1, id: 'order/1', wallet: null, chainId: 137 });
  expect(id).toBe('0-0.-1:node-a.2');
  expect(client.events.map(({ event }) => event)).toEqual(['feed-position', 'committed']);
});

test('each filter works, and all must match', async () => {
  await using server = startFeed();
  const wallet = '0x00000000000000000000000000000000000000ab';
  const published: SeenEvent[] = [
    committed('order/1', { wallet, chainId: 1 }),
    committed('order/2', { chainId: 137 }),
    committed('trade/1', { wallet, chainId: 137 }),
    { kind: 'tick', atMs: 2 },
    { kind: 'facts-failed', atMs: 3, type: 'order' },
    { ...committed('order/1', { wallet, chainId: 1 }), kind: 'quarantined' },
  ];
  const chosenBy: Record<string, number[]> = {
    'type=order': [0, 1, 4, 5],
    'type=orde': [],
    'id=order/1': [0, 5],
    [`wallet=${wallet.replace('ab', 'AB')}`]: [0, 2, 5],
    'chainId=137': [1, 2],
    'kind=tick': [3],
    'type=order&kind=committed&chainId=1': [0],
  };
  for (const [query, chosen] of Object.entries(chosenBy)) {
    await using client = await sseClient(`${server.feedUrl}?${query}`, ALICE);
    for (const event of published) server.feed.publish(event);
    await using all = await sseClient(server.feedUrl, { ...ALICE, 'last-event-id': client.lastId() });
    await waitFor(() => all.events.length === published.length + 1, { what: 'all events' });
    await waitFor(() => client.events.length >= chosen.length + 1, { what: `the events of ${query}` });
    const seen = client.events.slice(1).map(({ data: { node: _node, seq: _seq, ...event } }) => event);
    expect([query, seen]).toEqual([query, chosen.map((index) => toldOf(published[index]))]);
  }
});

test('a client that reconnects continues after the last id that it got', async () => {
  await using server = startFeed();
  const first = await sseClient(server.feedUrl, ALICE);
  server.feed.publish(committed('order/1'));
  await first.saw('committed');
  await first.leave();
  server.feed.publish(committed('order/2'));
  await using again = await sseClient(server.feedUrl, { ...ALICE, 'last-event-id': first.lastId() });
  await again.saw('committed', ({ data }) => data.id === 'order/2');
  expect(again.events.filter(({ event }) => event === 'committed').length).toBe(1);
});

test('a wrong filter, a wrong id and a request without a token are refused by name', async () => {
  await using server = startFeed([{ name: 'alice', token: 'a-long-random-token' }]);
  const authorization = 'Bearer a-long-random-token';
  const refusals: [string, Record<string, string>, number, string][] = [
    ['', {}, 401, 'operator-token-required'],
    ['', { authorization: 'Bearer another' }, 401, 'operator-token-wrong'],
    ['?kind=moved', { authorization }, 400, 'invalid-input'],
    ['?chainId=polygon', { authorization }, 400, 'invalid-input'],
    ['?id=', { authorization }, 400, 'invalid-input'],
    ['', { authorization, 'last-event-id': '17' }, 400, 'last-event-id-invalid'],
  ];
  for (const [query, headers, status, code] of refusals) {
    const response = await fetch(`${server.feedUrl}${query}`, { headers });
    expect([query, response.status, (await readEnvelope(response)).errors]).toMatchObject([query, status, { code }]);
  }
  await using client = await sseClient(server.feedUrl, { authorization });
  expect(client.status).toBe(200);
});

test('a client that does not read keeps no memory in use, and is told how much it missed', async () => {
  await using server = startFeed();
  const socket = connect(Number(new URL(server.url).port), '127.0.0.1');
  const chunks: string[] = [];
  socket.setEncoding('latin1').pause();
  socket.write('GET /api/operator/feed HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer sesame\r\n\r\n');
  await waitFor(() => server.feed.stats().followers === 1, { what: 'the follower' });
  const long = 'x'.repeat(1_000);
  // Hundreds of megabytes of text are published in steps. Between the steps the stream can write, so that it accepts as much as it can.
  for (let i = 0; i < 50; i += 1) {
    for (let n = 0; n < 4_000; n += 1) server.feed.publish(committed(`order/${i * 4_000 + n}/${long}`));
    await fetch(`${server.url}/api/health`);
  }
  socket.on('data', (chunk: string) => chunks.push(chunk)).resume();
  await waitFor(() => chunks.join('').includes('order/199999/'), { what: 'the last event' });
  const text = chunks.join('');
  expect(text).toContain('"reason":"too-slow"');
  // The node may keep only a limited part of the 200 MB for the slow client: the ring buffer of the feed and the socket buffers.
  expect(text.length).toBeLessThan(60_000_000);
  socket.destroy();
  await waitFor(() => server.feed.stats().followers === 0, { what: 'the follower to be gone' });
}, 120_000);
