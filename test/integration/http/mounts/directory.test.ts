import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { AnyElysia } from 'elysia';
import type { CorsOrigins } from '../../../../src/http/cors.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { createHttpServer, type HttpServer } from '../../../../src/http/http-server.ts';
import { createMounts } from '../../../../src/http/mounts/create-mounts.ts';
import { createDirectoryRoutes } from '../../../../src/http/mounts/directory-routes.ts';
import { MOUNTS } from '../../../../src/http/mounts/mount-list.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { startAllModules } from '../../../support/start-all-modules.ts';

/** The list of the API specification, "Directory of other route groups", in its exact wording. */
const DOCUMENTED =
  'common, app, auth, user, admin, defi, transaction, balance, wallet, graph, a market-data proxy, currency proxy, bridge, a chain-specific ' +
  'mount, liquidity, payment, product, cart, marketplace, nft (mounted twice), mint, an IPFS-pinning mount, staking, rocket, a staking-game ' +
  'mount, reward, rewards, claim, task, daily-updates, entryPass, game, prediction, poker, dao, presale, presale/admin, whitelist, clippers ' +
  '(also at /v1/clippers), smm, blogs, threads, chats, questions, support, supportForDasboard (the spelling is part of the live path), submit, ' +
  'notifications, fcm, ses, bulk-email, webhooks, video, ext, a second chain-specific mount, a campaign mount, ca, migration, kanban, misc, ' +
  'debug-stats (unauthenticated, registered before all middleware)';

/**
 * The paths of those mounts for which the specification's text is no path: it describes the mount in words (null: without a path), or lists
 * several paths.
 */
const OURS: Readonly<Record<string, readonly (string | null)[]>> = {
  'a market-data proxy': ['market-data'],
  'currency proxy': ['currency'],
  'a chain-specific mount': [null],
  'an IPFS-pinning mount': [null],
  'a staking-game mount': [null],
  'a second chain-specific mount': [null],
  'a campaign mount': [null],
  'clippers (also at /v1/clippers)': ['clippers', 'v1/clippers'],
};
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH'];
const DEPTHS = ['', '/', '/x', '/x/', '/x/y/z', '/1/2/3/4/5/6/7/8', '/..x', '/%20', '?a=b', '/x?a=b'];

const mountsOf = (words: string) => OURS[words] ?? [words.replace(/ \(.*\)$/, '')];
const documented = DOCUMENTED.split(/, (?![^(]*\))/).flatMap(mountsOf);

async function startApi(corsOrigins: CorsOrigins = []): Promise<HttpServer> {
  const { started } = await startAllModules();
  const directory = createMounts({ api: () => api, early: ['/api/debug-stats'] });
  const api: AnyElysia = createApi({
    log: silentLog,
    directory,
    resources: [createDirectoryRoutes({ mounts: directory }), ...started.routes],
  });
  return createHttpServer({ api, directory, host: '127.0.0.1', port: 0, corsOrigins, log: silentLog, requestIdPrefix: 'test' });
}

let server: HttpServer;
beforeAll(async () => {
  server = await startApi();
});
afterAll(() => server.stop(0));

type Listed = {
  readonly path: string | null;
  readonly state: string;
  readonly times: number;
  readonly routes: readonly { readonly document: string }[];
};
async function listed(): Promise<readonly Listed[]> {
  const { data }: { data: readonly Listed[] } = JSON.parse(await (await fetch(`${server.url}/api/app/directory`)).text());
  return data;
}

test('the directory lists the mounts of the interface document, each in its place', async () => {
  expect(documented.length).toBeGreaterThan(60);
  expect(MOUNTS.map(({ path }) => path)).toEqual(documented);
  expect((await listed()).map(({ path }) => path)).toEqual(documented);
  expect((await listed()).filter(({ times }) => times === 2).map(({ path }) => path)).toEqual(['nft', 'clippers']);
});

test('what this product has works, and links to its routes in the API document', async () => {
  const works = (await listed()).filter(({ state }) => state === 'works');
  const names = works.map(({ path }) => path);
  for (const path of [
    'common',
    'app',
    'auth',
    'user',
    'defi',
    'transaction',
    'balance',
    'wallet',
    'market-data',
    'currency',
    'notifications',
    'debug-stats',
  ])
    expect(names).toContain(path);
  for (const { routes } of works) expect(routes.length).toBeGreaterThan(0);
  const balance = works.find(({ path }) => path === 'balance');
  expect(balance?.routes.map(({ document }) => document)).toEqual(['/api/docs/json#/paths/~1api~1balance~1{wallet}/get']);
});

test('every other mount answers every method at every depth with 501 in the envelope', async () => {
  let count = 0;
  for (const { path, state } of await listed()) {
    if (path === null || state === 'works') continue;
    for (const method of METHODS) {
      for (const depth of DEPTHS) {
        const response = await fetch(`${server.url}/api/${path}${depth}`, { method });
        expect([method, path, depth, response.status]).toEqual([method, path, depth, 501]);
        // Bun's HTTP client reads no reply body for these methods, so only the status is checked.
        if (method === 'HEAD' || method === 'TRACE') continue;
        const { status, data, errors, notShowPopUp } = JSON.parse(await response.text());
        expect({ status, data, notShowPopUp }).toEqual({ status: 501, data: null, notShowPopUp: true });
        expect(errors).toMatchObject({ code: 'not-implemented', mount: path, state });
        count += 1;
      }
    }
  }
  expect(count).toBeGreaterThan(3_000);
}, 60_000);

test('a body is not read for it, and a mount that works keeps its own answers', async () => {
  const post = await fetch(`${server.url}/api/graph`, { method: 'POST', body: '{' });
  expect(post.status).toBe(501);
  expect((await fetch(`${server.url}/api/balance/x/y`)).status).toBe(404);
  expect((await fetch(`${server.url}/api/balance/0x`, { method: 'DELETE' })).status).toBe(405);
});

test.each(['supportForDashboard', 'graphs', 'Graph', 'presales', 'v1', 'v1/clipper', 'nothing'])('/%s is no mount', async (path) => {
  for (const depth of ['', '/x']) expect((await fetch(`${server.url}/api/${path}${depth}`)).status).toBe(404);
});

test('where browsers may call, their preflight succeeds, so that pages see the 501', async () => {
  const origin = 'https://app.example.org';
  const open = await startApi([origin]);
  const preflight = { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'POST' } };
  const answered = await fetch(`${open.url}/api/graph/x`, preflight);
  expect([answered.status, answered.headers.get('access-control-allow-origin')]).toEqual([204, origin]);
  expect(answered.headers.get('access-control-allow-methods')).toContain('POST');
  const post = await fetch(`${open.url}/api/graph/x`, { method: 'POST', headers: { origin } });
  expect([post.status, post.headers.get('access-control-allow-origin')]).toEqual([501, origin]);
  expect((await fetch(`${open.url}/api/graph/x`, { method: 'OPTIONS', headers: { origin } })).status).toBe(501);
  await open.stop(0);
});
