import { NATIVE_ADDRESS } from '../../values/native.ts';
import { parseRational } from '../../values/rational.ts';
import type { DeployedContracts, Deployment } from '../deployment.ts';
import { devnetAccounts } from '../devnet-accounts.ts';
import { devnetNative, devnetPoolsV4 } from '../devnet-tokens.ts';
import { loadArtifact } from '../load-artifact.ts';
import type { ChainWriter } from './chain-writer.ts';
import { type PlacedToken, tokensOfPool } from './placed-token.ts';
import { baseUnitsWorth, sqrtPriceX96 } from './pool-price.ts';

const MAX_TICK = 887_272;

/** Opens the Uniswap v4 pools with full-range liquidity and returns them. */
export async function seedUniswapV4(
  writer: ChainWriter,
  { contracts }: DeployedContracts,
  tokens: readonly PlacedToken[],
): Promise<Deployment['poolsV4']> {
  const { abi } = loadArtifact('V4PoolOperator');
  const currencies = withNative(tokens);
  const pools: Deployment['poolsV4'] = [];
  for (const { symbols, fee, tickSpacing, sideUsd } of devnetPoolsV4) {
    const [token0, token1] = tokensOfPool(currencies, symbols);
    const side = parseRational(sideUsd);
    const amount0 = baseUnitsWorth(side, token0);
    const price = sqrtPriceX96(token0, token1);
    const tick = Math.floor(MAX_TICK / tickSpacing) * tickSpacing;
    await writer.send({
      ...{ from: devnetAccounts.deployer.address, to: contracts.uniswapV4.poolOperator, abi, functionName: 'openPool' },
      args: [poolKeyV4(token0, token1, fee, tickSpacing), price, -tick, tick, fullRangeLiquidity(amount0, price)],
      // Native ether has the address 0, which is the lowest, so it is always token0. The call sends slightly more ether than needed; the
      // operator contract returns the rest.
      value: token0.address === NATIVE_ADDRESS ? amount0 + 1n : 0n,
    });
    pools.push({ symbols: [...symbols], fee, tickSpacing });
  }
  return pools;
}

/** Adds the native asset to the list of tokens, at the price of its wrapped token. */
export function withNative(tokens: readonly PlacedToken[]): readonly PlacedToken[] {
  const wrapped = tokens.find(({ kind }) => kind === 'weth');
  return wrapped === undefined ? tokens : [...tokens, { ...wrapped, symbol: devnetNative, address: NATIVE_ADDRESS }];
}

/** Builds the key that identifies a Uniswap v4 pool without hooks. */
export function poolKeyV4(
  token0: Pick<PlacedToken, 'address'>,
  token1: Pick<PlacedToken, 'address'>,
  fee: number,
  tickSpacing: number,
): Readonly<Record<string, string | number>> {
  return { currency0: token0.address, currency1: token1.address, fee, tickSpacing, hooks: NATIVE_ADDRESS };
}

function fullRangeLiquidity(amount0: bigint, price: bigint): bigint {
  return (amount0 * price) >> 96n;
}
