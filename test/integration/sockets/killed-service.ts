import { join } from 'node:path';
import * as v from 'valibot';
import { privateKeyToAccount } from 'viem/accounts';
import { createSiweMessage } from 'viem/siwe';
import { createClusterNode } from '../../cluster/node-process.ts';
import { freePort } from '../../support/free-port.ts';
import { restartableMongo } from '../../support/mongo-server-restartable.ts';
import { parsePrometheusText } from '../../support/prometheus-text.ts';
import { redisServer } from '../../support/redis-server.ts';
import { followThroughDeath } from '../../support/socket-campaign.ts';
import { tempFolder } from '../../support/temp-folder.ts';
import { waitFor } from '../../support/wait-for.ts';

const SOCKETS = 2_000;
const WALLETS = 40;
const PAGE = 'https://app.example';
const OPERATOR = 'the-token-of-an-operator';
const PAIR = {
  ...{ fromToken: '0x3c499c542cef5e3811e1192ce70d8cc03d5c3359', toToken: '0xc2132d05d31c914a87c6611c10748aeb04b58e8f' },
  chainId: { chainId: 137 },
};
const MEMORY = 'coxswain_process_resident_memory_bytes';

const envelope = v.object({ status: v.number(), message: v.string(), data: v.unknown() });

async function post<T>(url: string, body: object, schema: v.GenericSchema<unknown, T>): Promise<T> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const { status, message, data } = v.parse(envelope, await response.json());
  if (status !== 200 && status !== 201) throw new Error(`${url}: ${status} ${message}`);
  return v.parse(schema, data);
}

async function signIn(url: string, index: number): Promise<{ readonly wallet: string; readonly token: string }> {
  const account = privateKeyToAccount(`0x${String(index + 1).padStart(64, '0')}`);
  const { nonce } = await post(`${url}/auth/nonce`, {}, v.object({ nonce: v.string() }));
  const message = createSiweMessage({
    ...{ address: account.address, chainId: 137, domain: 'app.example', uri: PAGE, version: '1', nonce },
    issuedAt: new Date(),
  });
  const signature = await account.signMessage({ message });
  const { accessToken } = await post(`${url}/auth/verify`, { message, signature }, v.object({ accessToken: v.string() }));
  return { wallet: account.address.toLowerCase(), token: accessToken };
}

async function memoryOf(url: string): Promise<number> {
  const response = await fetch(url.replace(/\/api$/, '/metrics'), { headers: { authorization: `Bearer ${OPERATOR}` } });
  const [sample] = parsePrometheusText(await response.text()).get(MEMORY)?.samples ?? [];
  if (sample === undefined) throw new Error(`${url} does not say how much memory it has`);
  return sample.value;
}

/**
 * Runs the whole service on two nodes with signed-in clients and DCA records, and kills one node. Returns a description of what clients
 * lost; empty when nothing was lost.
 */
export async function runKilledService(): Promise<readonly string[]> {
  using folder = tempFolder();
  const mongo = await restartableMongo({ file: join(folder.path, 'mongo.db') });
  await using redis = await redisServer();
  const env = {
    ...{ MONGODB_URL: mongo.url, REDIS_URL: redis.url, DEVNET: '0', LOG_LEVEL: 'warn', AUTH_ORIGINS: PAGE, OPERATOR_TOKEN: OPERATOR },
    JWT_SECRET: 'a-secret-for-users-of-at-least-32-characters',
    JWT_ADMIN_SECRET: 'a-secret-for-admins-of-at-least-32-characters',
    // No server listens at this URL, so that requests to price sources fail at once.
    ...{ COINGECKO_URL: 'http://127.0.0.1:9', DEFILLAMA_URL: 'http://127.0.0.1:9' },
  };
  const start = async (name: string) => {
    const node = createClusterNode({ name, folder: folder.path, port: await freePort(), env });
    await node.start();
    return node;
  };
  const [first, second] = [await start('first'), await start('second')];
  try {
    const wallets: { readonly wallet: string; readonly token: string }[] = [];
    for (let n = 0; n < WALLETS; n += 1) wallets.push(await signIn(n % 2 === 0 ? first.url : second.url, n));
    await sayHowSoonSettingsAreSeen(first.url, second.url, wallets[0]?.token ?? '');
    const before = await memoryOf(first.url);
    let amount = 0;
    const report = await followThroughDeath(
      {
        ...{ origins: [originOf(first.url), originOf(second.url)], tokens: wallets.map(({ token }) => token), event: 'position' },
        async change(wallet) {
          amount += 1;
          const terms = { ...PAIR, amount: String(amount), frequency: 2, interval: 7_200, walletAddress: wallets[wallet]?.wallet };
          return (await post(`${second.url}/defi/create-position`, terms, v.object({ id: v.string() }))).id;
        },
        killFirst: first.kill,
      },
      {
        ...{ sockets: SOCKETS, changes: 4 * WALLETS },
        async onConnected() {
          const each = ((await memoryOf(first.url)) - before) / SOCKETS / 1_024;
          console.log(`${SOCKETS} connected clients: ${each.toFixed(1)} KB each, before any collection of garbage`);
        },
      },
    );
    console.log(`all clients had everything ${(report.caughtUpMs / 1_000).toFixed(1)} s after the kill`);
    return report.problems;
  } finally {
    for (const node of [first, second]) if (node.isUp()) await node.kill();
    await mongo.stop();
  }
}

/** Changes a system setting on one node, and prints how soon the other node uses the new value. */
async function sayHowSoonSettingsAreSeen(here: string, there: string, token: string): Promise<void> {
  const set = await fetch(`${here}/operator/admin/settings/default_display_currency`, {
    ...{ method: 'POST', body: JSON.stringify({ value: 'CHF' }) },
    headers: { 'content-type': 'application/json', authorization: `Bearer ${OPERATOR}` },
  });
  if (!set.ok) throw new Error(`the setting was answered with ${set.status}`);
  const setAtMs = performance.now();
  await waitFor(
    async () => (await (await fetch(`${there}/user`, { headers: { authorization: `Bearer ${token}` } })).text()).includes('"CHF"'),
    { what: 'the setting at the other node' },
  );
  console.log(`a setting was seen by the other node after ${Math.round(performance.now() - setAtMs)} ms`);
}

function originOf(url: string): string {
  return new URL(url).origin;
}
