import * as v from 'valibot';
import { uniswapV3PoolAbi } from '../platform/chain/abi/uniswap-v3-pool.generated.ts';
import { uniswapV3SwapRouterAbi } from '../platform/chain/abi/uniswap-v3-swap-router.generated.ts';
import type { Address } from '../values/address.ts';
import { NATIVE_ADDRESS } from '../values/native.ts';
import { parseRational } from '../values/rational.ts';
import { type ChainWriter, createChainWriter } from './deploy/chain-writer.ts';
import { sqrtPriceX96, usdFromSqrtPrice } from './deploy/pool-price.ts';
import { type DeployedToken, type Deployment, deployedToken } from './deployment.ts';
import { devnetAccounts } from './devnet-accounts.ts';
import { DevnetError } from './devnet-error.ts';
import { devnetDollar, devnetNative } from './devnet-tokens.ts';
import { movePairV2 } from './move-price-v2.ts';
import { movePoolV4 } from './move-price-v4.ts';

const MAX_UINT256 = 2n ** 256n - 1n;
/** A swap input so large that it never limits the swap. The pool takes only as much as it needs to reach the target price. */
const ENOUGH = 2n ** 127n;

type Pool = Deployment['pools'][number];

/**
 * Moves a token's price by real swaps from account 6: first in its v3 pools against the dollar token, then in its other v3 pools, then in
 * its Uniswap v2 and v4 pools, so that no trading route keeps the old price.
 * @param usd dollars per whole token, a decimal string above 0
 * @returns the resulting price of the token's deepest dollar pool, as a decimal string
 * @throws DevnetError `devnet-no-pool`; TerminalError `invalid-decimal`
 */
export async function movePrice(rpcUrl: string, deployment: Deployment, symbol: string, usd: string): Promise<string> {
  if (parseRational(usd).numerator <= 0n) throw new DevnetError('devnet-no-pool', 'A price must be above 0.');
  const writer = createChainWriter(rpcUrl, devnetAccounts.deployer.address);
  const token = deployedToken(deployment, symbol);
  const pools = deployment.pools.filter((pool) => pool.symbols.includes(token.symbol));
  const dollarPools = pools.filter((pool) => otherSymbol(pool, token) === devnetDollar);
  const [deepest] = dollarPools;
  if (deepest === undefined) throw new DevnetError('devnet-no-pool', `${token.symbol} has no pool against ${devnetDollar} to move.`);

  for (const pool of dollarPools) await movePool(writer, deployment, pool, token, usd, '1');
  for (const pool of pools.filter((candidate) => !dollarPools.includes(candidate))) {
    await movePool(writer, deployment, pool, token, usd, await dollarPrice(writer, deployment, otherSymbol(pool, token)));
  }
  await moveOthers(writer, deployment, token, usd);
  return await dollarPrice(writer, deployment, token.symbol);
}

/**
 * Moves a token's price in its Uniswap v2 and v4 pools, which all trade against the dollar token. For the wrapped native token, also moves
 * the pools of the native asset.
 */
async function moveOthers(writer: ChainWriter, deployment: Deployment, token: DeployedToken, usd: string): Promise<void> {
  const { uniswapV2, uniswapV4, weth } = deployment.contracts;
  const moved = { address: token.address, decimals: token.decimals, usd };
  const dollar = { ...deployedToken(deployment, devnetDollar), usd: '1' };
  for (const pair of deployment.pairsV2.filter(({ symbols }) => symbols.includes(token.symbol))) {
    const [token0, token1] = inOrder(moved, dollar);
    await movePairV2(writer, uniswapV2.router, pair.address, token0, token1);
  }
  for (const pool of deployment.poolsV4) {
    const isNativeForm = token.address === weth && pool.symbols.includes(devnetNative);
    if (!isNativeForm && !pool.symbols.includes(token.symbol)) continue;
    const [token0, token1] = inOrder(isNativeForm ? { ...moved, address: NATIVE_ADDRESS } : moved, dollar);
    await movePoolV4(writer, uniswapV4, pool, token0, token1);
  }
}

function inOrder<T extends { readonly address: Address }>(a: T, b: T): readonly [T, T] {
  return a.address < b.address ? [a, b] : [b, a];
}

/** Returns the spot price of a token in its deepest dollar pool, in dollars as a decimal string. */
async function dollarPrice(writer: ChainWriter, deployment: Deployment, symbol: string): Promise<string> {
  const token = deployedToken(deployment, symbol);
  const dollar = deployedToken(deployment, devnetDollar);
  const pool = deployment.pools.find(({ symbols }) => symbols.includes(symbol) && symbols.includes(devnetDollar));
  if (pool === undefined) throw new DevnetError('devnet-no-pool', `${symbol} has no pool against ${devnetDollar}.`);
  return usdFromSqrtPrice(await currentSqrtPrice(writer, pool), token.address < dollar.address, token.decimals, dollar.decimals);
}

async function movePool(
  writer: ChainWriter,
  deployment: Deployment,
  pool: Pool,
  token: DeployedToken,
  usd: string,
  otherUsd: string,
): Promise<void> {
  const other = deployedToken(deployment, otherSymbol(pool, token));
  const tokenIsToken0 = token.address < other.address;
  const priced = { decimals: token.decimals, usd };
  const pricedOther = { decimals: other.decimals, usd: otherUsd };
  const target = tokenIsToken0 ? sqrtPriceX96(priced, pricedOther) : sqrtPriceX96(pricedOther, priced);
  const current = await currentSqrtPrice(writer, pool);
  if (target === current) return;
  // A pool's price is the amount of token1 per token0. Selling token0 to the pool lowers the price, and selling token1 raises it.
  const sellsToken = target < current === tokenIsToken0;
  const [tokenIn, tokenOut] = sellsToken ? [token, other] : [other, token];
  await writer.send({
    from: devnetAccounts.priceMover.address,
    to: deployment.contracts.swapRouter,
    abi: uniswapV3SwapRouterAbi,
    functionName: 'exactInputSingle',
    args: [
      {
        tokenIn: tokenIn.address,
        tokenOut: tokenOut.address,
        fee: pool.fee,
        recipient: devnetAccounts.priceMover.address,
        deadline: MAX_UINT256,
        amountIn: ENOUGH,
        amountOutMinimum: 0n,
        sqrtPriceLimitX96: target,
      },
    ],
  });
}

const otherSymbol = (pool: Pool, token: DeployedToken) => (pool.symbols[0] === token.symbol ? pool.symbols[1] : pool.symbols[0]);

async function currentSqrtPrice(writer: ChainWriter, pool: Pool): Promise<bigint> {
  const slot0 = await writer.read({ to: pool.address, abi: uniswapV3PoolAbi, functionName: 'slot0' });
  const [price] = v.parse(v.looseTuple([v.bigint()]), slot0);
  return price;
}
