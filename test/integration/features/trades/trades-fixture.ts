import type { AnyElysia } from 'elysia';
import { createPublicClient, createWalletClient, encodeFunctionData, type Hex, http, type TransactionReceipt } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { trade } from '../../../../actors/trade/actor.ts';
import { loadConfig } from '../../../../src/config.ts';
import { deployedToken } from '../../../../src/devnet/deployment.ts';
import { type DevnetAccount, devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../../src/devnet/foundry.ts';
import { orders } from '../../../../src/features/orders/module.ts';
import type { QuotedTrade } from '../../../../src/features/quotes/quote-lookup.ts';
import { smartAccounts } from '../../../../src/features/smart-accounts/module.ts';
import { trades } from '../../../../src/features/trades/module.ts';
import type { TradeStatusDeps } from '../../../../src/features/trades/trade-status.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { walletAuth } from '../../../../src/http/wallet-auth/module.ts';
import { chainMemory } from '../../../../src/market/deferred/module.ts';
import { registerDevnet } from '../../../../src/market/devnet/register-devnet.ts';
import { createNetworks } from '../../../../src/market/networks/create-networks.ts';
import { createTokens } from '../../../../src/market/tokens/create-tokens.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { createSigners } from '../../../../src/platform/chain/signer.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { createMemoryActorStore } from '../../../../src/platform/store/memory/memory-actor-store.ts';
import { createMemoryRecordStore } from '../../../../src/platform/store/memory/memory-record-store.ts';
import type { ActorClient } from '../../../../src/runtime/define/client.ts';
import type { ActorStore } from '../../../../src/runtime/record/actor-store.ts';
import { createTestSystem } from '../../../../src/test-kit/create-test-system.ts';
import type { Address } from '../../../../src/values/address.ts';
import { startTestDevnet } from '../../../support/devnet.ts';
import { testPlatform } from '../../../support/test-platform.ts';
import { waitFor } from '../../../support/wait-for.ts';

export const CHAIN_ID = 31337;
export const BRAND = 'Svc';
const START_MS = Date.UTC(2026, 0, 1);
export const [alice, bob] = devnetAccounts.demo;

export type Reply = {
  readonly status: number;
  readonly headers: Headers;
  readonly data: never;
  readonly errors: { readonly code?: string } | null;
};

/**
 * Runs the transaction routes with real receipts from a devnet, and with actors on virtual time. Only quotes and aggregators are simulated.
 */
export async function createTradesFixture() {
  const devnet = await startTestDevnet();
  const { deployment, rpcUrl } = devnet;
  const transport = http(rpcUrl, { retryCount: 0 });
  const client = createPublicClient({ chain: foundry, transport, pollingInterval: 10, cacheTime: 0 });
  const chains = createChains({ networks: [{ chainId: CHAIN_ID, rpcUrls: [rpcUrl] }], log: silentLog, abis: [erc20Abi] });

  const actors: ActorClient = {
    of: (definition, key) => system.system().of(definition, key),
    send: (id, event, options) => system.system().send(id, event, options),
    list: (definition, query) => system.system().list(definition, query),
  };
  // The clock reads the virtual time of the actor system. It returns the start time until that system exists.
  let now = (): number => START_MS;
  const clock = { now: () => now() };
  const records = createMemoryRecordStore({ clock });
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  await networks.seed();
  const tokens = createTokens({ records, clock: { now: () => 0 } });
  await registerDevnet({ networks, tokens }, deployment, { rpcUrl });
  const quotes = new Map<string, QuotedTrade>();
  const providers = new Map<string, NonNullable<ReturnType<TradeStatusDeps['providerStatus']>>>();
  const store: ActorStore = { ...createMemoryActorStore(), count: (query) => system.store.count(query) };
  const platform = testPlatform({
    records,
    actors,
    clock,
    store,
    config: loadConfig({ DEVNET: '0', SERVICE_BRAND: BRAND }),
  });
  const open = { chains, signers: createSigners([]), executorsOf: () => [], executorOf: () => null };
  const catalog = { networks, tokens };
  const walletAuthParts = await walletAuth.start(platform, { chains: open }, {});
  const memory = await chainMemory.start(platform, { chains: open }, {});
  const started = [
    await trades.start(
      platform,
      {
        ...{ catalog, chains: open, chainMemory: memory.gives, points: { noteTrade: async () => undefined } },
        quotes: {
          trades: { find: async (id) => quotes.get(id) ?? null },
          statusOf: (aggregator) => providers.get(aggregator) ?? null,
          referenceOf: (aggregator, { id }) => (aggregator === 'cow' && id.length === 114 ? { orderUid: id, network: 'mainnet' } : null),
        },
      },
      { maxUnseenTrades: 0 },
    ),
    await orders.start(platform, {}, {}),
    await smartAccounts.start(platform, { chains: open, walletAuth: walletAuthParts.gives }, {}),
  ];
  const system = createTestSystem({ startMs: START_MS, actors: started.flatMap((module) => module.actors ?? []) });
  now = () => system.time.clock.now();
  const api: AnyElysia = createApi({
    resources: started.flatMap((module) => module.routes ?? []),
    log: silentLog,
  });

  async function request(method: string, path: string, body?: unknown): Promise<Reply> {
    const init = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const headers = { 'content-type': 'application/json' };
    const response = await api.fetch(new Request(`http://localhost/api/defi${path}`, { method, headers, ...init }));
    const { data, errors }: Reply = JSON.parse(await response.text());
    return { status: response.status, headers: response.headers, data, errors };
  }

  const token = (symbol: string): Address => deployedToken(deployment, symbol).address;

  return {
    deployment,
    client,
    system,
    records,
    quotes,
    providers,
    token,
    devnet,
    /** Checks for reorgs, as the chain's follower does at each new block. */
    watchForks: () => memory.gives.watchForks(CHAIN_ID),
    get: (path: string) => request('GET', path),
    post: (path: string, body: unknown) => request('POST', path, body),
    patch: (path: string, body: unknown) => request('PATCH', path, body),
    /** Builds the body for a new trade record of Alice: 5 USDC into WETH on the devnet. */
    body: (more: Record<string, unknown> = {}) => ({
      txHash: crypto.randomUUID(),
      walletAddress: alice.address,
      fromChainId: CHAIN_ID,
      toChainId: CHAIN_ID,
      fromToken: token('USDC'),
      toToken: token('WETH'),
      amountIn: '5000000',
      ...more,
    }),
    /** Sends a real transaction, and returns its receipt, whether or not it reverted. */
    async send(from: DevnetAccount, to: Address, data: Hex = '0x', value = 0n): Promise<TransactionReceipt> {
      const wallet = createWalletClient({ account: privateKeyToAccount(from.privateKey), chain: foundry, transport });
      const hash = await wallet.sendTransaction({ to, data, value, gas: 2_000_000n });
      return client.waitForTransactionReceipt({ hash, timeout: 45_000 });
    },
    transfer: (to: Address, amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    approve: (spender: Address) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 2n ** 255n] }),
    /** Advances virtual time, and waits until the reads of the real chain that this causes have ended. */
    async pass(ms: number): Promise<void> {
      await system.advance(ms);
      await waitFor(
        async () => {
          await system.settle();
          return system.system().stats().effectsRunning === 0;
        },
        { what: 'the looks to end' },
      );
      await system.settle();
    },
    readingOf: async (id: string) => (await actors.of(trade, id).read())?.view ?? null,
    [Symbol.asyncDispose]: async () => {
      await system.system().drain(5_000);
      await devnet.stop();
    },
  };
}
