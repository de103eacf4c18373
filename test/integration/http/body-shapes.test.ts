import { expect, test } from 'bun:test';
import { Elysia } from 'elysia';
import { literal, looseObject, object, string } from 'valibot';
import { proxyCalls } from '../../../src/features/quotes/proxy-calls.ts';
import { createProxyRoutes } from '../../../src/features/quotes/routes/proxy-routes.ts';
import { addRoute } from '../../../src/http/add-route.ts';
import { MAX_BODY_BYTES } from '../../../src/http/read-body.ts';
import { reply } from '../../../src/http/reply.ts';
import { addSignedRoute, signedFields } from '../../../src/http/wallet-auth.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import { seededRandom } from '../../../src/test-kit/seeded-random.ts';
import { TerminalError } from '../../../src/values/errors/terminal-error.ts';
import { hasAllCases } from '../../support/which-cases.ts';
import { NOW, walletAuthOver } from '../../unit/http/wallet-auth/signing.ts';
import { readEnvelope } from './read-envelope.ts';
import { startTestServer } from './start-test-server.ts';

const SEED = Number(process.env.SEED ?? 1);
const ROUNDS = hasAllCases ? 4 : 1;
const proxied = proxyCalls.find(({ method }) => method === 'POST')?.route;

/** Starts a server with a route of each kind. The server counts the bodies that reach a handler or a signature check. */
function startKinds() {
  let seen = 0;
  const auth = walletAuthOver(createMemoryRecordStore({ clock: { now: () => NOW } }));
  const app = new Elysia({ name: 'kinds', prefix: '/kinds' });
  const shared = { method: 'POST', responses: { 200: { description: 'Taken.', data: literal('taken') } } } as const;
  const handle = () => {
    seen += 1;
    return reply('taken');
  };
  addRoute(app, { ...shared, handle, cost: 'limited', path: '/open', summary: 'Open', input: { body: looseObject({}) } });
  addRoute(app, {
    ...{ ...shared, handle, cost: 'operator', path: '/operator', summary: 'Of operators', maxBodyBytes: MAX_BODY_BYTES },
    input: { body: looseObject({}) },
    authorize: () => 'alice',
  });
  addRoute(app, {
    ...{ ...shared, handle, cost: 'operator', path: '/refused', summary: 'Of others', input: { body: looseObject({}) } },
    authorize() {
      throw new TerminalError({ code: 'operator-token-required', message: 'No token.', status: 401 });
    },
  });
  addSignedRoute(app, {
    ...{ ...shared, handle, cost: 'limited', path: '/signed/:id', summary: 'Signed' },
    input: { params: object({ id: string() }), body: object(signedFields) },
    walletAuth({ body }) {
      seen += 1;
      return auth.verifyWalletRequest({ action: 'autopilot-pause', body });
    },
  });
  const proxy = createProxyRoutes({
    proxy: {
      async forward() {
        seen += 1;
        return {};
      },
    },
  });
  return { ...startTestServer({ resources: [app, proxy] }), seen: () => seen };
}

/**
 * Generates unusual bodies of up to 21 MB. `refused` is the error code with which every route that reads such large bodies must refuse it.
 */
function shapes(random: () => number): readonly { readonly name: string; readonly text: string; readonly refused?: string }[] {
  const between = (least: number, most: number) => least + Math.floor(random() * (most - least));
  const list = (count: number, item: (at: number) => string) => Array.from({ length: count }, (_, at) => item(at)).join(',');
  const many = () => between(60_000, 900_000);
  const deep = between(65, 5_000);
  return [
    { name: 'empty objects', text: `{"a":[${'{},'.repeat(many())}{}]}`, refused: 'too-many-members' },
    { name: 'unique keys', text: `{${list(many(), (at) => `"k${at}":1`)}}`, refused: 'too-many-members' },
    { name: 'one key again and again', text: `{${'"a":1,'.repeat(many())}"a":1}`, refused: 'too-many-members' },
    {
      name: 'numbers',
      text: `{"a":[${list(many(), (at) => `${at}.${between(0, 99)}e${between(-400, 400)}`)}]}`,
      refused: 'too-many-members',
    },
    { name: 'arrays in arrays', text: `{"a":[${'[[[]]],'.repeat(many())}1]}`, refused: 'too-many-members' },
    { name: 'never closed', text: `{"a":[${'{},'.repeat(many())}`, refused: 'too-many-members' },
    { name: 'deep objects', text: `{"a":${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}}`, refused: 'nested-too-deeply' },
    { name: 'deep arrays', text: `{"a":${'['.repeat(deep)}${']'.repeat(deep)}}`, refused: 'nested-too-deeply' },
    { name: 'forbidden keys', text: `{"a":[${list(between(2, 2_000), () => '{"__proto__":1}')}]}`, refused: 'forbidden-key' },
    {
      name: 'forbidden keys in escapes',
      text: `{"a":[${list(between(2, 2_000), () => '{"\\u005f_proto__":1}')}]}`,
      refused: 'forbidden-key',
    },
    { name: 'a long number', text: `{"a":${'9'.repeat(between(1_000, 60_000))}}` },
    { name: 'quotes in escapes', text: `{"a":"${'\\"'.repeat(between(1_000, 5_000_000))}"}` },
    { name: 'backslashes', text: `{"a":"${'\\\\'.repeat(between(1_000, 5_000_000))}"}` },
    { name: 'a long key', text: `{"${'k'.repeat(between(1_000, 15_000_000))}":1}` },
    { name: 'white space', text: `{${' '.repeat(between(1_000, 15_000_000))}}` },
    { name: 'more than 20 MB', text: `{"a":"${'x'.repeat(MAX_BODY_BYTES)}"}`, refused: 'body-too-large' },
  ];
}

test(`no body exceeds its limits unnoticed, on any kind of route (repeat with SEED=${SEED})`, async () => {
  await using server = startKinds();
  const random = seededRandom(SEED);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { name, text, refused } of shapes(random)) {
      for (const [path, maxBytes] of [
        ['/api/kinds/open', 64 * 1024],
        ['/api/kinds/operator', MAX_BODY_BYTES],
        ['/api/kinds/refused', 0],
        ['/api/kinds/signed/7', 512 * 1024],
        [`/api/defi${proxied}`, 512 * 1024],
      ] as const) {
        const before = server.seen();
        const response = await server.post(path, text);
        const what = `${name}, ${text.length} bytes, to ${path}`;
        if (maxBytes === 0) expect(response.status, what).toBe(401);
        else {
          const expected = text.length > maxBytes ? 'body-too-large' : refused;
          if (expected === undefined) expect([200, 401], what).toContain(response.status);
          else {
            expect([what, (await readEnvelope(response)).errors.code]).toEqual([what, expected]);
            expect([400, 413], what).toContain(response.status);
            // No schema, signature check or handler may have received a refused body.
            expect(server.seen(), what).toBe(before);
          }
        }
        expect((await server.get('/api/health')).status).toBe(200);
      }
    }
  }
});

/** All places other than a body where a client can send text. Each text's length must be limited before any code parses it. */
const CARRIERS: readonly (readonly [name: string, ask: (text: string) => readonly [path: string, headers?: Record<string, string>]])[] = [
  ['the path', (text) => [`/api/sample/text/${encodeURIComponent(text)}`]],
  ['a query', (text) => [`/api/sample/text/x?list=${encodeURIComponent(text)}`]],
  ['many parameters', (text) => [`/api/sample/text/x?${[...text.slice(0, 4_000)].map((_, at) => `a${at}=`).join('&')}`]],
  ['an encoding in encodings', (text) => [`/api/sample/text/x?list=${'%25'.repeat(text.length / 3)}41`]],
  ['a host', (text) => ['/api/health', { host: text }]],
  ['a type', (text) => ['/api/sample/text/x', { 'content-type': `application/${text}` }]],
  ['an address before us', (text) => ['/api/health', { 'x-forwarded-for': text.replaceAll(' ', ',') }]],
  [
    'what is accepted',
    (text) => ['/api/health', { accept: text, 'accept-encoding': text, 'if-none-match': text, cookie: text, traceparent: text }],
  ],
  ['a token', (text) => ['/api/health', { authorization: `Bearer ${text}` }]],
];
/**
 * Texts that are slow for a regular expression with backtracking: long repetitions with a mismatch at the end, and long runs of digits for
 * code that parses numbers.
 */
const SLOW_TEXTS = ['9', '0', '.', 'a.', '/', ' ', '%', ',', '=', ';', '-', '+', '0x', 'a@', '1.', 'aA'].map(
  (unit) => `${unit.repeat(7_000 / unit.length)}!`,
);

test('no text in a path, a query or a header delays the node’s replies', async () => {
  await using server = startKinds();
  for (const [name, ask] of CARRIERS) {
    for (const text of SLOW_TEXTS) {
      const [path, headers = {}] = ask(text);
      const response = await server.get(path, { headers });
      const what = `${name}: ${text.slice(0, 10)}`;
      expect(response.status, what).toBeLessThan(500);
      await response.arrayBuffer();
    }
    expect((await server.get('/api/health')).status).toBe(200);
  }
});

test('a body that is not JSON is refused on every kind of route, whatever its content type', async () => {
  await using server = startKinds();
  const form = new FormData();
  form.set('file', new File(['x'.repeat(40_000)], 'x.json', { type: 'application/json' }));
  const bodies: readonly (readonly [NonNullable<RequestInit['body']>, Record<string, string>])[] = [
    [form, {}],
    [new URLSearchParams({ a: 'x'.repeat(40_000) }), {}],
    [`a=${'%25'.repeat(10_000)}`, { 'content-type': 'application/x-www-form-urlencoded' }],
    // 60 MB of spaces, compressed to 60 KB, which must be refused without decompressing.
    [Bun.gzipSync(new Uint8Array(60_000_000).fill(0x20)), { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ];
  for (const [body, headers] of bodies) {
    for (const path of ['/api/kinds/open', '/api/kinds/operator', '/api/kinds/signed/7', `/api/defi${proxied}`]) {
      const response = await server.get(path, { method: 'POST', body, headers });
      expect([path, response.status]).toEqual([path, 415]);
    }
  }
  expect(server.seen()).toBe(0);
});
