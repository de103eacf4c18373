import { describe, expect, test } from 'bun:test';
import { connect } from 'node:net';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const WALLET = `0x${'ab'.repeat(20)}`;
const good = { wallet: WALLET, amount: '1.5', chainId: {} };

async function refusalOf(response: Response): Promise<[number, string]> {
  const body = await readEnvelope(response);
  expect(body).toMatchObject({ status: response.status, data: null, notShowPopUp: true });
  expect(body.message.length).toBeLessThan(1000);
  return [response.status, body.errors.code];
}

describe('garbage in a body gives a clear 4xx in the envelope', () => {
  test.each<[string, unknown]>([
    ['no object', 'text'],
    ['a number', 5],
    ['null', null],
    ['an array', [good]],
    ['wrong types', { wallet: 1, amount: {}, chainId: [] }],
    ['an operator', { ...good, wallet: { $gt: '' } }],
    ['an exponent amount', { ...good, amount: '1e-7' }],
    ['a negative amount', { ...good, amount: -1 }],
    ['a signed amount', { ...good, amount: '+1' }],
    ['a huge number', { ...good, amount: 1e300 }],
    ['79 digits', { ...good, amount: '9'.repeat(79) }],
    ['a NUL', { ...good, wallet: `${WALLET}\u0000` }],
    ['other digits', { ...good, amount: '١٢' }],
    ['emoji', { ...good, wallet: '🦄'.repeat(21) }],
    ['a lone surrogate', { ...good, wallet: '\ud800' }],
    ['a long text', { ...good, wallet: 'x'.repeat(60_000) }],
  ])('%s', async (_name, body) => {
    await using server = startTestServer();
    expect(await refusalOf(await server.post('/api/sample/order/1', JSON.stringify(body)))).toEqual([400, 'invalid-input']);
  });

  test.each([
    ['an open brace', '{', 'malformed-json'],
    ['a trailing comma', '{"a":1,}', 'malformed-json'],
    ['two byte-order marks', '\ufeff\ufeff{}', 'malformed-json'],
    ['a byte-order mark and nothing', '\ufeff', 'malformed-json'],
    ['NaN', '{"amount":NaN}', 'malformed-json'],
    ['30,000 open arrays', '['.repeat(30_000), 'nested-too-deeply'],
    ['10,000 nested objects', '{"a":'.repeat(10_000) + 1 + '}'.repeat(10_000), 'nested-too-deeply'],
    ['__proto__', '{"a":[{"__proto__":{"admin":true}}]}', 'forbidden-key'],
    ['an escaped __proto__', '{"\\u005f_proto__":{"admin":true}}', 'forbidden-key'],
    ['constructor', '{"constructor":{"prototype":{"admin":true}}}', 'forbidden-key'],
    ['an infinite number', '{"wallet":1e999}', 'invalid-input'],
    ['nothing', '', 'invalid-input'],
  ])('%s', async (_name, text, code) => {
    await using server = startTestServer();
    expect(await refusalOf(await server.post('/api/sample/order/1', text))).toEqual([400, code]);
    expect(Object.hasOwn(Object.prototype, 'admin')).toBe(false);
  });

  test('a byte-order mark before the JSON is no part of it', async () => {
    await using server = startTestServer();
    const [marked, plain] = await Promise.all([
      server.post('/api/sample/any', '\ufeff{"a":"\ufeff"}'),
      server.post('/api/sample/any', '{"a":"\ufeff"}'),
    ]);
    expect([marked.status, await marked.text()]).toEqual([200, await plain.text()]);
  });

  test('brackets inside text do not count as nesting, and 64 levels are fine', async () => {
    await using server = startTestServer();
    const nested = `{"a":${'['.repeat(63)}"${'['.repeat(1000)}\\"[\\\\"${']'.repeat(63)}}`;
    expect((await server.post('/api/sample/any', nested)).status).toBe(200);
  });

  test('not JSON by its type, or of no type', async () => {
    await using server = startTestServer();
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'application/jsonp', '']) {
      expect(await refusalOf(await server.post('/api/sample/any', '{}', { 'content-type': type }))).toEqual([
        415,
        'unsupported-media-type',
      ]);
    }
    for (const type of ['Application/JSON', 'application/json; charset=utf-8', 'application/merge-patch+json']) {
      expect((await server.post('/api/sample/any', '{}', { 'content-type': type })).status).toBe(200);
    }
  });

  test('bytes that are not UTF-8', async () => {
    await using server = startTestServer();
    const response = await server.get('/api/sample/any', {
      method: 'POST',
      body: new Uint8Array([0x22, 0xff, 0x22]),
      headers: { 'content-type': 'application/json' },
    });
    expect(await refusalOf(response)).toEqual([400, 'invalid-encoding']);
  });

  test('21 MB, with a length and in chunks, and exactly 20 MB passes', async () => {
    await using server = startTestServer();
    const bytes = (length: number) => `{"a":"${'x'.repeat(length - 8)}"}`;
    expect(await refusalOf(await server.post('/api/sample/any', bytes(21_000_000)))).toEqual([413, 'body-too-large']);
    const chunked = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 21; i++) controller.enqueue(new Uint8Array(1_000_000).fill(32));
        controller.close();
      },
    });
    const response = await server.get('/api/sample/any', {
      method: 'POST',
      body: chunked,
      headers: { 'content-type': 'application/json' },
    });
    expect(await refusalOf(response)).toEqual([413, 'body-too-large']);
    expect((await server.post('/api/sample/any', bytes(20 * 1024 * 1024))).status).toBe(200);
    expect((await server.get('/api/health')).status).toBe(200);
  });
});

test('bodies beyond the memory for all bodies get 503 with a retry time, and the memory is freed again', async () => {
  await using server = startTestServer({ maxHeldBytes: 100_000 });
  const bytes = (length: number) => `{"a":"${'x'.repeat(length)}"}`;
  for (let i = 0; i < 3; i += 1) {
    const response = await server.post('/api/sample/any', bytes(200_000));
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refusalOf(response)).toEqual([503, 'bodies-in-memory']);
    expect((await server.post('/api/sample/any', bytes(70_000))).status).toBe(200);
    expect((await server.post('/api/sample/any', bytes(9_000))).status).toBe(200);
  }
});

describe('garbage in a path or query', () => {
  test.each(['/api/sample/text/%', '/api/sample/text/%zz', '/api/sample/text/%ff', '/api/%c0%af', '/%'])(
    '%s cannot be decoded',
    async (path) => {
      await using server = startTestServer();
      expect(await refusalOf(await server.get(path))).toEqual([400, 'malformed-path']);
    },
  );

  test.each(['/api/sample/text/x?list=1&list=2', '/api/sample/text/x?__proto__=1&__proto__=2'])(
    '%s gives a parameter twice',
    async (path) => {
      await using server = startTestServer();
      const response = await server.get(path);
      const { errors } = await readEnvelope(response);
      expect([response.status, errors.problems[0].code]).toEqual([400, 'duplicate']);
    },
  );

  test('a very long query is refused, whoever refuses it', async () => {
    await using server = startTestServer();
    expect(await refusalOf(await server.get(`/api/sample/text/x?list=${'a'.repeat(9000)}`))).toEqual([400, 'invalid-input']);
    expect([400, 414, 431]).toContain((await server.get(`/api/sample/text/x?list=${'a'.repeat(200_000)}`)).status);
  });

  test('commas, brackets and encodings in a value stay what they are', async () => {
    await using server = startTestServer();
    expect(await (await server.get('/api/sample/text/a%2Fb?list=1,2')).text()).toBe('a/b 1,2');
    expect(await (await server.get('/api/sample/text/x?list=%5B1%5D&__proto__=1&toString=2')).text()).toBe('x [1]');
    expect((await server.get('/api/sample/text/x?list=%&=&&')).status).toBe(200);
  });

  test.each(['0', '-1', '1.5', '1e3', '0x1', '9'.repeat(30), 'NaN', '%00', '__proto__'])('chain id %s', async (chainId) => {
    await using server = startTestServer();
    expect(await refusalOf(await server.post(`/api/sample/order/${chainId}`, JSON.stringify(good)))).toEqual([400, 'invalid-input']);
  });

  test('a short host name does not move the path', async () => {
    await using server = startTestServer();
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write('GET /api/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
    );
    let text = '';
    socket.on('data', (data) => {
      text += data.toString();
      if (text.includes('notShowPopUp')) resolve(text);
    });
    socket.on('error', reject);
    socket.on('close', () => resolve(text));
    expect(await promise).toStartWith('HTTP/1.1 200');
    socket.destroy();
  });
});

describe('the body as it was received', () => {
  test('is available for signatures, byte for byte', async () => {
    await using server = startTestServer();
    const text = '{ "b": 1.0,\n "a": "\\u00e9é" , "$gt": {"x.y": 1}}';
    const { data } = await readEnvelope(await server.post('/api/sample/any', text));
    expect(data).toEqual({ body: { b: 1, a: 'éé', $gt: { 'x.y': 1 } }, operators: ['$gt'], raw: text });
  });
});
