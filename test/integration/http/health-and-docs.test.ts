import { describe, expect, test } from 'bun:test';
import { type InferOutput, looseObject, parse, record, string } from 'valibot';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const openapi = looseObject({ openapi: string(), paths: record(string(), record(string(), looseObject({ operationId: string() }))) });

async function readDocument(response: Response): Promise<InferOutput<typeof openapi>> {
  return parse(openapi, await response.json());
}

describe('health', () => {
  test('is 200 as soon as the process serves', async () => {
    await using server = startTestServer({ probes: [{ name: 'store', check: async () => 'is away' }] });
    const response = await server.get('/api/health');
    expect([response.status, (await readEnvelope(response)).data]).toEqual([200, { ok: true }]);
  });

  test('ready is 200 when every probe works', async () => {
    await using server = startTestServer({ probes: [{ name: 'store', check: async () => null }] });
    const response = await server.get('/api/ready');
    expect([response.status, (await readEnvelope(response)).data]).toEqual([
      200,
      { ready: true, outages: [], missing: [], degraded: [], details: [] },
    ]);
  });

  test('ready stays 200 when a dependency that requests do not need fails, and names it', async () => {
    const redis = { name: 'redis', isOptional: true, check: async () => 'is away' };
    const ramps = { name: 'ramps', isOptional: true, check: async () => null, detail: () => 'Off, because their keys are not set: banxa.' };
    await using server = startTestServer({ probes: [{ name: 'store', check: async () => null }, redis, ramps] });
    const response = await server.get('/api/ready');
    const degraded = [{ name: 'redis', reason: 'is away' }];
    const details = [{ name: 'ramps', detail: 'Off, because their keys are not set: banxa.' }];
    expect([response.status, (await readEnvelope(response)).data]).toEqual([
      200,
      { ready: true, outages: [], missing: [], degraded, details },
    ]);
  });

  test('ready is 503 with everything that is missing, and no inner details', async () => {
    await using server = startTestServer({
      probes: [
        { name: 'store', check: async () => 'is away' },
        { name: 'ticks', check: async () => null },
        { name: 'chain 31337', check: () => Promise.reject(new Error('http://user:sesame@rpc')) },
      ],
    });
    const response = await server.get('/api/ready');
    const body = await readEnvelope(response);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(body.errors).toEqual({
      code: 'not-ready',
      outages: [],
      missing: [
        { name: 'store', reason: 'is away' },
        { name: 'chain 31337', reason: 'check failed' },
      ],
      degraded: [],
      details: [],
    });
    expect(body.message).toContain('store (is away)');
  });
});

test('ready names what stands still first, the most far-reaching first, with its start and what to do', async () => {
  const outageOf = (name: string, kind: 'disk' | 'chain', sinceMs: number) => ({
    ...{ name, kind, sinceMs, chainId: kind === 'chain' ? 1 : null, cause: `${name} failed.`, transactionsWaiting: null },
    ...{ waits: 'All waits.', remedy: 'Mend it.' },
  });
  const failing = (name: string, kind?: 'disk' | 'chain') => ({
    ...{ name, isOptional: kind === 'chain', check: async () => `${name} failed` },
    ...(kind === undefined ? {} : { outage: () => outageOf(name, kind, 1_000) }),
  });
  await using server = startTestServer({
    probes: [failing('ticks'), { ...failing('redis'), isOptional: true }, failing('chain 1 progress', 'chain'), failing('disk', 'disk')],
  });
  const { errors } = await readEnvelope(await server.get('/api/ready'));
  expect(errors).toEqual({
    code: 'not-ready',
    outages: [outageOf('disk', 'disk', 0), outageOf('chain 1 progress', 'chain', 0)].map(({ sinceMs, ...rest }) => ({
      ...rest,
      since: '1970-01-01T00:00:01.000Z',
    })),
    missing: [
      { name: 'disk', reason: 'disk failed' },
      { name: 'ticks', reason: 'ticks failed' },
    ],
    degraded: [
      { name: 'chain 1 progress', reason: 'chain 1 progress failed' },
      { name: 'redis', reason: 'redis failed' },
    ],
    details: [],
  });
});

describe('debug-stats', () => {
  test('gives counts without authentication, in the envelope, and is no request that is logged', async () => {
    await using server = startTestServer();
    const response = await server.get('/api/debug-stats');
    expect([response.status, (await readEnvelope(response)).data]).toEqual([200, { actors: { resident: 3 }, requests: 1 }]);
    expect(server.lines).toEqual([]);
    expect((await server.get('/api/debug-stats', { method: 'POST' })).status).toBe(405);
  });
});

describe('the API document', () => {
  test('describes every route from the schemas that check it', async () => {
    await using server = startTestServer();
    const document = await readDocument(await server.get('/api/docs/json'));
    expect(document.openapi).toBe('3.0.3');
    expect(Object.keys(document.paths)).toEqual([
      '/api/debug-stats',
      '/api/health',
      '/api/ready',
      '/api/sample/any',
      '/api/sample/order/{chainId}',
      '/api/sample/text/{name}',
    ]);
    const post = document.paths['/api/sample/order/{chainId}']?.post;
    expect(post?.parameters).toEqual([
      {
        name: 'chainId',
        in: 'path',
        required: true,
        description: expect.stringContaining('EIP-155'),
        example: '31337',
        schema: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
      },
      { name: 'dry', in: 'query', required: false, schema: { enum: ['0', '1'], type: 'string' } },
    ]);
    expect(post).toMatchObject({
      requestBody: { content: { 'application/json': { schema: { type: 'object', required: ['wallet', 'amount', 'chainId'] } } } },
      responses: { 201: {}, default: { $ref: '#/components/responses/Error' } },
    });
  });

  test('has unique operation ids', async () => {
    await using server = startTestServer();
    const { paths } = await readDocument(await server.get('/api/docs/json'));
    const ids = Object.values(paths).flatMap((path) => Object.values(path).map(({ operationId }) => operationId));
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('is shown by a page that loads nothing from elsewhere', async () => {
    await using server = startTestServer();
    const response = await server.get('/api/docs');
    const html = await response.text();
    expect(response.headers.get('content-type')).toStartWith('text/html');
    expect(response.headers.get('content-security-policy')).toContain("script-src 'self';");
    const links = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, link = '']) => link);
    expect(links.length).toBeGreaterThan(3);
    for (const link of links) {
      expect(link).toStartWith('/api/docs');
      const file = await server.get(link);
      expect([link, file.status, (await file.arrayBuffer()).byteLength > 50]).toEqual([link, 200, true]);
    }
  });
});
