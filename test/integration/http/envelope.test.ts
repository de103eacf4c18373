import { describe, expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { addRoute } from '../../../src/http/add-route.ts';
import { IndeterminateError } from '../../../src/values/errors/indeterminate-error.ts';
import { OverloadError } from '../../../src/values/errors/overload-error.ts';
import { QuarantinedError } from '../../../src/values/errors/quarantined-error.ts';
import { RetryableError } from '../../../src/values/errors/retryable-error.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const WALLET = `0x${'AB'.repeat(20)}`;

function routeThatThrows(error: unknown) {
  const app = new Elysia({ name: 'throws' });
  addRoute(app, {
    cost: 'cheap',
    method: 'GET',
    path: '/throws',
    summary: 'Throws',
    input: {},
    responses: {},
    handle() {
      throw error;
    },
  });
  return app;
}

describe('the envelope', () => {
  test('contains the data, the HTTP status again, and notShowPopUp', async () => {
    await using server = startTestServer();
    const response = await server.post(
      '/api/sample/order/137?dry=1',
      JSON.stringify({ wallet: WALLET, amount: 0.0000001, chainId: { chainId: '1' } }),
    );
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      status: 201,
      message: 'success',
      data: {
        params: { chainId: 137 },
        query: { dry: '1' },
        body: { wallet: WALLET.toLowerCase(), amount: '0.0000001', chainId: { chainId: '1' } },
        request: null,
      },
      errors: null,
      notShowPopUp: true,
    });
  });

  test('lists every problem of path, query and body at once, each with its path', async () => {
    await using server = startTestServer();
    const response = await server.post('/api/sample/order/x?dry=2', JSON.stringify({ wallet: '0x12', amount: '1e5', chainId: 137 }));
    expect(response.status).toBe(400);
    const { errors, data, message } = await readEnvelope(response);
    expect([data, errors.code, errors.problems.map(({ path }: { path: string }) => path)]).toEqual([
      null,
      'invalid-input',
      ['params.chainId', 'query.dry', 'body.wallet', 'body.amount', 'body.chainId'],
    ]);
    expect(message).toStartWith('params.chainId: Expected a chain id');
  });

  test.each([
    ['TerminalError', new TerminalError({ code: 'a', message: 'm' }), 422, null],
    ['TerminalError', new TerminalError({ code: 'a', message: 'm', status: 409 }), 409, null],
    ['TerminalError', new TerminalError({ code: 'a', message: 'm', status: 451 }), 451, null],
    ['TerminalError', new TerminalError({ code: 'a', message: 'm', status: 429, retryAfterMs: 1500 }), 429, '2'],
    ['RetryableError', new RetryableError({ code: 'a', message: 'm' }), 503, '1'],
    ['OverloadError', new OverloadError({ code: 'a', message: 'm', retryAfterMs: 4000 }), 503, '4'],
    ['IndeterminateError', new IndeterminateError({ code: 'a', message: 'm' }), 502, null],
    ['QuarantinedError', new QuarantinedError({ code: 'a', message: 'm', details: { actorId: 'x' } }), 503, null],
  ])('%s is answered by its status or its kind', async (_name, error, status, retryAfter) => {
    await using server = startTestServer({ resources: [routeThatThrows(error)] });
    const response = await server.get('/api/throws');
    expect([response.status, response.headers.get('retry-after')]).toEqual([status, retryAfter]);
    expect(await response.json()).toMatchObject({ status, message: 'm', data: null, errors: { code: 'a' }, notShowPopUp: true });
  });

  test('the reply to an unexpected error has no internal details, and the log has the error with the request id', async () => {
    await using server = startTestServer({ resources: [routeThatThrows(new Error('inside'))] });
    const response = await server.get('/api/throws');
    const text = await response.text();
    const requestId = response.headers.get('x-request-id');
    expect([response.status, text.includes('inside')]).toEqual([500, false]);
    expect(server.lines.find(({ level }) => level === 'error')).toMatchObject({ requestId, error: { message: 'inside' } });
  });

  test('404 and 405 are in it, and 405 says what is allowed', async () => {
    await using server = startTestServer();
    const missing = await server.get('/api/nothing/here');
    expect([missing.status, await missing.json()]).toMatchObject([404, { status: 404, errors: { code: 'not-found' } }]);
    expect((await server.get('/')).status).toBe(404);
    const wrong = await server.get('/api/sample/order/1', { method: 'DELETE' });
    expect([wrong.status, wrong.headers.get('allow'), await wrong.json()]).toMatchObject([
      405,
      'OPTIONS, POST',
      { errors: { code: 'method-not-allowed' } },
    ]);
  });
});

describe('every reply', () => {
  test('carries a request id, the same as in the log', async () => {
    await using server = startTestServer();
    const ids = [];
    for (const path of ['/api/health', '/api/nothing', '/api/sample/text/x'])
      ids.push((await server.get(path)).headers.get('x-request-id'));
    expect(new Set(ids).size).toBe(3);
    expect(server.lines.map(({ requestId }) => requestId)).toEqual(ids);
    expect(server.lines[0]).toMatchObject({ message: 'request', method: 'GET', path: '/api/health', status: 200 });
  });

  test('takes a plain id from the client, and no other', async () => {
    await using server = startTestServer();
    const idOf = async (sent: string) =>
      (await server.get('/api/health', { headers: { 'x-request-id': sent } })).headers.get('x-request-id');
    expect(await idOf('trace-1')).toBe('trace-1');
    expect(await idOf('two words')).toStartWith('test-');
    expect(await idOf('x'.repeat(65))).toStartWith('test-');
  });

  test('carries headers that keep browsers from sniffing, framing and keeping it', async () => {
    await using server = startTestServer();
    for (const path of ['/api/health', '/api/nothing', '/api/debug-stats', '/api/docs']) {
      const { headers } = await server.get(path);
      expect([headers.get('x-content-type-options'), headers.get('x-frame-options')]).toEqual(['nosniff', 'DENY']);
      expect(headers.get('content-security-policy')).toStartWith("default-src 'none'");
    }
  });

  test('replies to one request do not leak headers into the next', async () => {
    await using server = startTestServer();
    await server.get('/api/sample/order/1', { method: 'DELETE' });
    const other = await server.get('/api/health', { method: 'DELETE' });
    expect(other.headers.get('allow')).toBe('GET, HEAD, OPTIONS');
    expect((await server.get('/api/health')).headers.get('allow')).toBeNull();
  });

  test('HEAD has the headers of GET and no body; OPTIONS says what is allowed', async () => {
    await using server = startTestServer();
    const head = await server.get('/api/health', { method: 'HEAD' });
    expect([head.status, await head.text(), Number(head.headers.get('content-length')) > 0]).toEqual([200, '', true]);
    const options = await server.get('/api/health', { method: 'OPTIONS' });
    expect([options.status, options.headers.get('allow')]).toEqual([204, 'GET, HEAD, OPTIONS']);
    expect((await server.get('/api/nothing', { method: 'OPTIONS' })).status).toBe(404);
  });
});

describe('CORS', () => {
  const ask = { headers: { origin: 'https://app.example', 'access-control-request-method': 'POST' } };

  test('is off unless it is set: no header at all', async () => {
    await using server = startTestServer();
    expect((await server.get('/api/health', ask)).headers.get('access-control-allow-origin')).toBeNull();
  });

  test('names a listed origin, and no other', async () => {
    await using server = startTestServer({ corsOrigins: ['https://app.example'] });
    const listed = await server.get('/api/health', ask);
    expect([listed.headers.get('access-control-allow-origin'), listed.headers.get('vary')]).toEqual(['https://app.example', 'Origin']);
    expect(
      (await server.get('/api/health', { headers: { origin: 'https://evil.example' } })).headers.get('access-control-allow-origin'),
    ).toBeNull();
  });

  test('with * any origin, also on errors, and preflights are answered', async () => {
    await using server = startTestServer({ corsOrigins: '*' });
    expect((await server.get('/api/nothing', ask)).headers.get('access-control-allow-origin')).toBe('*');
    const preflight = await server.get('/api/sample/any', { ...ask, method: 'OPTIONS' });
    expect([
      preflight.status,
      preflight.headers.get('access-control-allow-origin'),
      preflight.headers.get('access-control-allow-methods'),
    ]).toEqual([204, '*', 'OPTIONS, POST']);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Content-Type');
  });
});
