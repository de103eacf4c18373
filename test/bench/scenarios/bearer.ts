import { Elysia } from 'elysia';
import * as v from 'valibot';
import { createBearerAuth } from '../../../src/features/accounts/create-bearer-auth.ts';
import { createSessions } from '../../../src/features/accounts/sessions/create-sessions.ts';
import { createAccessTokens } from '../../../src/features/accounts/tokens/access-tokens.ts';
import { createSecrets } from '../../../src/features/accounts/tokens/secrets.ts';
import { addRoute } from '../../../src/http/add-route.ts';
import { addBearerRoute } from '../../../src/http/bearer-auth.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { createHttpServer } from '../../../src/http/http-server.ts';
import { reply } from '../../../src/http/reply.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createSqliteStore } from '../../../src/platform/store/sqlite/sqlite-store.ts';
import { parseAddress } from '../../../src/values/address.ts';
import { randomIds } from '../../../src/values/id-source.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { benchLine, type Round } from '../support/bench-line.ts';
import { walletOf } from '../support/fill-store.ts';
import { median } from '../support/measure.ts';

// Compares a route that needs an access token with the same route without one. A second process sends the requests, with the tokens of 100
// wallets.
const ROUNDS = 7;
const SECONDS = 2;
const CONNECTIONS = 64;
const WALLETS = 100;

using folder = tempFolder();
const clock = { now: () => Date.now() };
const store = createSqliteStore({ path: folder.file('bearer.db'), clock });
const secrets = { user: createSecrets([randomIds()]), admin: createSecrets([randomIds()]) };
const tokens = createAccessTokens({ secrets, brand: 'Bench', clock, ids: randomIds });
const sessions = createSessions({ records: store.records, clock, ids: randomIds, secrets: secrets.user, mostOfWallet: () => 20 });
const auth = createBearerAuth({ tokens, sessions, isAdmin: () => false });

const jwts = await Promise.all(
  Array.from({ length: WALLETS }, async (_, i) => {
    const session = await sessions.open({ wallet: parseAddress(walletOf(i)), chainId: 1, agent: null });
    return (await tokens.sign('user', session)).jwt;
  }),
);

const resource = new Elysia({ name: 'bench' });
const responses = { 200: { description: 'A wallet.', data: v.object({ wallet: v.string() }) } };
const wallet = walletOf(0);
addRoute(resource, {
  ...{ method: 'GET', path: '/open', cost: 'cheap', summary: 'Say a wallet', input: {}, responses },
  handle: () => reply({ wallet }),
});
addBearerRoute(resource, {
  ...{ method: 'GET', path: '/bearer', cost: 'cheap', summary: 'Say the wallet', input: {}, responses, bearer: auth.user },
  handle: ({ authWallet }) => reply({ wallet: authWallet }),
});
const server = createHttpServer({
  ...{ api: createApi({ resources: [resource], log: silentLog }), host: '127.0.0.1', port: 0, corsOrigins: [], log: silentLog },
  requestIdPrefix: 'bench',
});

const script = new URL('../support/bearer-load.ts', import.meta.url).pathname;
async function load(path: string): Promise<number> {
  const child = Bun.spawn([process.execPath, script, `${server.url}/api/${path}`, String(CONNECTIONS), String(SECONDS)], {
    ...{ stdin: new Blob([jwts.join('\n')]), stdout: 'pipe', stderr: 'inherit' },
  });
  const text = await new Response(child.stdout).text();
  if ((await child.exited) !== 0) throw new Error('The load generator failed.');
  return Number(text);
}

for (const path of ['open', 'bearer']) await load(path);
const rounds: Round[] = [];
for (let round = 0; round < ROUNDS; round += 1) {
  const reference = await load('open');
  rounds.push({ ours: await load('bearer'), reference });
}
const note = `tokens of ${WALLETS} wallets on SQLite; both with the same header; load from a second process by raw sockets; medians of ${ROUNDS} rounds`;
console.log(
  JSON.stringify([benchLine('a route with an access token, over the same without', 'requests/s', rounds, '>= 0.8', note, median)]),
);
await server.stop(1_000);
await store.close();
process.exit(0);
