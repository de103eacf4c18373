import { encodeAbiParameters, keccak256, parseAbi } from 'viem';
import type { Address } from '../../../values/address.ts';
import { chunksOf } from '../../../values/chunks-of.ts';
import { NATIVE_ADDRESS } from '../../../values/native.ts';
import { uniswapV4StateViewAbi as abi } from '../abi/uniswap-v4-state-view.generated.ts';
import type { ChainReads, Hex } from '../chain.ts';
import { MULTICALL3 } from '../read-contracts.ts';
import type { UniswapV4Pool, UniswapV4PoolState } from './uniswap-v4.ts';

/** Number of pools that are read in one call, so that all of them are read at the same block. */
const POOLS_IN_ONE_CALL = 90;
/** Number of ticks in one word of a pool's tick bitmap, in units of the pool's tick spacing. */
const WORD = 256;

/** ABI of the functions of Multicall3 and of StateView that are combined in one multicall. */
const lookAbi = parseAbi([
  'function getCurrentBlockTimestamp() view returns (uint256)',
  'function getSlot0(bytes32 poolId) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)',
  'function getLiquidity(bytes32 poolId) view returns (uint128)',
]);

type Look = { readonly pool: UniswapV4Pool; readonly id: Hex; readonly atSec: number; readonly tick: number; readonly liquidity: bigint };
type Change = UniswapV4PoolState['changes'][number];

/** Computes a pool's id, the hash of its key. */
export function poolId({ currency0, currency1, fee, tickSpacing }: UniswapV4Pool): Hex {
  const types = [{ type: 'address' }, { type: 'address' }, { type: 'uint24' }, { type: 'int24' }, { type: 'address' }] as const;
  return keccak256(encodeAbiParameters(types, [currency0, currency1, fee, tickSpacing, NATIVE_ADDRESS]));
}

/**
 * Reads price, liquidity, and the changes of liquidity within `bandTicks` of the price. The result is null for a pool that cannot be read
 * completely.
 */
export async function readPools(
  chain: ChainReads,
  stateView: Address,
  pools: readonly UniswapV4Pool[],
  bandTicks: number,
): Promise<readonly (UniswapV4PoolState | null)[]> {
  const looks = (await Promise.all(chunksOf(pools, POOLS_IN_ONE_CALL).map((chunk) => lookAt(chain, stateView, chunk)))).flat();
  const known = looks.filter((look) => look !== null);
  const changes = new Map<Look, readonly Change[] | null>();
  const ticks = await ticksNear(chain, stateView, known, bandTicks);
  const asked = [...ticks].flatMap(([look, near]) => (near ?? []).map((tick) => ({ look, tick })));
  const results = await chain.readContracts(
    asked.map(({ look, tick }) => ({ address: stateView, abi, functionName: 'getTickLiquidity', args: [look.id, tick] }) as const),
  );
  for (const [look, near] of ticks) changes.set(look, near === null ? null : []);
  asked.forEach(({ look, tick }, index) => {
    const result = results[index];
    const before = changes.get(look) ?? null;
    changes.set(look, before === null || result?.status !== 'success' ? null : [...before, { tick, net: result.result[1] }]);
  });
  return looks.map((look) => {
    const found = look === null ? null : (changes.get(look) ?? null);
    if (look === null || found === null) return null;
    const { atSec, tick, liquidity } = look;
    return { atSec, tick, liquidity, changes: found };
  });
}

async function lookAt(chain: ChainReads, stateView: Address, pools: readonly UniswapV4Pool[]): Promise<readonly (Look | null)[]> {
  const ids = pools.map(poolId);
  const calls = [
    { address: MULTICALL3, abi: lookAbi, functionName: 'getCurrentBlockTimestamp' } as const,
    ...ids.flatMap((id) => {
      const of = { address: stateView, abi: lookAbi, args: [id] } as const;
      return [{ ...of, functionName: 'getSlot0' } as const, { ...of, functionName: 'getLiquidity' } as const];
    }),
  ];
  const [time, ...results] = await chain.readContracts(calls);
  const successOf = (result: (typeof results)[number] | undefined) => (result?.status === 'success' ? result.result : null);
  const atSec = successOf(time);
  return pools.map((pool, index) => {
    const id = ids[index];
    const [slot0, liquidity] = results.slice(2 * index, 2 * index + 2).map(successOf);
    if (id === undefined || typeof atSec !== 'bigint' || typeof liquidity !== 'bigint' || slot0 == null || typeof slot0 === 'bigint')
      return null;
    const [sqrtPriceX96, tick] = slot0;
    return sqrtPriceX96 === 0n ? null : { pool, id, atSec: Number(atSec), tick, liquidity };
  });
}

/** Finds the initialized ticks near each pool's price, in ascending order; null for a pool whose bitmap cannot be read. */
async function ticksNear(
  chain: ChainReads,
  stateView: Address,
  looks: readonly Look[],
  bandTicks: number,
): Promise<ReadonlyMap<Look, readonly number[] | null>> {
  const words = looks.flatMap((look) => {
    const { tick, pool } = look;
    const [first, last] = [tick - bandTicks, tick + bandTicks].map((one) => Math.floor(Math.floor(one / pool.tickSpacing) / WORD));
    return Array.from({ length: (last ?? 0) - (first ?? 0) + 1 }, (_, index) => ({ look, word: (first ?? 0) + index }));
  });
  const results = await chain.readContracts(
    words.map(({ look, word }) => ({ address: stateView, abi, functionName: 'getTickBitmap', args: [look.id, word] }) as const),
  );
  const found = new Map<Look, readonly number[] | null>(looks.map((look) => [look, []]));
  words.forEach(({ look, word }, index) => {
    const result = results[index];
    const before = found.get(look) ?? null;
    if (before === null || result?.status !== 'success') {
      found.set(look, null);
      return;
    }
    const ofWord = ticksOfWord(result.result, word, look.pool.tickSpacing).filter((tick) => Math.abs(tick - look.tick) <= bandTicks);
    found.set(look, [...before, ...ofWord]);
  });
  return found;
}

/** Returns the ticks whose bits are set in a word of a tick bitmap, in ascending order. */
export function ticksOfWord(bits: bigint, word: number, tickSpacing: number): readonly number[] {
  return Array.from({ length: WORD }, (_, bit) => bit)
    .filter((bit) => ((bits >> BigInt(bit)) & 1n) === 1n)
    .map((bit) => (word * WORD + bit) * tickSpacing);
}
