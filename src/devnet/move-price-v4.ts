import * as v from 'valibot';
import { encodeAbiParameters, keccak256 } from 'viem';
import { uniswapV4StateViewAbi } from '../platform/chain/abi/uniswap-v4-state-view.generated.ts';
import type { Address } from '../values/address.ts';
import { NATIVE_ADDRESS } from '../values/native.ts';
import type { ChainWriter } from './deploy/chain-writer.ts';
import { type PricedToken, sqrtPriceX96 } from './deploy/pool-price.ts';
import { poolKeyV4 } from './deploy/seed-uniswap-v4.ts';
import type { Deployment } from './deployment.ts';
import { devnetAccounts } from './devnet-accounts.ts';
import { loadArtifact } from './load-artifact.ts';

/**
 * Amount of ether in wei that is sent with the call, in case the swap must be paid in the native asset; the pool operator returns the rest.
 */
const NATIVE_ALONG = 10n ** 24n;

type Side = PricedToken & { readonly address: Address };

/** Moves a Uniswap v4 pool to the price at which both of its tokens have the same value, with one real swap by the price-moving account. */
export async function movePoolV4(
  writer: ChainWriter,
  { stateView, poolOperator }: Deployment['contracts']['uniswapV4'],
  { fee, tickSpacing }: Deployment['poolsV4'][number],
  token0: Side,
  token1: Side,
): Promise<void> {
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }] as const;
  const id = keccak256(encodeAbiParameters(types, [token0.address, token1.address, fee, tickSpacing, NATIVE_ADDRESS]));
  const slot0 = await writer.read({ to: stateView, abi: uniswapV4StateViewAbi, functionName: 'getSlot0', args: [id] });
  const [current] = v.parse(v.looseTuple([v.bigint()]), slot0);
  const target = sqrtPriceX96(token0, token1);
  if (target === current) return;
  const zeroForOne = target < current;
  await writer.send({
    ...{ from: devnetAccounts.priceMover.address, to: poolOperator, abi: loadArtifact('V4PoolOperator').abi, functionName: 'movePrice' },
    args: [poolKeyV4(token0, token1, fee, tickSpacing), zeroForOne, target],
    value: zeroForOne && token0.address === NATIVE_ADDRESS ? NATIVE_ALONG : 0n,
  });
}
