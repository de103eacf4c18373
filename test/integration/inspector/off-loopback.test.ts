import { expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as v from 'valibot';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { someOf } from '../../support/which-cases.ts';
import { readEnvelope } from '../http/read-envelope.ts';

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** Matches data that only operators may see: ids that a node generates, and field names that every record contains. */
const OF_THE_INSIDE = /node-[0-9a-f]{12}|"revision"|vault-follower\//;

/** Returns a request with sample values for every documented operator route, and for the metrics. */
async function operatorRoutes({ url }: Service): Promise<readonly { method: string; url: string }[]> {
  const document: Document = JSON.parse(await (await fetch(`${url}/docs/json`)).text());
  const origin = url.slice(0, -'/api'.length);
  const documented = Object.entries(document.paths)
    .filter(([path]) => path.startsWith('/api/operator/'))
    .flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => ({
        method: method.toUpperCase(),
        url: `${origin}${path.replace('{id}', 'vault-follower%2F1').replaceAll(/\{\w+\}/g, '1')}`,
      })),
    );
  return [...documented, { method: 'GET', url: `${origin}/metrics` }];
}

const STRANGERS: readonly (readonly [string, Record<string, string>])[] = [
  ['nothing', {}],
  ['a wrong token', { authorization: 'Bearer wrong' }],
  ['an empty token', { authorization: 'Bearer undefined' }],
  ['a forged session', { cookie: 'coxswain_operator=bG9jYWw.zzzzzzzzz.AAAA; __Host-coxswain_operator=YWxpY2U.zzzzzzzzz.AAAA' }],
  ['a loopback name', { host: 'localhost' }],
  ['what a proxy adds', { 'x-forwarded-for': '127.0.0.1', forwarded: 'for=127.0.0.1', 'x-real-ip': '127.0.0.1' }],
];

const TOKENS = { OPERATOR_TOKEN: 'alice=sesame-sesame-sesame-sesame', OPERATOR_READ_TOKEN: 'carol=looking-looking-looking-on' };

/**
 * Number of requests that are sent at once. A Bun process has at most 256 outgoing requests (BUN_CONFIG_MAX_HTTP_REQUESTS), and each one
 * through the proxy needs two, since the proxy runs in the test's process: with more, all would wait for one another.
 */
const AT_ONCE = 100;

/** A reverse proxy with default behavior: it sends its own host name to the node, and does not send the client's address. */
function reverseProxy(origin: string) {
  return Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const headers = new Headers(request.headers);
      headers.set('host', new URL(origin).host);
      const { pathname, search } = new URL(request.url);
      const body = request.method === 'GET' ? {} : { body: await request.arrayBuffer() };
      return fetch(`${origin}${pathname}${search}`, { method: request.method, headers, ...body });
    },
  });
}

const NODES: [string, string, Record<string, string>][] = [
  ['off loopback, with tokens', '0.0.0.0', TOKENS],
  ['off loopback, with a token that it made', '0.0.0.0', {}],
  ['on loopback behind a reverse proxy that tells nothing, with a token that it made', '127.0.0.1', {}],
];

test.each(someOf(NODES))(
  '%s, nothing of the inside is readable to a stranger',
  async (_what, host, tokens) => {
    const settings = { HOST: host, DEVNET: '0', CRON: 'false', LOG_LEVEL: 'debug', TRUST_PROXY: '1', ...tokens };
    await using service = await spawnService({ env: settings });
    const direct = service.url.slice(0, -'/api'.length);
    const proxy = reverseProxy(direct);
    await using _proxy = { [Symbol.asyncDispose]: () => proxy.stop(true) };
    const origin = host === '127.0.0.1' ? proxy.url.origin : direct;
    const routes = await operatorRoutes(service);
    expect(routes.length).toBeGreaterThan(15);
    // Signing out is allowed without permission, so this route is not among the routes that must refuse strangers.
    const closed = routes.filter(({ method, url }) => method !== 'DELETE' || !url.endsWith('/session'));
    const asks = closed.flatMap(({ method, url }) =>
      STRANGERS.map(([who, headers]) => ({ method, url: url.replace(direct, origin), who, headers })),
    );
    const ask = async ({ method, url, who, headers }: (typeof asks)[number], asked: number) => {
      // Each request has a different client address, as our own proxy would send it, so that no reply to a wrong token is delayed for long.
      const from = { 'x-forwarded-for': `10.0.${asked >> 8}.${asked & 255}` };
      const sent = { ...from, ...headers, ...(method === 'POST' ? { 'content-type': 'application/json' } : {}) };
      const body = method === 'POST' ? { body: JSON.stringify({ token: 'wrong', code: 'wrong' }) } : {};
      const response = await fetch(url, { method, headers: sent, ...body });
      const text = await response.text();
      expect({ method, url, who, status: response.status }).toEqual({ method, url, who, status: 401 });
      expect(text).not.toMatch(OF_THE_INSIDE);
      expect(response.headers.getSetCookie()).toEqual([]);
    };
    for (let sent = 0; sent < asks.length; sent += AT_ONCE) {
      await Promise.all(asks.slice(sent, sent + AT_ONCE).map((one, at) => ask(one, sent + at)));
    }
    expect(await (await fetch(`${origin}/inspector/session`)).json()).toMatchObject({ data: { isSignedIn: false } });
    const page = await (await fetch(`${origin}/inspector/actors`)).text();
    expect(page).toContain('<div id="app">');
    expect(page).not.toMatch(OF_THE_INSIDE);
    // The API specification makes `debug-stats` public. Its reply contains only numbers, so it must not match internal data.
    expect(await (await fetch(`${origin}/api/debug-stats`)).text()).not.toMatch(OF_THE_INSIDE);
    const socket = new WebSocket(`${direct.replace('http', 'ws')}/api/operator/inspect`);
    const opened = await new Promise((resolve) => {
      socket.addEventListener('open', () => resolve('opened'));
      socket.addEventListener('close', () => resolve('refused'));
    });
    expect(opened).toBe('refused');
    const own = tokens.OPERATOR_TOKEN?.split('=')[1] ?? service.asOperator().authorization.slice('Bearer '.length);
    expect((await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${own}` } })).status).toBe(200);
    for (const secret of [own, 'looking', 'Bearer wrong', 'zzzzzzzzz']) expect(service.logs()).not.toContain(secret);
  },
  120_000,
);

test('Prometheus can read with the token file that its settings name, and its settings name existing paths', async () => {
  const scrape = v.parse(
    v.looseObject({
      rule_files: v.array(v.string()),
      scrape_configs: v.tuple([v.looseObject({ metrics_path: v.string(), authorization: v.object({ credentials_file: v.string() }) })]),
    }),
    Bun.YAML.parse(readFileSync('ops/prometheus/prometheus.yml', 'utf8')),
  );
  for (const file of scrape.rule_files) expect(existsSync(`ops/prometheus/${file}`)).toBe(true);
  await using service = await spawnService({ env: { DEVNET: '0', CRON: 'false' } });
  // The token file that the node creates must be as usable for Prometheus as a file with a read-only token. Prometheus removes white space
  // around the token.
  const credentials = readFileSync(join(service.dataDir, 'operator-token'), 'utf8').trim();
  const url = new URL(scrape.scrape_configs[0].metrics_path, service.url);
  const read = await fetch(url, { headers: { authorization: `Bearer ${credentials}` } });
  expect([read.status, await read.text()]).toEqual([200, expect.stringContaining('coxswain_build_info')]);
  expect((await fetch(url)).status).toBe(401);
}, 120_000);

test('a read-only token is refused by every route that acts, and by none that reads', async () => {
  await using service = await spawnService({ env: { DEVNET: '0', CRON: 'false', OPERATOR_READ_TOKEN: TOKENS.OPERATOR_READ_TOKEN } });
  const routes = (await operatorRoutes(service)).filter(({ url }) => !url.includes('/operator/session'));
  expect(routes.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(8);
  for (const { method, url } of routes) {
    const leaving = new AbortController();
    const headers = { authorization: 'Bearer looking-looking-looking-on', 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, signal: leaving.signal, ...(method === 'GET' ? {} : { body: '{}' }) });
    const { status } = response;
    if (method === 'GET') {
      // A missing actor, or a query without a required parameter, may result in an error, but the permission must not be refused.
      expect({ method, url, isForbidden: status === 401 || status === 403 }).toEqual({ method, url, isForbidden: false });
      leaving.abort();
    } else
      expect({ method, url, status, code: (await readEnvelope(response)).errors?.code }).toEqual({
        method,
        url,
        status: 403,
        code: 'read-only',
      });
  }
}, 120_000);

test('INSPECTOR=off takes the page away and leaves the API', async () => {
  await using service = await spawnService({ env: { DEVNET: '0', CRON: 'false', INSPECTOR: 'off' } });
  const origin = service.url.slice(0, -'/api'.length);
  for (const path of ['/inspector', '/inspector/actors', '/inspector/assets/x.js'])
    expect((await fetch(`${origin}${path}`)).status).toBe(404);
  expect((await fetch(`${service.url}/operator/session`, { headers: service.asOperator() })).status).toBe(200);
  expect(service.logs()).not.toContain('sign-in');
}, 120_000);
