import * as v from 'valibot';
import { type ChainWriter, createChainWriter } from '../../src/devnet/deploy/chain-writer.ts';
import { baseUnitsWorth, sqrtPriceX96 } from '../../src/devnet/deploy/pool-price.ts';
import { poolKeyV4 } from '../../src/devnet/deploy/seed-uniswap-v4.ts';
import type { DeployedToken, Deployment } from '../../src/devnet/deployment.ts';
import { devnetAccounts } from '../../src/devnet/devnet-accounts.ts';
import { loadArtifact } from '../../src/devnet/load-artifact.ts';
import { tickOfPrice } from '../../src/market/pools/pool-history.ts';
import { erc20Abi } from '../../src/platform/chain/abi/erc20.generated.ts';
import { uniswapV2RouterAbi } from '../../src/platform/chain/abi/uniswap-v2-router.generated.ts';
import { uniswapV3FactoryAbi } from '../../src/platform/chain/abi/uniswap-v3-factory.generated.ts';
import { uniswapV3PoolAbi } from '../../src/platform/chain/abi/uniswap-v3-pool.generated.ts';
import { uniswapV3PositionManagerAbi } from '../../src/platform/chain/abi/uniswap-v3-position-manager.generated.ts';
import { type Address, parseAddress } from '../../src/values/address.ts';
import { parseRational } from '../../src/values/rational.ts';

const MAX_UINT256 = 2n ** 256n - 1n;
const MAX_TICK = 887_272;
const SPACING: Readonly<Record<number, number>> = { 100: 1, 500: 10, 3000: 60, 10000: 200 };
/** A wallet that has enough of every token and has approved Uniswap's position manager. */
const owner = devnetAccounts.deployer.address;

type Side = Pick<DeployedToken, 'address' | 'decimals'> & { readonly usd: string };

/** Opens a pool on the devnet at any price and with any liquidity, as a stranger could. */
export async function openOwnPool(
  devnet: { readonly rpcUrl: string; readonly deployment: Deployment },
  pool: { readonly sides: readonly [Side, Side]; readonly fee: number },
) {
  const writer = createChainWriter(devnet.rpcUrl, owner);
  const { factory, positionManager } = devnet.deployment.contracts;
  const [token0, token1] = [...pool.sides].sort((a, b) => (a.address < b.address ? -1 : 1));
  if (token0 === undefined || token1 === undefined) throw new Error('A pool has two tokens');
  const spacing = SPACING[pool.fee] ?? 1;
  const tier = { to: factory, abi: uniswapV3FactoryAbi };
  if ((await writer.read({ ...tier, functionName: 'feeAmountTickSpacing', args: [pool.fee] })) === 0)
    await writer.send({ ...tier, from: owner, functionName: 'enableFeeAmount', args: [pool.fee, spacing] });
  const manager = { from: owner, to: positionManager, abi: uniswapV3PositionManagerAbi };
  await writer.send({
    ...manager,
    functionName: 'createAndInitializePoolIfNecessary',
    args: [token0.address, token1.address, pool.fee, sqrtPriceX96(token0, token1)],
  });
  const found = await writer.read({ ...tier, functionName: 'getPool', args: [token0.address, token1.address, pool.fee] });
  const address = parseAddress(v.parse(v.string(), found));
  // A new pool stores only one price observation, and the next swap would overwrite it. So the pool's maximum number of observations is
  // increased.
  await writer.send({ from: owner, to: address, abi: uniswapV3PoolAbi, functionName: 'increaseObservationCardinalityNext', args: [16] });

  async function mint(tickLower: number, tickUpper: number, sideUsd: string): Promise<void> {
    const worth = parseRational(sideUsd);
    const amounts = [baseUnitsWorth(worth, token0 as Side), baseUnitsWorth(worth, token1 as Side)] as const;
    const common = { token0: token0?.address, token1: token1?.address, fee: pool.fee, tickLower, tickUpper, recipient: owner };
    const bounds = { amount0Desired: amounts[0], amount1Desired: amounts[1], amount0Min: 0n, amount1Min: 0n, deadline: MAX_UINT256 };
    await writer.send({ ...manager, functionName: 'mint', args: [{ ...common, ...bounds }] });
  }
  const currentTick = async (): Promise<number> => {
    const slot0 = await writer.read({ to: address, abi: uniswapV3PoolAbi, functionName: 'slot0' });
    return v.parse(v.looseTuple([v.bigint(), v.number()]), slot0)[1];
  };
  const gridTick = async () => Math.floor((await currentTick()) / spacing) * spacing;
  const lastTick = Math.floor(MAX_TICK / spacing) * spacing;

  return {
    address,
    /** Adds liquidity over all prices, worth `sideUsd` dollars of each token at the pool's price. */
    everywhere: (sideUsd: string) => mint(-lastTick, lastTick, sideUsd),
    /** Adds liquidity in one tick spacing only, where a small amount looks like deep liquidity. */
    async atOneTick(sideUsd: string) {
      const tick = await gridTick();
      await mint(tick, tick + spacing, sideUsd);
    },
    /** Adds liquidity of one token only, outside the price range that swaps can reach. */
    async outOfRange(token: Address, usd: string) {
      const tick = await gridTick();
      const far = 100 * spacing;
      // Liquidity below the current price consists only of token 1, liquidity above it only of token 0.
      if (token === token1.address) await mint(tick - 2 * far, tick - far, usd);
      else await mint(tick + far, tick + 2 * far, usd);
    },
  };
}

type OwnPlace = { readonly rpcUrl: string; readonly deployment: Deployment };

function inOrder([a, b]: readonly [Side, Side]): readonly [Side, Side] {
  return a.address < b.address ? [a, b] : [b, a];
}

/** Approves a contract to transfer one of the owner's tokens. */
async function approve(writer: ChainWriter, token: Address, spender: Address): Promise<void> {
  await writer.send({ from: owner, to: token, abi: erc20Abi, functionName: 'approve', args: [spender, MAX_UINT256] });
}

/** Opens a Uniswap v2 pair with `sideUsd` dollars of each token. */
export async function openOwnPairV2({ rpcUrl, deployment }: OwnPlace, sides: readonly [Side, Side], sideUsd: string): Promise<void> {
  const writer = createChainWriter(rpcUrl, owner);
  const { router } = deployment.contracts.uniswapV2;
  const tokens = sides.map(({ address }) => address);
  for (const token of tokens) await approve(writer, token, router);
  const amounts = sides.map((one) => baseUnitsWorth(parseRational(sideUsd), one));
  const args = [...tokens, ...amounts, 0n, 0n, owner, MAX_UINT256];
  await writer.send({ from: owner, to: router, abi: uniswapV2RouterAbi, functionName: 'addLiquidity', args });
}

/**
 * Opens a Uniswap v4 pool with `sideUsd` dollars of each token. The liquidity covers all prices, or with `isAtOneTick` only one tick
 * spacing.
 */
export async function openOwnPoolV4(
  { rpcUrl, deployment }: OwnPlace,
  pool: { readonly sides: readonly [Side, Side]; readonly fee: number; readonly sideUsd: string; readonly isAtOneTick?: boolean },
): Promise<void> {
  const writer = createChainWriter(rpcUrl, owner);
  const { poolOperator } = deployment.contracts.uniswapV4;
  const [token0, token1] = inOrder(pool.sides);
  for (const { address } of pool.sides) await approve(writer, address, poolOperator);
  const spacing = SPACING[pool.fee] ?? 1;
  const price = sqrtPriceX96(token0, token1);
  const last = Math.floor(MAX_TICK / spacing) * spacing;
  const everywhere = (baseUnitsWorth(parseRational(pool.sideUsd), token0) * price) >> 96n;
  const at = Math.floor(tickOfPrice((Number(price) / 2 ** 96) ** 2) / spacing) * spacing;
  // Concentrated in one tick spacing, the same amounts of tokens result in this many times the liquidity that they have over all prices.
  const times = BigInt(Math.floor(1 / (1 - 1.0001 ** (-spacing / 2))));
  const [lower, upper, liquidity] = pool.isAtOneTick === true ? [at, at + spacing, everywhere * times] : [-last, last, everywhere];
  await writer.send({
    ...{ from: owner, to: poolOperator, abi: loadArtifact('V4PoolOperator').abi, functionName: 'openPool' },
    args: [poolKeyV4(token0, token1, pool.fee, spacing), price, lower, upper, liquidity],
  });
}

/** Deploys a token without pools, and gives the owner enough of it for any test. */
export async function deployOwnToken(rpcUrl: string, artifact: Parameters<ChainWriter['deploy']>[0], spender: Address): Promise<Address> {
  const writer = createChainWriter(rpcUrl, owner);
  const address = await writer.deploy(artifact, ['Own', 'OWN', 18]);
  const amount = 10n ** 30n;
  await writer.send({ from: owner, to: address, abi: artifact.abi, functionName: 'mint', args: [owner, amount] });
  await writer.send({ from: owner, to: address, abi: erc20Abi, functionName: 'approve', args: [spender, MAX_UINT256] });
  return address;
}
