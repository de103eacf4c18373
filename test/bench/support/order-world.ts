import { join } from 'node:path';
import { createDemoWallet } from '../../../src/cli/demo/demo-wallet.ts';
import { createServiceClient } from '../../../src/cli/demo/service-client.ts';
import { connectDevnet } from '../../../src/devnet/connect-devnet.ts';
import { devnetAccounts, devnetChainId } from '../../../src/devnet/devnet-accounts.ts';
import { createAgentOwners } from '../../crash/agent-owners.ts';
import { createSeededRandom } from '../../crash/seeded-random.ts';
import { spawnService } from '../../support/spawn-service.ts';
import { waitFor } from '../../support/wait-for.ts';
import { readStoreSize, type StoreSize, sumOf } from './store-size.ts';

/** Seconds between two orders of a position. */
const SPACING_SEC = 2;
const TICK_MS = 1_000;
const PATIENCE_MS = 600_000;
/** Milliseconds without any write to the store after which the service counts as idle. */
const QUIET_MS = 4_000;
const USDC_UNITS = 1_000_000n;

/** Starts a service with a SQLite store on its own local chain, and opens positions and agents for the demo wallets. */
export async function startOrderWorld() {
  const service = await spawnService({
    until: 'ready',
    chain: 'copied',
    env: {
      ...{ DEVNET_PORT: '0', TICK_INTERVAL_MS: String(TICK_MS), LOG_LEVEL: 'warn', COINGECKO_URL: 'http://127.0.0.1:9/' },
      ...{ MAX_POSITIONS_PER_WALLET: '1000', DAILY_GAS_USD_EACH: '0', DAILY_GAS_USD_PER_WALLET: '0' },
    },
  });
  const path = join(service.dataDir, 'coxswain.db');
  const client = createServiceClient(service.url);
  const place = await client.chain(devnetChainId);
  const usdc = await client.token(devnetChainId, 'USDC');
  const weth = await client.token(devnetChainId, 'WETH');
  const wallets = devnetAccounts.demo.map((account) => createDemoWallet(account, place));

  async function openOne(wallet: (typeof wallets)[number], orders: number): Promise<void> {
    const terms = { fromToken: usdc.address, toToken: weth.address, frequency: orders, interval: SPACING_SEC * orders };
    await client.createPosition(devnetChainId, { ...terms, amount: String(orders), walletAddress: wallet.address });
    await wallet.approve(usdc.address, USDC_UNITS * BigInt(orders));
    await wallet.openPosition({ ...terms, amount: USDC_UNITS * BigInt(orders) });
  }

  return {
    service,
    path,
    /** Opens positions with the given number of orders each, from all demo wallets at once. */
    async open(positions: number, orders: number): Promise<void> {
      await Promise.all(
        wallets.map(async (wallet, at) => {
          for (let n = at; n < positions; n += wallets.length) await openOne(wallet, orders);
        }),
      );
    },
    /** Returns the total number of executed orders of all positions. */
    async executed(): Promise<number> {
      const all = await Promise.all(wallets.map(({ address }) => client.positions(address)));
      return all.flat().reduce((sum, { processed }) => sum + processed, 0);
    },
    /** Lets agents trade until each of them has bought and sold; returns the number of trades. */
    async trade(agents: number): Promise<number> {
      const owners = createAgentOwners(createSeededRandom(1), { count: agents, runs: 1 });
      const { deployment } = connectDevnet(service.dataDir);
      const at = { url: service.url, rpcUrl: place.rpcUrl, deployment, isOver: () => false };
      await waitFor(
        async () => {
          await owners.act(at);
          return (await owners.whatIsOpen(at)) === '';
        },
        { what: 'the trades', timeoutMs: PATIENCE_MS, everyMs: 1_000 },
      );
      return 2 * agents;
    },
    /** Waits until the service writes nothing more, and returns the size of its store. */
    async quiet(): Promise<StoreSize> {
      let last = readStoreSize(path);
      let sinceMs = performance.now();
      return await waitFor(
        () => {
          const now = readStoreSize(path);
          if (sumOf(now.commits).count !== sumOf(last.commits).count) sinceMs = performance.now();
          last = now;
          return performance.now() - sinceMs > QUIET_MS ? now : undefined;
        },
        { what: 'a quiet store', timeoutMs: PATIENCE_MS, everyMs: 500 },
      );
    },
    [Symbol.asyncDispose]: () => service[Symbol.asyncDispose](),
  };
}
