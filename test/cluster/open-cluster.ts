import { join } from 'node:path';
import { openStoreAt } from '../../src/app/open-store.ts';
import type { Devnet } from '../../src/devnet/start-devnet.ts';
import { registerDevnet } from '../../src/market/devnet/register-devnet.ts';
import { createNetworks } from '../../src/market/networks/create-networks.ts';
import { createTokens } from '../../src/market/tokens/create-tokens.ts';
import { startTestDevnet, wallClock } from '../support/devnet.ts';
import { freePort } from '../support/free-port.ts';
import { type RestartableMongo, restartableMongo } from '../support/mongo-server-restartable.ts';
import { redisServer } from '../support/redis-server.ts';
import { createTcpProxy, type TcpProxy } from '../support/tcp-proxy.ts';
import { type ClusterNode, createClusterNode } from './node-process.ts';

export type Cluster = {
  readonly devnet: Devnet;
  readonly mongo: RestartableMongo;
  /** Kills Redis, which loses all its data, and restarts it on the same port. */
  readonly restartRedis: (pauseMs: number) => Promise<void>;
  readonly nodes: readonly ClusterNode[];
  /** The proxies to MongoDB, one for each node, in the order of the nodes. */
  readonly lines: readonly TcpProxy[];
  readonly close: () => Promise<void>;
};

/**
 * Opens a devnet, a server for MongoDB's protocol, Redis, and nodes that share all of them. Everything runs on loopback and is ended by
 * `close`.
 */
export async function openCluster(options: { readonly folder: string; readonly nodes: number; readonly tickMs: number }): Promise<Cluster> {
  const { folder, tickMs } = options;
  const closing: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const devnet = await startTestDevnet({ dataDir: folder });
    closing.push(devnet.stop);
    const mongo = await restartableMongo({ file: join(folder, 'mongo.db') });
    closing.push(mongo.stop);
    const redisPort = await freePort();
    let redis = await redisServer({ port: redisPort });
    closing.push(() => redis.stop());
    await writeDevnetRecords(mongo.url, devnet);
    const env = {
      REDIS_URL: redis.url,
      JWT_SECRET: 'a-secret-for-users-of-at-least-32-characters',
      JWT_ADMIN_SECRET: 'a-secret-for-admins-of-at-least-32-characters',
      DEVNET: '0',
      RPC_31337: devnet.rpcUrl,
      TICK_INTERVAL_MS: String(tickMs),
      LOG_LEVEL: 'warn',
      // The price source gets a URL on this machine at which nothing listens, because the test must send no request to other machines. The
      // refused connection looks like an unavailable source.
      COINGECKO_URL: 'http://127.0.0.1:9/',
    };
    const nodes: ClusterNode[] = [];
    const lines: TcpProxy[] = [];
    for (let n = 1; n <= options.nodes; n += 1) {
      const line = await createTcpProxy({ targetPort: mongo.port });
      closing.push(line.close);
      lines.push(line);
      const url = new URL(mongo.url);
      url.port = String(line.port);
      nodes.push(createClusterNode({ name: `node-${n}`, folder, port: await freePort(), env: { ...env, MONGODB_URL: url.href } }));
    }
    closing.push(() => Promise.all(nodes.map((node) => (node.isUp() ? node.kill() : undefined))));
    await Promise.all(nodes.map((node) => node.start()));
    return {
      devnet,
      mongo,
      async restartRedis(pauseMs) {
        await redis.stop();
        await Bun.sleep(pauseMs);
        redis = await redisServer({ port: redisPort });
      },
      nodes,
      lines,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Writes the network and token records of the devnet to the store. The nodes know the devnet only by its RPC endpoint, so they do not write
 * these records themselves.
 */
async function writeDevnetRecords(storeUrl: string, { deployment, rpcUrl }: Devnet): Promise<void> {
  const store = await openStoreAt(storeUrl, wallClock);
  try {
    const networks = createNetworks({ records: store.records, settings: { rpcUrls: {}, contracts: noContracts } });
    const tokens = createTokens({ records: store.records, clock: wallClock });
    await registerDevnet({ networks, tokens }, deployment, { rpcUrl });
  } finally {
    await store.close();
  }
}

const noContracts = { relayer: {}, dcaVault: {}, autopilotVault: {} };
