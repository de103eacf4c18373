import type { AnyElysia } from 'elysia';
import { createPublicClient, createWalletClient, encodeFunctionData, type Hex, http, type TransactionReceipt } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { foundry } from 'viem/chains';
import { trade } from '../../../actors/trade/actor.ts';
import { deployedToken } from '../../../src/devnet/deployment.ts';
import { type DevnetAccount, devnetAccounts } from '../../../src/devnet/devnet-accounts.ts';
import { createTrades } from '../../../src/features/trades/module.ts';
import type { QuotedTrade } from '../../../src/features/trades/quote-lookup.ts';
import type { TradeStatusDeps } from '../../../src/features/trades/trade-status.ts';
import { createApi } from '../../../src/http/create-api.ts';
import { createWalletAuth } from '../../../src/http/wallet-auth/create-wallet-auth.ts';
import { createSeenBlocks, type SeenKind } from '../../../src/market/deferred/seen-blocks.ts';
import { createWatchForks, type LookAgain } from '../../../src/market/deferred/watch-forks.ts';
import { createNetworks } from '../../../src/market/networks/create-networks.ts';
import { registerDevnet } from '../../../src/market/networks/register-devnet.ts';
import { createTokens } from '../../../src/market/tokens/create-tokens.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { createChains } from '../../../src/platform/chain/create-chains.ts';
import { createVerifySignature } from '../../../src/platform/chain/create-verify-signature.ts';
import { silentLog } from '../../../src/platform/log/log.ts';
import { createMemoryRecordStore } from '../../../src/platform/store/memory/memory-record-store.ts';
import type { ActorClient } from '../../../src/runtime/client.ts';
import { createTestSystem } from '../../../src/test-kit/create-test-system.ts';
import type { Address } from '../../../src/values/address.ts';
import { randomIds } from '../../../src/values/id-source.ts';
import { startTestDevnet } from '../../support/devnet.ts';
import { waitFor } from '../../support/wait-for.ts';

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

/** The transaction routes over real receipts: a devnet, actors on virtual time, stubs only for quotes and aggregators. */
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
  // The actors' virtual time, once there are actors.
  let now = (): number => START_MS;
  const clock = { now: () => now() };
  const records = createMemoryRecordStore({ clock });
  const networks = createNetworks({ records, settings: { rpcUrls: {}, contracts: { relayer: {}, dcaVault: {}, autopilotVault: {} } } });
  await networks.seed();
  await registerDevnet({ networks, tokens: createTokens({ records, clock: { now: () => 0 } }) }, deployment, { rpcUrl });
  const quotes = new Map<string, QuotedTrade>();
  const providers = new Map<string, NonNullable<ReturnType<TradeStatusDeps['providerStatus']>>>();
  const handlers = new Map<SeenKind, LookAgain>();
  const seen = createSeenBlocks({ records, clock, confirmationsOf: () => 0, follow: async () => true });
  const watchForks = createWatchForks({ records, clock, chains, seen, handlers, log: silentLog });
  const trades = createTrades({
    memory: { seen, watchForks, whenGone: (kind, lookAgain) => void handlers.set(kind, lookAgain) },
    ...{ records, networks, client: actors, clock, ids: randomIds, log: silentLog },
    chains,
    store: { count: (query) => system.store.count(query) },
    mostOpen: 0,
    auth: createWalletAuth({ records, clock, brand: BRAND, verifySignature: createVerifySignature({ chains }) }),
    quotes: { find: async (id) => quotes.get(id) ?? null },
    providerStatus: (aggregator) => providers.get(aggregator) ?? null,
    referenceOf: (aggregator, { id }) => (aggregator === 'cow' && id.length === 114 ? { orderUid: id, network: 'mainnet' } : null),
  });
  const system = createTestSystem({ startMs: START_MS, actors: trades.actors });
  now = () => system.time.clock.now();
  const api: AnyElysia = createApi({
    resources: trades.routes,
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
    /** What the follower of the chain does at each new head. */
    watchForks: () => watchForks(CHAIN_ID),
    get: (path: string) => request('GET', path),
    post: (path: string, body: unknown) => request('POST', path, body),
    patch: (path: string, body: unknown) => request('PATCH', path, body),
    /** A body for a new record: 5 USDC into WETH on the devnet, by alice. */
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
    /** Sends a real transaction, and gives its receipt, reverted or not. */
    async send(from: DevnetAccount, to: Address, data: Hex = '0x', value = 0n): Promise<TransactionReceipt> {
      const wallet = createWalletClient({ account: privateKeyToAccount(from.privateKey), chain: foundry, transport });
      const hash = await wallet.sendTransaction({ to, data, value, gas: 2_000_000n });
      return client.waitForTransactionReceipt({ hash, timeout: 45_000 });
    },
    transfer: (to: Address, amount: bigint) => encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] }),
    approve: (spender: Address) => encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, 2n ** 255n] }),
    /** Lets virtual time pass, and whatever then looks at the real chain come to its end. */
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
