import { describe, expect, test } from 'bun:test';
import { createOperatorAuth } from '../../../src/api/http/operator-auth.ts';
import { createOperatorSessions } from '../../../src/api/http/operator-sessions.ts';
import { createRouteLimits } from '../../../src/api/http/rate-limit.ts';
import { createOperatorRoutes } from '../../../src/api/operator/operator-routes.ts';
import { createSessionRoutes } from '../../../src/api/operator/session-routes.ts';
import type { Config } from '../../../src/config.ts';
import { createPinoLog } from '../../../src/platform/log/pino-log.ts';
import { createMemoryRateLimiter } from '../../../src/platform/rate-limit/memory/memory-rate-limiter.ts';
import { createOrderSystem } from '../../unit/runtime/support/order-system.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const ALICE = { name: 'alice', token: 'sesame' };
const CAROL = { name: 'carol', token: 'only looking' };
const ACT = '/api/operator/actors/order%2Fo1/tick';
const READ = '/api/operator/actors';
const SESSION = '/api/operator/session';
type Headers = Record<string, string>;

/** A node with one order; Alice acts, Carol reads. */
async function startNode(options: Partial<Pick<Config, 'host' | 'operators' | 'readers' | 'inspector'>> = {}) {
  const orders = createOrderSystem({ facts: async () => new Map([['price/1', '5']]) });
  await orders.order().create({ owner: '0xa' });
  const { clock } = orders.test.time;
  const { host = '127.0.0.1', operators = [ALICE], readers = [CAROL], inspector = 'on' } = options;
  const sessions = createOperatorSessions([...operators, ...readers], { clock });
  const auth = createOperatorAuth({ host, operators, readers, inspector }, sessions);
  const limiter = createMemoryRateLimiter({ clock });
  const limits = createRouteLimits({ limiter, clock, perMinute: 0, trustProxy: true, addressOf: () => '10.0.0.1' });
  const server = startTestServer({
    corsOrigins: '*',
    resources: [
      createOperatorRoutes({ operator: orders.test.system().operator, auth, clock, log: createPinoLog({ level: 'silent' }) }),
      createSessionRoutes({ auth, sessions, limits, nodeId: 'node-1', version: '1.2.3', tickEveryMs: 60_000 }),
    ],
  });
  const call = async (method: string, path: string, headers: Headers = {}, body?: unknown) => {
    const json: RequestInit = body === undefined ? {} : { body: JSON.stringify(body) };
    const type: Headers = body === undefined ? {} : { 'content-type': 'application/json' };
    const response = await server.get(path, { method, headers: { ...headers, ...type }, ...json });
    const { status, data, errors } = await readEnvelope(response);
    return { status, data, code: errors?.code, headers: response.headers };
  };
  const signIn = async (token: string, headers: Headers = {}) => {
    const { status, code, headers: sent } = await call('POST', SESSION, headers, { token });
    const setCookie = sent.getSetCookie();
    return { status, code, setCookie, cookie: setCookie[0]?.split(';')[0] ?? '' };
  };
  const clockForward = (ms: number) => orders.test.time.jump(ms);
  return { ...orders, server, call, signIn, clockForward, [Symbol.asyncDispose]: () => server.stop(0) };
}

const ownPage = (server: { url: string }): Headers => ({ origin: server.url });

describe('signing in', () => {
  test('gives a cookie that reads, and acts from a page of the node, in the name of whose token it is', async () => {
    await using node = await startNode();
    const { status, cookie, setCookie } = await node.signIn('sesame');
    expect({ status, count: setCookie.length }).toEqual({ status: 200, count: 1 });
    expect(await node.call('GET', SESSION, { cookie })).toMatchObject({
      status: 200,
      data: { operator: 'alice', access: 'act', isTokenNeeded: true, nodeId: 'node-1', version: '1.2.3', tickEveryMs: 60_000 },
    });
    expect(await node.call('GET', READ, { cookie })).toMatchObject({ status: 200, data: { actors: [{ id: 'order/o1' }] } });
    expect(await node.call('POST', ACT, { cookie, ...ownPage(node.server) })).toMatchObject({ status: 200 });
    const { data } = await node.call('GET', '/api/operator/actors/order%2Fo1/history', { cookie });
    expect(data[0].cause).toEqual({ kind: 'operator', by: 'alice' });
  });

  test('a wrong token, none, and none that there is room for are refused without a cookie', async () => {
    await using node = await startNode();
    expect(await node.signIn('sesam')).toMatchObject({ status: 401, code: 'operator-token-wrong', setCookie: [] });
    expect(await node.signIn('')).toMatchObject({ status: 400, code: 'invalid-input', setCookie: [] });
    expect(await node.signIn('x'.repeat(5_000))).toMatchObject({ status: 400, code: 'invalid-input', setCookie: [] });
    expect(await node.call('GET', SESSION)).toMatchObject({ status: 401, code: 'operator-token-required' });
  });

  test('is refused to pages of other origins', async () => {
    await using node = await startNode();
    for (const headers of [{ origin: 'https://page.example' }, { origin: 'null' }, { 'sec-fetch-site': 'cross-site' }]) {
      expect(await node.signIn('sesame', headers)).toMatchObject({ status: 403, code: 'operator-origin-refused', setCookie: [] });
    }
  });

  test('is counted for each client, right or wrong', async () => {
    await using node = await startNode();
    for (let i = 0; i < 10; i += 1) await node.signIn('guess');
    const refused = await node.call('POST', SESSION, {}, { token: 'sesame' });
    expect(refused).toMatchObject({ status: 429, code: 'rate-limited' });
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(await node.signIn('sesame', { 'x-forwarded-for': '203.0.113.7' })).toMatchObject({ status: 200 });
    node.clockForward(60_000);
    expect(await node.signIn('sesame')).toMatchObject({ status: 200 });
  });

  test('over https, as a proxy has it, binds the cookie to https', async () => {
    await using node = await startNode();
    const { setCookie } = await node.signIn('sesame', { 'sec-fetch-site': 'same-origin', origin: 'https://ops.example' });
    expect(setCookie[0]).toMatch(/^__Host-coxswain_operator=.*; Secure$/);
  });

  test('the token is in no log line', async () => {
    await using node = await startNode();
    const { cookie } = await node.signIn('sesame');
    await node.call('GET', READ, { cookie });
    await node.signIn('other secret');
    const logged = JSON.stringify(node.server.lines);
    expect(node.server.lines.length).toBeGreaterThan(2);
    for (const secret of ['sesame', 'other secret', cookie.split('=')[1] ?? '']) expect(logged).not.toContain(secret);
  });
});

describe('a session', () => {
  test.each([
    ['nothing that says where it comes from', {}, 403],
    ['a page of another site', { origin: 'https://page.example' }, 403],
    ['a page of another port of the host', { origin: 'http://127.0.0.1:1' }, 403],
    ['a sandboxed page', { origin: 'null' }, 403],
    ['another site, by the browser', { 'sec-fetch-site': 'cross-site' }, 403],
    ['a neighbouring subdomain, by the browser', { 'sec-fetch-site': 'same-site' }, 403],
    ['an address that somebody typed', { 'sec-fetch-site': 'none' }, 403],
    ['a page of this node, by the browser, behind a proxy', { 'sec-fetch-site': 'same-origin', origin: 'https://ops.example' }, 200],
    ['a page of this node', null, 200],
  ])('acts for %s?', async (_what, headers, status) => {
    await using node = await startNode();
    const { cookie } = await node.signIn('sesame');
    const { code, ...acted } = await node.call('POST', ACT, { cookie, ...(headers ?? ownPage(node.server)) });
    expect({ code, status: acted.status }).toEqual({ status, code: status === 200 ? undefined : 'operator-origin-refused' });
  });

  test('is not read with by pages of other sites, and CORS never lets it', async () => {
    await using node = await startNode();
    const { cookie } = await node.signIn('sesame');
    expect(await node.call('GET', READ, { cookie, 'sec-fetch-site': 'cross-site' })).toMatchObject({ status: 403 });
    expect(await node.call('GET', READ, { cookie, origin: 'https://page.example' })).toMatchObject({ status: 403 });
    const { headers } = await node.call('GET', READ, { cookie });
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('ends after twelve hours', async () => {
    await using node = await startNode();
    const { cookie } = await node.signIn('sesame');
    node.clockForward(12 * 3_600_000 - 1);
    expect(await node.call('GET', READ, { cookie })).toMatchObject({ status: 200 });
    node.clockForward(1);
    expect(await node.call('GET', READ, { cookie })).toMatchObject({ status: 401, code: 'operator-session-ended' });
  });

  test('is of every node with the token, and of none with another', async () => {
    await using node = await startNode();
    await using sameToken = await startNode();
    await using newToken = await startNode({ operators: [{ ...ALICE, token: 'sesame2' }] });
    const { cookie } = await node.signIn('sesame');
    expect(await sameToken.call('GET', READ, { cookie })).toMatchObject({ status: 200 });
    expect(await newToken.call('GET', READ, { cookie })).toMatchObject({ status: 401, code: 'operator-session-ended' });
  });

  test('that is forged opens nothing', async () => {
    await using node = await startNode();
    const { cookie } = await node.signIn('only looking');
    const [, expiry = '', mac = ''] = cookie.split('.');
    const forged = `coxswain_operator=${Buffer.from('alice').toString('base64url')}.${expiry}.${mac}`;
    expect(await node.call('GET', READ, { cookie: forged })).toMatchObject({ status: 401, code: 'operator-session-ended' });
    expect(await node.call('POST', ACT, { cookie: forged, ...ownPage(node.server) })).toMatchObject({ status: 401 });
  });

  test('gives way to a bearer token, which needs no page', async () => {
    await using node = await startNode();
    const { cookie } = await node.signIn('only looking');
    expect(await node.call('POST', ACT, { cookie, authorization: 'Bearer sesame' })).toMatchObject({ status: 200 });
    expect(await node.call('GET', READ, { cookie, authorization: 'Bearer wrong' })).toMatchObject({ status: 401 });
  });

  test('is taken away by signing out, not by other sites, and needs no session', async () => {
    await using node = await startNode();
    const out = await node.call('DELETE', SESSION, ownPage(node.server));
    expect({ status: out.status, cookies: out.headers.getSetCookie().length }).toEqual({ status: 200, cookies: 2 });
    expect(out.headers.getSetCookie().every((cookie) => cookie.includes('Max-Age=0'))).toBe(true);
    expect(await node.call('DELETE', SESSION, { origin: 'https://page.example' })).toMatchObject({ status: 403 });
  });
});

describe('who only reads', () => {
  /** Every route of the operator's that the document knows, with what goes in its path. */
  async function routesOf(node: Awaited<ReturnType<typeof startNode>>) {
    const document: { paths: Record<string, object> } = JSON.parse(await (await node.server.get('/api/docs/json')).text());
    return Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/operator/') && path !== SESSION)
      .flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => ({
          method: method.toUpperCase(),
          path: path.replace('{id}', 'order%2Fo1').replace(/\{\w+\}/g, '1'),
        })),
      );
  }

  test.each([
    ['with a token that reads', {}, 'only looking', 'carol'],
    ['with a token that acts, on a node that is read-only', { inspector: 'read-only' as const }, 'sesame', 'alice'],
  ])('%s sees everything and acts on nothing', async (_what, options, token, operator) => {
    await using node = await startNode(options);
    const { cookie } = await node.signIn(token);
    expect(await node.call('GET', SESSION, { cookie })).toMatchObject({ data: { operator, access: 'read' } });
    const routes = await routesOf(node);
    expect(routes.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(4);
    for (const { method, path } of routes) {
      for (const headers of [{ cookie, ...ownPage(node.server) }, { authorization: `Bearer ${token}` }]) {
        if (method === 'GET') {
          const response = await node.server.get(path, { headers });
          await response.text();
          expect({ path, status: response.status }).toEqual({ path, status: 200 });
        } else expect({ path, ...(await node.call(method, path, headers, {})) }).toMatchObject({ path, status: 403, code: 'read-only' });
      }
    }
    expect((await node.record())?.revision).toBe(1);
  });

  test('nobody acts where there is only a token that reads', async () => {
    await using node = await startNode({ operators: [] });
    expect(await node.call('POST', ACT)).toMatchObject({ status: 401, code: 'operator-token-required' });
    expect(await node.call('POST', ACT, { authorization: 'Bearer only looking' })).toMatchObject({ status: 403, code: 'read-only' });
  });

  test('a read-only node on loopback lets whoever is on the machine look', async () => {
    await using node = await startNode({ operators: [], readers: [], inspector: 'read-only' });
    expect(await node.call('GET', SESSION)).toMatchObject({ data: { operator: 'local', access: 'read', isTokenNeeded: false } });
    expect(await node.call('POST', ACT)).toMatchObject({ status: 403, code: 'read-only' });
  });
});

describe('without tokens', () => {
  test('a node on loopback has whoever is on the machine as its operator, and no sign-in', async () => {
    await using node = await startNode({ operators: [], readers: [] });
    expect(await node.call('GET', SESSION)).toMatchObject({ data: { operator: 'local', access: 'act', isTokenNeeded: false } });
    expect(await node.signIn('anything')).toMatchObject({ status: 409, code: 'operator-token-not-used', setCookie: [] });
    expect(await node.call('POST', ACT, ownPage(node.server))).toMatchObject({ status: 200 });
    for (const headers of [{ origin: 'https://page.example' }, { 'x-forwarded-for': '203.0.113.7' }, { host: 'rebound.example' }]) {
      expect(await node.call('GET', SESSION, headers)).toMatchObject({ status: 403 });
      expect(await node.call('POST', ACT, headers)).toMatchObject({ status: 403 });
    }
  });

  test('a node off loopback has no operator, whatever is sent', async () => {
    await using node = await startNode({ host: '0.0.0.0', operators: [], readers: [] });
    expect(await node.signIn('anything')).toMatchObject({ status: 401, code: 'operator-token-required', setCookie: [] });
    for (const path of [SESSION, READ]) {
      for (const headers of [{}, { authorization: 'Bearer x' }, { cookie: 'coxswain_operator=bG9jYWw.zzzzzzzz.x' }]) {
        expect(await node.call('GET', path, headers)).toMatchObject({ status: 401, code: 'operator-token-required' });
      }
    }
  });
});
