import { expect, test } from 'bun:test';
import { type Service, spawnService } from '../../support/spawn-service.ts';
import { readEnvelope } from '../http/read-envelope.ts';

type Document = { readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>> };

/** The first of the ids that a node gives to itself, and what every record has. */
const OF_THE_INSIDE = /node-[0-9a-f]{12}|"revision"|vault-follower\//;

/** Every documented route of operators, with the metrics, as it would be asked. */
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

test.each([
  ['without any token', {}],
  ['with tokens', { OPERATOR_TOKEN: 'alice=sesame', OPERATOR_READ_TOKEN: 'carol=looking' }],
])(
  'off loopback %s, nothing of the inside is readable to a stranger',
  async (_what, tokens: Record<string, string>) => {
    await using service = await spawnService({ env: { HOST: '0.0.0.0', DEVNET: '0', CRON: 'false', LOG_LEVEL: 'debug', ...tokens } });
    const routes = await operatorRoutes(service);
    expect(routes.length).toBeGreaterThan(15);
    for (const { method, url } of routes) {
      // Anybody may sign out.
      if (method === 'DELETE' && url.endsWith('/session')) continue;
      for (const [who, headers] of STRANGERS) {
        const body =
          method === 'POST'
            ? { body: JSON.stringify({ token: 'wrong' }), headers: { ...headers, 'content-type': 'application/json' } }
            : { headers };
        const response = await fetch(url, { method, ...body });
        const text = await response.text();
        // The eleventh sign-in in a minute is refused before it is looked at.
        const refused = url.endsWith('/session') ? [401, 429] : [401];
        expect({ method, url, who, status: response.status, isRefused: refused.includes(response.status) }).toMatchObject({
          isRefused: true,
        });
        expect(text).not.toMatch(OF_THE_INSIDE);
        expect(response.headers.getSetCookie()).toEqual([]);
      }
    }
    const origin = service.url.slice(0, -'/api'.length);
    const page = await (await fetch(`${origin}/inspector/actors`)).text();
    expect(page).toContain('<div id="app">');
    expect(page).not.toMatch(OF_THE_INSIDE);
    for (const secret of ['sesame', 'looking', 'Bearer wrong', 'zzzzzzzzz']) expect(service.logs()).not.toContain(secret);
  },
  120_000,
);

test('a token that reads is told so by every route that acts, and by none that reads', async () => {
  await using service = await spawnService({ env: { DEVNET: '0', CRON: 'false', OPERATOR_READ_TOKEN: 'carol=looking' } });
  const routes = (await operatorRoutes(service)).filter(({ url }) => !url.endsWith('/session'));
  expect(routes.filter(({ method }) => method !== 'GET').length).toBeGreaterThan(8);
  for (const { method, url } of routes) {
    const leaving = new AbortController();
    const headers = { authorization: 'Bearer looking', 'content-type': 'application/json' };
    const response = await fetch(url, { method, headers, signal: leaving.signal, ...(method === 'GET' ? {} : { body: '{}' }) });
    const { status } = response;
    if (method === 'GET') {
      // Of an actor that there is not, or of a query without what it needs, there is nothing; but it is not forbidden.
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
  expect((await fetch(`${service.url}/operator/session`)).status).toBe(200);
}, 120_000);
