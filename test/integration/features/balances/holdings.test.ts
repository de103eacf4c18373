import { afterAll, beforeAll, expect, test } from 'bun:test';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import { createBalanceRoutes } from '../../../../src/features/balances/balance-routes.ts';
import { createBalances, type WalletBalances } from '../../../../src/features/balances/create-balances.ts';
import { createFees, type FeesSummary } from '../../../../src/features/balances/create-fees.ts';
import { createFeesRoutes } from '../../../../src/features/balances/fees-routes.ts';
import { createApi } from '../../../../src/http/create-api.ts';
import { readNetworkSeed } from '../../../../src/market/networks/create-networks.ts';
import { createMemoryCache } from '../../../../src/platform/cache/memory/memory-cache.ts';
import { createChains } from '../../../../src/platform/chain/create-chains.ts';
import { silentLog } from '../../../../src/platform/log/log.ts';
import { startTestDevnet, wallClock } from '../../../support/devnet.ts';
import { startRpcStub } from '../../../unit/platform/chain/rpc-stub.ts';
import { joinMarket } from '../../market/routes/devnet-market.ts';

const [WALLET] = devnetAccounts.demo;
let devnet: Devnet;
let get: (path: string) => Promise<Response>;
const stop: (() => unknown)[] = [];

/**
 * The test uses two chains: a devnet, and Polygon with an RPC endpoint that never answers. On both chains a demo wallet is configured as
 * the relayer.
 */
beforeAll(async () => {
  devnet = await startTestDevnet();
  stop.push(() => devnet.stop());
  const silent = startRpcStub(() => null, null);
  stop.push(() => silent[Symbol.dispose]());
  const { networks, tokens, prices, chains: devnetChains } = await joinMarket(devnet);
  await tokens.seed();
  const polygon = readNetworkSeed().find(({ id }) => id === 137);
  const own = await networks.get(31337);
  if (polygon === undefined || own === null) throw new Error('A network is missing');
  for (const network of [polygon, own]) {
    await networks.put({ ...network, contracts: { ...network.contracts, relayer: WALLET.address } });
  }
  const silentChains = createChains({
    ...{ networks: [{ chainId: 137, rpcUrls: [silent.url] }], log: silentLog, abis: [] },
    ...{ requestTimeoutMs: 20_000, readRetries: 0 },
  });
  const chains = {
    has: (chainId: number) => chainId === 137 || devnetChains.has(chainId),
    of: (chainId: number) => (chainId === 137 ? silentChains : devnetChains).of(chainId),
  };
  const cache = createMemoryCache({ clock: wallClock });
  const earned = { all: async () => [] };
  const deps = { networks, tokens, prices, chains, earned, cache, clock: wallClock, log: silentLog, chainTimeoutMs: 4_000 };
  const resources = [createBalanceRoutes({ balances: createBalances(deps) }), createFeesRoutes({ fees: createFees(deps) })];
  const api = createApi({ resources, log: silentLog });
  const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => api.fetch(request) });
  stop.push(() => server.stop(true));
  get = (path) => fetch(`http://127.0.0.1:${server.port}/api/defi${path}`);
});
afterAll(async () => {
  for (const undo of stop.reverse()) await undo();
});

const dataOf = async <T>(response: Response): Promise<T> => JSON.parse(await response.text()).data;

test("a wallet's tokens of the devnet, each with its exact amount and a dollar value, beside a chain that does not answer", async () => {
  const response = await get(`/init/${WALLET.address.toUpperCase().replace('0X', '0x')}`);
  expect(response.status).toBe(200);
  const { address, chains, failed, totalUsd } = await dataOf<WalletBalances>(response);
  expect(address).toBe(WALLET.address);
  expect(failed).toMatchObject([{ chainId: 137, name: 'Polygon', code: 'chain-timeout' }]);
  const [chain] = chains;
  expect(chain).toMatchObject({ chainId: 31337, unread: [] });
  const tokens = new Map(chain?.tokens.map((token) => [token.symbol, token]));
  expect([...tokens.keys()].sort()).toEqual(['ETH', 'FEE', 'THIN', 'USDC', 'USDN', 'USDX', 'WBTC', 'WETH']);
  for (const { balance, amount, decimals, valueUsd } of tokens.values()) {
    expect(BigInt(balance) > 0n).toBe(true);
    const [whole = '', fraction = ''] = amount.split('.');
    expect(BigInt(whole + fraction.padEnd(decimals, '0'))).toBe(BigInt(balance));
    expect(valueUsd).toMatch(/^[0-9]+(\.[0-9]{1,18})?$/);
  }
  expect(Number(tokens.get('USDC')?.valueUsd)).toBeCloseTo(Number(tokens.get('USDC')?.amount), 2);
  expect(totalUsd).toBe(chain?.valueUsd ?? '');
});

test('one chain by its id', async () => {
  const { chains, failed } = await dataOf<WalletBalances>(await get(`/init/${WALLET.address}?chainId=31337`));
  expect([chains.map(({ chainId }) => chainId), failed]).toEqual([[31337], []]);
});

test.each([
  ['/init/0x12', 400, 'Expected an EVM address'],
  ['/init/TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 400, 'This is a TRON address'],
  ['/init/EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', 400, 'This is a Solana address'],
  [`/init/${WALLET.address}?chainId=x`, 400, 'Expected a chain id'],
  [`/init/${WALLET.address}?chainId=4242`, 404, 'Chain not found'],
  ['/fees/summary?force=2', 400, 'Expected 1'],
])('%s: %d', async (path, status, message) => {
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ status, data: null, message: expect.stringContaining(message) });
});

test('the relayers’ fees are their balances, without the chain that does not answer', async () => {
  const { chains, totalUsd } = await dataOf<WalletBalances>(await get(`/init/${WALLET.address}?chainId=31337`));
  const first = await dataOf<FeesSummary>(await get('/fees/summary'));
  expect(first).toMatchObject({ isFloor: true, totalUsd, failed: [{ chainId: 137 }] });
  expect(first.total).toBe(Number(totalUsd.replace(/(\.[0-9]{2})[0-9]*$/, '$1')));
  expect(first.chains[0]?.tokens.map(({ balance }) => balance)).toEqual(chains[0]?.tokens.map(({ balance }) => balance) ?? []);
  // Without `force`, the cached balance must be returned although the chain has changed; a forced read must return the new balance.
  await fetch(devnet.rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'anvil_setBalance', params: [WALLET.address, '0x0'] }),
  });
  expect((await dataOf<FeesSummary>(await get('/fees/summary'))).readAt).toBe(first.readAt);
  const forced = await dataOf<FeesSummary>(await get('/fees/summary?force=1'));
  expect(forced.chains[0]?.tokens.map(({ symbol }) => symbol)).not.toContain('ETH');
  expect(forced.total).toBeLessThan(first.total);
});
