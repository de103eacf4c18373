import { afterAll, beforeAll, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { number, object, string } from 'valibot';
import { addRoute } from '../../../src/http/add-route.ts';
import { createRouteLimits } from '../../../src/http/rate-limit.ts';
import { reply } from '../../../src/http/reply.ts';
import { createRedisConnection } from '../../../src/platform/cache/redis/redis-connection.ts';
import { systemClock } from '../../../src/platform/clock/system-clock.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory/memory-rate-limiter.ts';
import type { RateLimiter } from '../../../src/platform/rate-limit/rate-limiter.ts';
import { createRedisRateLimiter } from '../../../src/platform/rate-limit/redis/redis-rate-limiter.ts';
import { type RedisServer, redisServer } from '../../support/redis-server.ts';
import { requires } from '../../support/requires.ts';
import { waitFor } from '../../support/wait-for.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

/** Starts a server with a rate-limited route, and counts how many times its handler ran. */
function startLimited(options: { limiter?: RateLimiter; perMinute?: number; trustProxy?: boolean } = {}) {
  const { limiter = createMemoryRateLimiter({ clock: systemClock }), perMinute = 2, trustProxy = false } = options;
  let done = 0;
  const limits = createRouteLimits({
    limiter,
    clock: systemClock,
    perMinute,
    trustProxy,
    addressOf: (request) => server.addressOf(request),
  });
  const app = new Elysia({ name: 'limited' });
  addRoute(app, {
    cost: 'limited',
    method: 'POST',
    path: '/costly',
    summary: 'Costs much',
    input: { body: object({ name: string() }) },
    rateLimit: limits.perMinute('costly'),
    responses: { 201: { description: 'Done.', data: object({ done: number() }) } },
    handle() {
      done += 1;
      return reply({ done }, { status: 201 });
    },
  });
  const server = startTestServer({ resources: [app] });
  return {
    ...server,
    done: () => done,
    ask: (headers: Record<string, string> = {}, body = '{"name":"a"}') => server.post('/api/costly', body, headers),
  };
}

async function statuses(count: number, ask: () => Promise<Response>): Promise<number[]> {
  const found: number[] = [];
  for (let i = 0; i < count; i += 1) found.push((await ask()).status);
  return found;
}

test('a client over the limit gets 429 in the envelope, with the time to wait, and nothing is done', async () => {
  await using server = startLimited();
  expect(await statuses(2, server.ask)).toEqual([201, 201]);
  const response = await server.ask();
  const waitSeconds = Number(response.headers.get('retry-after'));
  expect(response.status).toBe(429);
  expect(waitSeconds).toBeGreaterThanOrEqual(1);
  expect(waitSeconds).toBeLessThanOrEqual(60);
  const { status, data, errors, message } = await readEnvelope(response);
  expect({ status, data, errors }).toEqual({ status: 429, data: null, errors: { code: 'rate-limited', limit: 2, windowMs: 60_000 } });
  expect(message).toContain('2 requests a minute');
  expect(server.done()).toBe(2);
  // After the limited route refuses further requests, a route without a rate limit must still answer.
  expect((await server.get('/api/health')).status).toBe(200);
});

test('requests that are wrong count as well, and are not even read over the limit', async () => {
  await using server = startLimited();
  expect(await statuses(3, () => server.ask({}, 'no JSON'))).toEqual([400, 400, 429]);
});

test('a client cannot claim another address, unless a trusted proxy sends it', async () => {
  await using open = startLimited({ perMinute: 1 });
  let address = 0;
  const spoof = () => ({ 'x-forwarded-for': `203.0.113.${++address}` });
  expect(await statuses(2, () => open.ask(spoof()))).toEqual([201, 429]);
  await using behind = startLimited({ perMinute: 1, trustProxy: true });
  expect(await statuses(2, () => behind.ask(spoof()))).toEqual([201, 201]);
  expect(await statuses(2, () => behind.ask({ 'x-forwarded-for': `${spoof()['x-forwarded-for']}, 198.51.100.7` }))).toEqual([201, 429]);
});

test('0 is no limit', async () => {
  await using server = startLimited({ perMinute: 0 });
  expect(await statuses(20, server.ask)).toEqual(Array.from({ length: 20 }, () => 201));
});

test('a route that is declared as limited is counted separately, a cheap one is not', async () => {
  const limits = createRouteLimits({
    limiter: createMemoryRateLimiter({ clock: systemClock }),
    ...{ clock: systemClock, perMinute: 2, trustProxy: false, addressOf: (request) => server.addressOf(request) },
  });
  const server = startTestServer({ limits });
  await using _ = server;
  const post = (path: string) => server.post(path, '{}');
  expect(await statuses(3, () => post('/api/sample/any'))).toEqual([200, 200, 429]);
  // Requests must be counted by route and not by path: requests with different parameter values count together.
  let chainId = 0;
  expect(await statuses(3, () => post(`/api/sample/order/${++chainId}`))).toEqual([400, 400, 429]);
  expect(await statuses(5, () => server.get('/api/sample/text/a'))).toEqual([200, 200, 200, 200, 200]);
});

test('a declaration that cannot be true is refused when the route is added', () => {
  const app = new Elysia({ name: 'untrue' });
  const route = { path: '/untrue', summary: 'Untrue', input: {}, responses: { 200: { description: 'Never.' } }, handle: () => reply(null) };
  expect(() => addRoute(app, { ...route, cost: 'cheap', method: 'POST' })).toThrow('limited');
  expect(() => addRoute(app, { ...route, cost: 'operator', method: 'GET' })).toThrow('operator');
});

requires('redis')('with a Redis server', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await redisServer();
  });
  afterAll(async () => {
    await redis.stop();
  });

  test('two nodes count a client together', async () => {
    const connections = [0, 1].map(() => createRedisConnection({ url: redis.url, log: silentLog, answerWithinMs: 10_000 }));
    await waitFor(() => connections.every((connection) => connection.isUp()), { what: 'the connections to Redis' });
    const [first, second] = connections.map((connection) => {
      const fallback = createMemoryRateLimiter({ clock: systemClock });
      return createRedisRateLimiter({ connection, fallback, clock: systemClock, log: silentLog, prefix: redis.prefix });
    });
    if (first === undefined || second === undefined) throw new Error('there are two');
    await using a = startLimited({ limiter: first, perMinute: 5 });
    await using b = startLimited({ limiter: second, perMinute: 5 });
    const replies = await Promise.all([a, b, a, b, a, b, a, b].map((server) => server.ask()));
    expect(replies.filter(({ status }) => status === 201).length).toBe(5);
    expect(a.done() + b.done()).toBe(5);
    expect([await statuses(1, a.ask), await statuses(1, b.ask)]).toEqual([[429], [429]]);
    for (const connection of connections) connection.close();
  });
});
