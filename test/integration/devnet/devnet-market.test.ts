import { afterAll, beforeAll, expect, test } from 'bun:test';
import { type Abi, createPublicClient, formatUnits, http, parseUnits } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { connectDevnet } from '../../../src/devnet/connect-devnet.ts';
import { deployedToken } from '../../../src/devnet/deployment.ts';
import { devnetAccounts, devnetMnemonic } from '../../../src/devnet/devnet-accounts.ts';
import { devnetTokens } from '../../../src/devnet/devnet-tokens.ts';
import { foundry } from '../../../src/devnet/foundry.ts';
import type { Devnet } from '../../../src/devnet/start-devnet.ts';
import { autopilotVaultAbi } from '../../../src/platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../../src/platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../../src/platform/chain/abi/erc20.generated.ts';
import { uniswapV3PoolAbi } from '../../../src/platform/chain/abi/uniswap-v3-pool.generated.ts';
import { uniswapV3QuoterAbi } from '../../../src/platform/chain/abi/uniswap-v3-quoter.generated.ts';
import { startTestDevnet } from '../../support/devnet.ts';
import { refusal, temporaryFolder } from './devnet-harness.ts';

const folder = temporaryFolder();
let devnet: Devnet;
beforeAll(async () => {
  devnet = await startTestDevnet({ dataDir: folder.path });
});
afterAll(async () => {
  await devnet.stop();
  folder[Symbol.dispose]();
});

const client = () =>
  createPublicClient({
    chain: { ...foundry, contracts: { multicall3: { address: devnet.deployment.contracts.multicall3 } } },
    transport: http(devnet.rpcUrl),
  });

/** Returns the dollars per token that selling `whole` tokens would bring: the pool's price minus the fee and the price impact. */
async function quotedPrice(symbol: string, fee: number, whole: string): Promise<number> {
  const token = deployedToken(devnet.deployment, symbol);
  const amountIn = parseUnits(whole, token.decimals);
  const { result } = await client().simulateContract({
    address: devnet.deployment.contracts.quoter,
    abi: uniswapV3QuoterAbi,
    functionName: 'quoteExactInputSingle',
    args: [{ tokenIn: token.address, tokenOut: deployedToken(devnet.deployment, 'USDC').address, amountIn, fee, sqrtPriceLimitX96: 0n }],
  });
  return Number(formatUnits(result[0], 6)) / Number(whole);
}

test('the accounts are those of the well-known mnemonic', () => {
  const { deployer, demo, executor, priceMover, signer } = devnetAccounts;
  for (const [addressIndex, account] of [deployer, ...demo, executor, priceMover, signer].entries()) {
    const derived = mnemonicToAccount(devnetMnemonic, { addressIndex });
    expect(derived.address.toLowerCase()).toBe(account.address);
    expect(`0x${Buffer.from(derived.getHdKey().privateKey ?? []).toString('hex')}`).toBe(account.privateKey);
  }
});

test('every demo wallet holds every token and ether for gas, read in one call', async () => {
  for (const { address: holder } of devnetAccounts.demo) {
    const contracts = devnet.deployment.tokens.map(
      ({ address }) => ({ address, abi: erc20Abi, functionName: 'balanceOf', args: [holder] }) as const,
    );
    const balances = await client().multicall({ contracts, allowFailure: false });
    expect(balances).toEqual(devnetTokens.map(({ demoBalance, decimals }) => parseUnits(demoBalance, decimals)));
    expect(await client().getBalance({ address: holder })).toBeGreaterThan(parseUnits('1000', 18));
  }
});

test('the tokens say what they are', async () => {
  for (const { address, symbol, name, decimals } of devnet.deployment.tokens) {
    const read = async (functionName: 'symbol' | 'name' | 'decimals') =>
      await client().readContract({ address, abi: erc20Abi, functionName });
    expect([await read('symbol'), await read('name'), await read('decimals')]).toEqual([symbol, name, decimals]);
  }
});

test('both vaults are open, and know their executor and their router', async () => {
  const { dcaVault, autopilotVault, swapRouter } = devnet.deployment.contracts;
  for (const [address, abi] of [[dcaVault, dcaVaultAbi] as const, [autopilotVault, autopilotVaultAbi] as const]) {
    const read = async (functionName: string, args: readonly unknown[] = []) =>
      await client().readContract({ address, abi: abi as Abi, functionName, args });
    expect(await read('isExecutor', [devnetAccounts.executor.address])).toBe(true);
    expect([await read('isOpen'), await read('allowDelaySeconds')]).toEqual([true, 0]);
    for (const name of ['isTargetAllowed', 'isSpenderAllowed']) expect(await read(name, [swapRouter])).toBe(true);
  }
});

test('pools quote near the price they were opened at, whatever the decimals and the order of the tokens', async () => {
  const quotes: [string, number, string, number][] = [
    ['WETH', 500, '0.1', 3000],
    ['WETH', 3000, '0.1', 3000],
    ['WBTC', 3000, '0.01', 60000],
    ['USDX', 500, '100', 1],
    ['USDN', 500, '100', 1],
    ['THIN', 10000, '0.1', 5],
  ];
  for (const [symbol, fee, whole, usd] of quotes) expect((await quotedPrice(symbol, fee, whole)) / usd).toBeCloseTo(1 - fee / 1e6, 3);
});

test('in the thin pool a trade of a hundred dollars costs several percent', async () => {
  expect((await quotedPrice('THIN', 10000, '20')) / 5).toBeLessThan(0.95);
});

test('a mean price over the last hour is available from the start', async () => {
  for (const { address } of devnet.deployment.pools) {
    const [ticks] = await client().readContract({ address, abi: uniswapV3PoolAbi, functionName: 'observe', args: [[3_600, 0]] });
    expect(ticks).toHaveLength(2);
  }
});

test('a price is moved by real swaps, in every pool of the token, up and down', async () => {
  for (const [symbol, usd, fee, whole] of [
    ['WETH', '2500', 3000, '0.01'],
    ['WETH', '3333.33', 500, '0.01'],
    ['WBTC', '70000', 3000, '0.001'],
    ['FEE', '1.5', 3000, '0.1'],
    ['FEE', '2.5', 3000, '0.1'],
    ['USDN', '0.97', 500, '1'],
    ['THIN', '8', 10000, '0.001'],
  ] as const) {
    expect(Number(await devnet.movePrice(symbol, usd))).toBeCloseTo(Number(usd), 5);
    expect((await quotedPrice(symbol, fee, whole)) / Number(usd)).toBeCloseTo(1 - fee / 1e6, 2);
  }
});

test('an operator command finds the running devnet by its folder', async () => {
  const connection = connectDevnet(folder.path);
  expect(connection.rpcUrl).toBe(devnet.rpcUrl);
  expect(Number(await connection.movePrice('weth', '3000'))).toBeCloseTo(3000, 5);
  using empty = temporaryFolder();
  expect((await refusal(Promise.try(() => connectDevnet(empty.path)))).code).toBe('devnet-not-running');
  expect((await refusal(devnet.movePrice('NOPE', '1'))).code).toBe('devnet-no-pool');
});
