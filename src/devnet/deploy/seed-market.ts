import * as v from 'valibot';
import { parseEther } from 'viem';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { uniswapV3FactoryAbi } from '../../platform/chain/abi/uniswap-v3-factory.generated.ts';
import { uniswapV3PoolAbi } from '../../platform/chain/abi/uniswap-v3-pool.generated.ts';
import { uniswapV3PositionManagerAbi } from '../../platform/chain/abi/uniswap-v3-position-manager.generated.ts';
import { weth9Abi } from '../../platform/chain/abi/weth9.generated.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import { parseAmount } from '../../values/parse-amount.ts';
import { parseRational } from '../../values/rational.ts';
import type { DeployedContracts, Deployment } from '../deployment.ts';
import { devnetAccounts } from '../devnet-accounts.ts';
import { type DevnetPool, devnetPools, devnetTokens } from '../devnet-tokens.ts';
import { loadArtifact } from '../load-artifact.ts';
import type { ChainWriter } from './chain-writer.ts';
import { type PlacedToken, tokensOfPool } from './placed-token.ts';
import { baseUnitsWorth, sqrtPriceX96 } from './pool-price.ts';
import { seedUniswapV2 } from './seed-uniswap-v2.ts';
import { seedUniswapV4 } from './seed-uniswap-v4.ts';

/**
 * Number of price observations that each pool stores. A pool stores at most one observation per second, and only when it is traded. The
 * number suffices for the 5 minutes of price history that the service reads from a pool, even with many trades.
 */
const OBSERVATIONS = 400;
/** Token balance of the deployer and of the account that moves prices, in whole tokens. It is large enough to move a pool to any realistic price. */
const HOUSE_BALANCE = '1000000000000';
/** Amount of ether that the deployer and the price-moving account wrap, because WETH cannot be minted. */
const HOUSE_WETH = parseEther('10000000');
const MAX_UINT256 = 2n ** 256n - 1n;
/** Tick spacing by pool fee, as in the Uniswap v3 factory. */
const tickSpacing: Record<number, number> = { 500: 10, 3000: 60, 10000: 200 };
const MAX_TICK = 887_272;

/**
 * Gives all wallets their initial token balances and opens the pools.
 * @returns the pools
 */
export async function seedMarket(
  writer: ChainWriter,
  deployment: DeployedContracts,
): Promise<Pick<Deployment, 'pools' | 'pairsV2' | 'poolsV4'>> {
  const tokens = devnetTokens.map((token): PlacedToken => {
    const address = deployment.tokens.find(({ symbol }) => symbol === token.symbol)?.address;
    if (address === undefined) throw new Error(`${token.symbol} was not deployed`);
    return { ...token, address };
  });
  await fundWallets(writer, tokens);
  await approveHouse(writer, tokens, deployment);
  const pools: Deployment['pools'] = [];
  for (const pool of devnetPools) pools.push(await openPool(writer, deployment, tokens, pool));
  const pairsV2 = await seedUniswapV2(writer, deployment, tokens);
  return { pools, pairsV2, poolsV4: await seedUniswapV4(writer, deployment, tokens) };
}

async function fundWallets(writer: ChainWriter, tokens: readonly PlacedToken[]): Promise<void> {
  const { deployer, demo, priceMover } = devnetAccounts;
  const house = [deployer.address, priceMover.address];
  for (const token of tokens) {
    if (token.kind === 'weth') {
      for (const account of house) {
        await writer.rpc('anvil_setBalance', [account, `0x${(HOUSE_WETH * 2n).toString(16)}`]);
        await writer.send({ from: account, to: token.address, abi: weth9Abi, functionName: 'deposit', value: HOUSE_WETH });
      }
    } else {
      for (const account of house) await mint(writer, token, account, HOUSE_BALANCE);
    }
    for (const { address } of demo) {
      if (token.kind === 'weth') await give(writer, token, address);
      else await mint(writer, token, address, token.demoBalance);
    }
    if (token.kind === 'fee') {
      const { abi } = loadArtifact('FeeToken');
      await writer.send({ from: deployer.address, to: token.address, abi, functionName: 'exempt', args: [priceMover.address] });
    }
  }
}

const mint = async (writer: ChainWriter, token: PlacedToken, to: Address, whole: string) =>
  await writer.send({
    from: devnetAccounts.deployer.address,
    to: token.address,
    abi: erc20Abi,
    functionName: 'mint',
    args: [to, parseAmount(whole, token.decimals)],
  });

const give = async (writer: ChainWriter, token: PlacedToken, to: Address) =>
  await writer.send({
    from: devnetAccounts.deployer.address,
    to: token.address,
    abi: erc20Abi,
    functionName: 'transfer',
    args: [to, parseAmount(token.demoBalance, token.decimals)],
  });

/**
 * Approves the contracts that the devnet's accounts use: those that add liquidity (for the deployer) and those that swap (for the price
 * mover).
 */
async function approveHouse(writer: ChainWriter, tokens: readonly PlacedToken[], { contracts }: DeployedContracts): Promise<void> {
  const { deployer, priceMover } = devnetAccounts;
  const { positionManager, swapRouter, uniswapV2, uniswapV4 } = contracts;
  const approve = async (from: Address, spenders: readonly Address[]) => {
    for (const { address: to } of tokens) {
      for (const spender of spenders) {
        await writer.send({ from, to, abi: erc20Abi, functionName: 'approve', args: [spender, MAX_UINT256] });
      }
    }
  };
  // The transactions of the two accounts run in parallel, but those of one account run one by one, because Anvil assigns the same nonce to
  // two concurrent transactions of one account (as a test showed).
  await Promise.all([
    approve(deployer.address, [positionManager, uniswapV2.router, uniswapV4.poolOperator]),
    approve(priceMover.address, [swapRouter, uniswapV2.router, uniswapV4.poolOperator]),
  ]);
}

async function openPool(
  writer: ChainWriter,
  deployment: DeployedContracts,
  tokens: readonly PlacedToken[],
  pool: DevnetPool,
): Promise<Deployment['pools'][number]> {
  const from = devnetAccounts.deployer.address;
  const [token0, token1] = tokensOfPool(tokens, pool.symbols);
  const spacing = tickSpacing[pool.fee];
  if (spacing === undefined) throw new Error(`no tick spacing for a fee of ${pool.fee}`);
  const { positionManager, factory } = deployment.contracts;
  const manager = { from, to: positionManager, abi: uniswapV3PositionManagerAbi };
  await writer.send({
    ...manager,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0.address, token1.address, pool.fee, sqrtPriceX96(token0, token1)],
  });
  const lookUp = { to: factory, abi: uniswapV3FactoryAbi, functionName: 'getPool', args: [token0.address, token1.address, pool.fee] };
  const address = parseAddress(v.parse(v.string(), await writer.read(lookUp)));
  const increase = { from, to: address, abi: uniswapV3PoolAbi, functionName: 'increaseObservationCardinalityNext', args: [OBSERVATIONS] };
  await writer.send(increase);
  const tick = Math.floor(MAX_TICK / spacing) * spacing;
  const side = parseRational(pool.sideUsd);
  await writer.send({
    ...manager,
    functionName: 'mint',
    args: [
      {
        token0: token0.address,
        token1: token1.address,
        fee: pool.fee,
        tickLower: -tick,
        tickUpper: tick,
        amount0Desired: baseUnitsWorth(side, token0),
        amount1Desired: baseUnitsWorth(side, token1),
        amount0Min: 0n,
        amount1Min: 0n,
        recipient: from,
        deadline: MAX_UINT256,
      },
    ],
  });
  return { address, symbols: [...pool.symbols], fee: pool.fee };
}
