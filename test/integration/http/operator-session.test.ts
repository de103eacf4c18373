import { describe, expect, test } from 'bun:test';
import type { Config } from '../../../src/config.ts';
import { createOperatorAuth } from '../../../src/http/operator-auth.ts';
import { createOperatorSessions } from '../../../src/http/operator-sessions.ts';
import { createSignInCodes } from '../../../src/http/sign-in-codes.ts';
import { createWrongTokens } from '../../../src/http/wrong-tokens.ts';
import { createOperatorRoutes } from '../../../src/operator/routes/operator-routes.ts';
import { createSessionRoutes } from '../../../src/operator/routes/session-routes.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { noneNamed, noSummaries } from '../../support/no-summaries.ts';
import { createOrderSystem } from '../../unit/runtime/support/order-system.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const ALICE = { name: 'alice', token: 'sesame' };
const CAROL = { name: 'carol', token: 'only looking' };
const ACT = '/api/operator/actors/order%2Fo1/tick';
const READ = '/api/operator/actors';
const SESSION = '/api/operator/session';
type Headers = Record<string, string>;

/** Starts a node with one order. Alice may make changes, Carol may only read. */
async function startNode(options: Partial<Pick<Config, 'operators' | 'readers' | 'inspector'>> = {}) {
  const orders = createOrderSystem({ facts: async () => new Map([['price/1', '5']]) });
  await orders.order().create({ owner: '0xa' });
  const { clock } = orders.test.time;
  const { operators = [ALICE], readers = [CAROL], inspector = 'on' } = options;
  const sessions = createOperatorSessions([...operators, ...readers], { clock });
  const pauses: number[] = [];
  const wrong = createWrongTokens({
    ...{ clock, log: silentLog, closing: new AbortController().signal, trustProxy: true, addressOf: () => '10.0.0.1' },
    async pause(ms) {
      pauses.push(ms);
    },
  });
  let made = 0;
  const codes = createSignInCodes({
    clock,
    random: () => {
      made += 1;
      return `code-${made}`;
    },
  });
  const auth = createOperatorAuth({ operators, readers, inspector }, { sessions, codes, wrong });
  const server = startTestServer({
    corsOrigins: '*',
    resources: [
      createOperatorRoutes({
        summarize: noSummaries,
        named: noneNamed,
        afterRestore: async () => [],
        operator: orders.test.system().operator,
        auth,
        clock,
        log: silentLog,
      }),
      createSessionRoutes({ auth, sessions, nodeId: 'node-1', version: '1.2.3', tickEveryMs: 60_000 }),
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
  const byLink = async (code: string, headers: Headers = {}) => {
    const { status, code: errorCode, headers: sent, data } = await call('POST', `${SESSION}/by-link`, headers, { code });
    const setCookie = sent.getSetCookie();
    return {
      status,
      code: errorCode,
      operator: data?.operator,
      access: data?.access,
      cookie: setCookie[0]?.split(';')[0] ?? '',
      setCookie,
    };
  };
  const makeLink = (headers: Headers) => call('POST', `${SESSION}/links`, headers);
  return { ...orders, server, call, signIn, byLink, makeLink, pauses, clockForward, [Symbol.asyncDispose]: () => server.stop(0) };
}

const ownPage = (server: { url: string }): Headers => ({ origin: server.url });

describe('signing in', () => {
  test('gives a cookie that allows reads, and actions from a page of the node, in the name of the token’s operator', async () => {
    await using node = await startNode();
    const { status, cookie, setCookie } = await node.signIn('sesame');
    expect({ status, count: setCookie.length }).toEqual({ status: 200, count: 1 });
    expect(await node.call('GET', SESSION, { cookie })).toMatchObject({
      status: 200,
      data: { operator: 'alice', access: 'act', nodeId: 'node-1', version: '1.2.3', tickEveryMs: 60_000 },
    });
    expect(await node.call('GET', READ, { cookie })).toMatchObject({ status: 200, data: { actors: [{ id: 'order/o1' }] } });
    expect(await node.call('POST', ACT, { cookie, ...ownPage(node.server) })).toMatchObject({ status: 200 });
    const { data } = await node.call('GET', '/api/operator/actors/order%2Fo1/history', { cookie });
    expect(data[0].cause).toEqual({ kind: 'operator', by: 'alice' });
  });

  test('a wrong, missing or too long token is refused without a cookie', async () => {
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

  test('is slower with every wrong token of a client, and never with a right one', async () => {
    await using node = await startNode();
    for (let i = 0; i < 30; i += 1) expect(await node.signIn('guess')).toMatchObject({ status: 401, code: 'operator-token-wrong' });
    expect(node.pauses.filter((ms) => ms <= 10_000).slice(0, 7)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 10_000]);
    const before = node.pauses.length;
    expect(await node.signIn('sesame')).toMatchObject({ status: 200 });
    expect(await node.call('GET', READ, { authorization: 'Bearer sesame' })).toMatchObject({ status: 200 });
    expect(node.pauses).toHaveLength(before);
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

  test('cannot be used by pages of other sites, whatever the CORS settings', async () => {
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

  test('works on every node with the token, and on none with another', async () => {
    await using node = await startNode();
    await using sameToken = await startNode();
    await using newToken = await startNode({ operators: [{ ...ALICE, token: 'sesame2' }] });
    const { cookie } = await node.signIn('sesame');
    expect(await sameToken.call('GET', READ, { cookie })).toMatchObject({ status: 200 });
    expect(await newToken.call('GET', READ, { cookie })).toMatchObject({ status: 401, code: 'operator-session-ended' });
  });

  test('that is forged is refused', async () => {
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

describe('a read-only token', () => {
  /** Returns every operator route of the OpenAPI document, with sample values in its path. */
  async function routesOf(node: Awaited<ReturnType<typeof startNode>>) {
    const document: { paths: Record<string, object> } = JSON.parse(await (await node.server.get('/api/docs/json')).text());
    return Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/operator/') && !path.startsWith(SESSION))
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

  test('with only a read-only token configured, nobody can act', async () => {
    await using node = await startNode({ operators: [] });
    expect(await node.call('POST', ACT)).toMatchObject({ status: 401, code: 'operator-token-required' });
    expect(await node.call('POST', ACT, { authorization: 'Bearer only looking' })).toMatchObject({ status: 403, code: 'read-only' });
  });
});

describe('a sign-in link', () => {
  const ALICES = { authorization: 'Bearer sesame' };

  test('signs in once, in the name and with the rights of who made it', async () => {
    await using node = await startNode();
    expect(await node.makeLink(ALICES)).toMatchObject({ status: 201, data: { operator: 'alice', code: 'code-1' } });
    const signedIn = await node.byLink('code-1');
    expect(signedIn).toMatchObject({ status: 200, operator: 'alice', access: 'act' });
    expect(await node.call('POST', ACT, { cookie: signedIn.cookie, ...ownPage(node.server) })).toMatchObject({ status: 200 });
    expect(await node.byLink('code-1')).toMatchObject({ status: 401, code: 'sign-in-link-wrong', setCookie: [] });
    await node.makeLink({ authorization: 'Bearer only looking' });
    expect(await node.byLink('code-2')).toMatchObject({ operator: 'carol', access: 'read' });
  });

  test('is valid for ten minutes', async () => {
    await using node = await startNode();
    await node.makeLink(ALICES);
    await node.makeLink(ALICES);
    node.clockForward(10 * 60_000 - 1);
    expect(await node.byLink('code-1')).toMatchObject({ status: 200 });
    node.clockForward(1);
    expect(await node.byLink('code-2')).toMatchObject({ status: 401, code: 'sign-in-link-wrong' });
  });

  test('is invalidated by newer ones when there are too many', async () => {
    await using node = await startNode();
    for (let i = 0; i < 101; i += 1) await node.makeLink(ALICES);
    expect(await node.byLink('code-1')).toMatchObject({ status: 401 });
    expect(await node.byLink('code-2')).toMatchObject({ status: 200 });
    expect(await node.byLink('code-101')).toMatchObject({ status: 200 });
  });

  test('is made with a token alone: a session could make itself last for ever', async () => {
    await using node = await startNode();
    const { cookie } = await node.signIn('sesame');
    for (const headers of [{}, { cookie, ...ownPage(node.server) }])
      expect(await node.makeLink(headers)).toMatchObject({ status: 401, code: 'operator-token-required' });
    expect(await node.makeLink({ authorization: 'Bearer wrong' })).toMatchObject({ status: 401, code: 'operator-token-wrong' });
  });

  test('that is wrong is counted and slowed as a wrong token', async () => {
    await using node = await startNode();
    await node.signIn('guess');
    await node.byLink('guess');
    expect(node.pauses.filter((ms) => ms <= 10_000)).toEqual([250, 500]);
  });

  test('is refused to pages of other origins, which do not use it up', async () => {
    await using node = await startNode();
    await node.makeLink(ALICES);
    for (const headers of [{ origin: 'https://page.example' }, { 'sec-fetch-site': 'cross-site' }])
      expect(await node.byLink('code-1', headers)).toMatchObject({ status: 403, setCookie: [] });
    expect(await node.byLink('code-1')).toMatchObject({ status: 200 });
  });

  test('is not made by a node without an inspector', async () => {
    await using node = await startNode({ inspector: 'off' });
    expect(await node.makeLink(ALICES)).toMatchObject({ status: 409, code: 'inspector-off' });
  });

  test('is in no log line', async () => {
    await using node = await startNode();
    await node.makeLink(ALICES);
    await node.byLink('code-1');
    await node.byLink('code-9');
    expect(JSON.stringify(node.server.lines)).not.toMatch(/code-\d/);
  });
});

test('a node without tokens has no operator, whatever is sent', async () => {
  await using node = await startNode({ operators: [], readers: [] });
  expect(await node.signIn('anything')).toMatchObject({ status: 401, code: 'operator-token-wrong', setCookie: [] });
  for (const path of [SESSION, READ]) {
    for (const [headers, code] of [
      [{}, 'operator-token-required'],
      [{ authorization: 'Bearer x' }, 'operator-token-wrong'],
      [{ cookie: 'coxswain_operator=bG9jYWw.zzzzzzzz.x' }, 'operator-session-ended'],
    ] as const) {
      expect(await node.call('GET', path, headers)).toMatchObject({ status: 401, code });
    }
  }
});
