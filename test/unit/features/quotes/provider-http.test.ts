import { afterAll, beforeEach, describe, expect, test } from 'bun:test';
import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { ProviderFailure } from '../../../../src/platform/http-client/provider-failure.ts';
import { createProviderHttp } from '../../../../src/platform/http-client/provider-http.ts';
import { verbatim } from '../../../../src/platform/http-client/wire.ts';
import { exactJsonText } from '../../../../src/values/exact-json.ts';

const KEY = 'a-secret-key';
let nowMs = Date.UTC(2026, 0, 1);
let answer: (request: Request) => Response | Promise<Response>;
/** Stores those data of a request that tests check, because its headers cannot be read after the reply. */
let asked: { path: string; key: string | null; sign: string | null }[] = [];
const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  fetch(request) {
    const { headers, url } = request;
    asked.push({ path: new URL(url).pathname, key: headers.get('x-key'), sign: headers.get('x-sign') });
    return answer(request);
  },
});
afterAll(() => void server.stop(true));
beforeEach(() => {
  asked = [];
  nowMs = Date.UTC(2026, 0, 1);
});

const clock = { now: () => nowMs };
const open = (more: Partial<Parameters<typeof createProviderHttp>[0]> = {}) =>
  createProviderHttp({ name: 'shop', baseUrl: `http://127.0.0.1:${server.port}/v1`, headers: { 'x-key': KEY }, fetch, clock, ...more });
type Http = ReturnType<typeof open>;
const get = (http: Http, signal = new AbortController().signal) =>
  http.call({ method: 'GET', path: '/quote', query: { apiKey: KEY }, reply: verbatim, signal });
const post = (http: Http) =>
  http.call({ method: 'POST', path: '/quote', body: { a: 1 }, reply: verbatim, signal: new AbortController().signal });
async function failureOf(work: Promise<unknown>): Promise<ProviderFailure> {
  const outcome = await work.then(
    () => 'a result',
    (error: unknown) => error,
  );
  if (outcome instanceof ProviderFailure) return outcome;
  throw new Error(`Expected a failure, got ${Bun.inspect(outcome)}`);
}

describe('redirects', () => {
  const to = (location: string, status = 302) => new Response(null, { status, headers: { location } });

  test.each([301, 302, 303, 307, 308])('%d within the origin is followed, with the key', async (status) => {
    answer = ({ url }) => (url.includes('/moved') ? Response.json({ ok: true }) : to('/v2/moved?x=1', status));
    expect((await get(open())).data).toEqual({ ok: true });
    expect(asked.map(({ path, key }) => [path, key])).toEqual([
      ['/v1/quote', KEY],
      ['/v2/moved', KEY],
    ]);
  });

  test('a signed request is signed again for its new address', async () => {
    answer = ({ url }) => (url.includes('/moved') ? Response.json({}) : to('/v2/moved?x=1'));
    await get(open({ sign: ({ pathAndQuery }) => ({ 'x-sign': pathAndQuery }) }));
    expect(asked.map(({ sign }) => sign)).toEqual([`/v1/quote?apiKey=${KEY}`, '/v2/moved?x=1']);
  });

  test.each([307, 308])('a POST is repeated with its body for %d, and for no other', async (status) => {
    answer = async (request) => (request.url.includes('/moved') ? Response.json(await request.json()) : to('/v1/moved', status));
    expect((await post(open())).data).toEqual({ a: 1 });
    for (const other of [301, 302, 303]) {
      answer = () => to('/v1/moved', other);
      expect((await failureOf(post(open()))).reason).toBe('unavailable');
    }
  });

  test.each(['http://127.0.0.1:9/x', 'https://evil.example/x', '//evil.example/x', 'file:///etc/passwd'])(
    'to %s is not followed, and says nothing of the key',
    async (location) => {
      answer = () => to(location);
      const failure = await failureOf(get(open()));
      expect([failure.reason, asked.length]).toEqual(['unavailable', 1]);
      expect(failure.message).toContain('another origin');
      expect(failure.message).not.toContain(KEY);
    },
  );

  test('in a circle, or without an address, fail', async () => {
    answer = ({ url }) => to(url);
    expect((await failureOf(get(open()))).message).toContain('more than 3 times');
    expect(asked).toHaveLength(4);
    answer = () => new Response(null, { status: 302 });
    expect((await failureOf(get(open()))).reason).toBe('unavailable');
  });
});

describe('a requested delay', () => {
  const waits = async (status: number, retryAfter: string | null) => {
    const http = open();
    const date = new Date(nowMs).toUTCString();
    answer = () => new Response('{}', { status, headers: { date, ...(retryAfter !== null && { 'retry-after': retryAfter }) } });
    await failureOf(get(http));
    answer = () => Response.json({});
    const failure = await get(http).then(
      () => null,
      (error: ProviderFailure) => error,
    );
    return failure?.retryAfterMs ?? 0;
  };

  test.each([429, 503, 403])('of a %d is obeyed in both forms', async (status) => {
    expect(await waits(status, '300')).toBe(300_000);
    expect(await waits(status, new Date(nowMs + 300_000).toUTCString())).toBe(300_000);
    expect(await waits(status, '1.5')).toBe(1_500);
    expect(await waits(status, '0')).toBe(1_000);
    expect(await waits(status, '999999999')).toBe(3_600_000);
  });

  test('of a 429 without a readable header is ten seconds; other statuses have none', async () => {
    for (const text of [null, 'soon', '-5', new Date(nowMs - 60_000).toUTCString()]) expect(await waits(429, text)).toBe(10_000);
    expect(await waits(503, null)).toBe(0);
    expect(await waits(403, null)).toBe(0);
  });
});

describe('replies', () => {
  test('keep the digits of their numbers, may be compressed, and may begin with a byte-order mark', async () => {
    const text = '\uFEFF{"sqrt":1461446703485210103287273052203988822378723970341,"rate":1.10,"a":1,"a":2}';
    for (const [body, headers] of [
      [text, {}],
      [gzipSync(text), { 'content-encoding': 'gzip' }],
      [text, { 'content-type': 'text/html' }],
    ] as const) {
      answer = () => new Response(body, { headers });
      expect(exactJsonText((await get(open())).data)).toBe('{"sqrt":1461446703485210103287273052203988822378723970341,"rate":1.10,"a":2}');
    }
  });

  test.each<[string, () => Response, string]>([
    ['a page', () => new Response('\n <html>', { headers: { 'content-type': 'text/html' } }), 'shop answered with a page.'],
    ['nothing', () => new Response(null, { status: 204 }), 'shop answered with nothing.'],
    ['text', () => new Response('NaN'), 'shop answered with something that is not JSON.'],
    ['half', () => new Response('{"a":'), 'shop answered with something that is not JSON.'],
  ])('that are %s are named', async (_title, respond, message) => {
    answer = respond;
    expect(await failureOf(get(open()))).toMatchObject({ reason: 'malformed-reply', message });
  });

  test.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['br', brotliCompressSync],
    ['zstd', zstdCompressSync],
  ] as const)('that are packed with %s are unpacked', async (encoding, pack) => {
    answer = ({ headers }) => {
      expect(headers.get('accept-encoding')).toContain(encoding);
      return new Response(pack('{"a":1.10}'), { headers: { 'content-encoding': encoding } });
    };
    expect(exactJsonText((await get(open())).data)).toBe('{"a":1.10}');
    // Two special cases: a body that is compressed twice, and an empty body that is declared as compressed.
    answer = () => new Response(gzipSync(pack('{"a":1}')), { headers: { 'content-encoding': `${encoding}, gzip` } });
    expect(exactJsonText((await get(open())).data)).toBe('{"a":1}');
    answer = () => new Response('', { headers: { 'content-encoding': encoding } });
    expect((await failureOf(get(open()))).message).toBe('shop answered with nothing.');
  });

  test('that grow too much when decompressed are cut off', async () => {
    const bomb = gzipSync(Buffer.alloc(50_000_000, 0x20));
    answer = () => new Response(bomb, { headers: { 'content-encoding': 'gzip' } });
    expect((await failureOf(get(open({ mostReplyBytes: 1_000_000 })))).reason).toBe('malformed-reply');
  });

  test.each(['gzip', 'deflate', 'br', 'zstd'])('that are not %s give a plain error', async (encoding) => {
    answer = () => new Response('{"a":1}', { headers: { 'content-encoding': encoding } });
    expect(await failureOf(get(open()))).toMatchObject({
      reason: 'malformed-reply',
      message: 'shop sent a reply that cannot be read: it cannot be decompressed.',
    });
  });

  test('that begin and never continue end at the time limit', async () => {
    answer = () =>
      new Response(
        new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([0x20])), pull: () => new Promise(() => {}) }),
      );
    expect((await failureOf(get(open(), AbortSignal.timeout(50)))).reason).toBe('timeout');
  });
});

describe('refusals', () => {
  test.each<[number, string, boolean, string]>([
    [401, '', true, 'unauthorized'],
    [401, 'Unauthorized', true, 'unauthorized'],
    [403, '{"message":"bad key"}', true, 'unauthorized'],
    [401, '<html>', true, 'unavailable'],
    [403, '<html>', true, 'unavailable'],
    [403, 'error code: 1020', true, 'unavailable'],
    [403, '', true, 'unavailable'],
    [403, '{"message":"blocked"}', false, 'unauthorized'],
    [404, '<html>', true, 'rejected'],
    [500, '<html>', true, 'unavailable'],
  ])('%d with %j, keyed %p: %s', async (status, body, isKeyed, reason) => {
    answer = () => new Response(body, { status });
    const failure = await failureOf(get(open({ isKeyed })));
    expect(failure.reason).toBe(reason as ProviderFailure['reason']);
    expect(failure.message.includes('our key')).toBe(isKeyed && reason === 'unauthorized');
  });

  test('of a provider get their meaning, also a 403', async () => {
    answer = () => Response.json({ code: 'NO_ROUTE' }, { status: 403 });
    const refusal = () => new ProviderFailure('no-route', 'none');
    const call = { method: 'GET' as const, path: '/', reply: verbatim, refusal, signal: new AbortController().signal };
    expect((await failureOf(open().call(call))).reason).toBe('no-route');
  });
});
