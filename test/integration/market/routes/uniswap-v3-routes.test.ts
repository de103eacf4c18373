import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { createTestClient, createWalletClient, http, maxUint256, parseUnits, publicActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { devnetAccounts } from '../../../../src/devnet/devnet-accounts.ts';
import { foundry } from '../../../../src/devnet/foundry.ts';
import type { Devnet } from '../../../../src/devnet/start-devnet.ts';
import type { Route } from '../../../../src/market/routes/route-source.ts';
import { erc20Abi } from '../../../../src/platform/chain/abi/erc20.generated.ts';
import { parseAddress } from '../../../../src/values/address.ts';
import { startTestDevnet } from '../../../support/devnet.ts';
import { joinMarket } from './devnet-market.ts';

let devnet: Devnet;
let market: Awaited<ReturnType<typeof joinMarket>>;
beforeAll(async () => {
  devnet = await startTestDevnet();
  market = await joinMarket(devnet);
});
afterAll(() => devnet.stop());

const wallet = privateKeyToAccount(devnetAccounts.demo[0].privateKey);
const recipient = parseAddress('0x000000000000000000000000000000000000beef');
const inOneHour = () => Math.floor(Date.now() / 1_000) + 3_600;
const connect = () => createWalletClient({ account: wallet, chain: foundry, transport: http(devnet.rpcUrl) }).extend(publicActions);

const ask = (from: string, to: string, amountIn: bigint) =>
  market.planner.plan({
    chainId: 31337,
    tokenIn: market.addressOf(from),
    tokenOut: market.addressOf(to),
    amountIn,
    recipient,
    deadlineSec: inOneHour(),
  });

async function planned(from: string, to: string, amountIn: bigint): Promise<Route> {
  const plan = await ask(from, to, amountIn);
  if (!plan.ok) throw new Error(`${from} to ${to}: ${plan.reason}: ${plan.detail}`);
  return plan.route;
}

/** Sends the transaction of a route unchanged, and returns the amount that the recipient received. */
async function swap(route: Route): Promise<bigint> {
  const client = connect();
  const gas = 3_000_000n;
  const balance = () => client.readContract({ address: route.tokenOut, abi: erc20Abi, functionName: 'balanceOf', args: [recipient] });
  const approval = { address: route.tokenIn, abi: erc20Abi, functionName: 'approve', args: [route.spender, maxUint256], gas } as const;
  await mined(await client.writeContract(approval));
  const before = await balance();
  await mined(await client.sendTransaction({ to: route.target, data: route.data, gas }));
  return (await balance()) - before;
}

async function mined(hash: `0x${string}`): Promise<void> {
  const receipt = await connect().waitForTransactionReceipt({ hash, timeout: 45_000, pollingInterval: 20 });
  expect(receipt.status).toBe('success');
}

describe('routes over real pools', () => {
  test.each([
    ['USDC', 'WETH', parseUnits('100', 6), [500]],
    ['WETH', 'USDC', parseUnits('1', 18), [500]],
    ['USDX', 'WETH', parseUnits('100', 18), [500, 500]],
    ['WBTC', 'USDX', parseUnits('0.01', 8), [3000, 500]],
    ['USDC', 'USDN', parseUnits('100', 6), [500]],
  ] as const)('%s to %s takes the best fees, and the swap gives exactly the quote', async (from, to, amountIn, fees) => {
    const route = await planned(from, to, amountIn);
    expect(route.hops.map((hop) => hop.fee)).toEqual([...fees]);
    expect(route.gasEstimate > 0n).toBe(true);
    expect(await swap(route)).toBe(route.amountOut);
  });

  test('a fee on transfer does not show in the quote: the recipient gets less than it said', async () => {
    const route = await planned('USDC', 'FEE', parseUnits('50', 6));
    const received = await swap(route);
    expect(received).toBeLessThan(route.amountOutMinimum);
    expect(received).toBe(route.amountOut - (route.amountOut * 2n) / 100n);
  });

  test('a trade that is too large for a thin pool is refused for what it would cost, not as manipulation', async () => {
    expect(await ask('USDC', 'THIN', parseUnits('200', 6))).toMatchObject({ ok: false, reason: 'output-below-reference' });
    expect(await ask('USDC', 'THIN', parseUnits('5', 6))).toMatchObject({ ok: true });
  });

  test('a token that nothing trades has no route', async () => {
    const stranger = parseAddress(`0x${'12'.repeat(20)}`);
    const request = { chainId: 31337, tokenIn: market.addressOf('USDC'), amountIn: 1_000_000n, recipient, deadlineSec: inOneHour() };
    expect(await market.planner.plan({ ...request, tokenOut: stranger })).toMatchObject({ ok: false, reason: 'no-route' });
  });
});

describe('a pool whose price was moved', () => {
  test('by 5 % against the buyer is refused as manipulated, and taken again when the average has caught up', async () => {
    const bought = await ask('USDC', 'WBTC', parseUnits('100', 6));
    expect(bought).toMatchObject({ ok: true, reference: { kind: 'pool-average', overSeconds: 1_800 } });
    await devnet.movePrice('WBTC', '63200');
    const refused = await ask('USDC', 'WBTC', parseUnits('100', 6));
    expect(refused).toMatchObject({ ok: false, reason: 'price-manipulated' });
    // For a sale of WBTC the moved price is an advantage, so the same deviation must not be refused.
    expect(await ask('WBTC', 'USDC', parseUnits('0.001', 8))).toMatchObject({ ok: true });

    const chain = createTestClient({ mode: 'anvil', chain: foundry, transport: http(devnet.rpcUrl) }).extend(publicActions);
    const { timestamp } = await chain.getBlock();
    await devnet.mine(Number(timestamp) + 1_801);
    expect(await ask('USDC', 'WBTC', parseUnits('100', 6))).toMatchObject({ ok: true, reference: { kind: 'pool-average' } });
  });
});

describe('a pool that is young', () => {
  test('is averaged over its whole history, where a shorter one is accepted', async () => {
    const pool = devnet.deployment.pools.find(({ symbols }) => symbols.includes('WETH') && symbols.includes('USDC'));
    if (pool === undefined) throw new Error('The devnet has no WETH/USDC pool');
    const [state] = await market.uniswapV3.readPools(31337, [pool.address], { windowSeconds: 30 * 86_400 });
    expect(state?.mean?.overSeconds).toBeGreaterThan(3_000);
    expect(state?.mean?.overSeconds).toBeLessThan(30 * 86_400);
    expect(Math.abs((state?.mean?.tick ?? 0) - (state?.tick ?? 0))).toBeLessThan(10);
    // The liquidity of this pool has never changed, so its average over time must equal its current liquidity.
    expect(Number(state?.mean?.liquidity) / Number(state?.liquidity)).toBeCloseTo(1, 6);
    const window = { windowSeconds: 30 * 86_400, leastSeconds: 30 * 86_400 };
    expect(await market.uniswapV3.readPools(31337, [pool.address], window)).toMatchObject([{ mean: null }]);
  });

  test('is not confused with an address that is no pool', async () => {
    expect(await market.uniswapV3.readPools(31337, [recipient], { windowSeconds: 60 })).toEqual([null]);
  });
});
