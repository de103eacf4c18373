import type { Address } from '../../../values/address.ts';
import { multicall3Abi } from '../abi/multicall3.generated.ts';
import { uniswapV3PoolAbi } from '../abi/uniswap-v3-pool.generated.ts';
import type { ChainReads } from '../chain.ts';
import { MULTICALL3 } from '../read-contracts.ts';
import type { PoolState } from './uniswap-v3.ts';

type Mean = NonNullable<PoolState['mean']>;
type Look = PoolState & { readonly pool: Address; readonly observationIndex: number; readonly cardinality: number };

/**
 * State and mean price of many pools. One round of calls when every pool remembers the whole window; two more for those whose
 * history is shorter, which are asked for as much as they have (a pool refuses a window that begins before its oldest observation).
 * @throws RangeError for a window of 0 s
 */
export async function readPools(
  chain: ChainReads,
  pools: readonly Address[],
  windowSeconds: number,
): Promise<readonly (PoolState | null)[]> {
  if (!(windowSeconds > 0)) throw new RangeError('The window must be longer than 0 s');
  const looks = await firstLook(chain, pools, windowSeconds);
  const short = looks.filter((look): look is Look => look !== null && look.sqrtPriceX96 > 0n && look.mean === null);
  const means = short.length === 0 ? new Map<Address, Mean>() : await shorterMeans(chain, short, windowSeconds);
  return looks.map((look) => {
    if (look === null) return null;
    const { sqrtPriceX96, tick, liquidity } = look;
    return { sqrtPriceX96, tick, liquidity, mean: look.mean ?? means.get(look.pool) ?? null };
  });
}

async function firstLook(chain: ChainReads, pools: readonly Address[], windowSeconds: number): Promise<(Look | null)[]> {
  const [slots, liquidities, observed] = await Promise.all([
    chain.readContracts(pools.map((address) => ({ address, abi: uniswapV3PoolAbi, functionName: 'slot0' }) as const)),
    chain.readContracts(pools.map((address) => ({ address, abi: uniswapV3PoolAbi, functionName: 'liquidity' }) as const)),
    chain.readContracts(pools.map((pool) => observeCall(pool, windowSeconds))),
  ]);
  return pools.map((pool, index) => {
    const slot0 = slots[index];
    const liquidity = liquidities[index];
    const observation = observed[index];
    if (slot0?.status !== 'success' || liquidity?.status !== 'success') return null;
    const [sqrtPriceX96, tick, observationIndex, cardinality] = slot0.result;
    const mean = observation?.status === 'success' ? meanOf(observation.result[0], windowSeconds, cardinality) : null;
    return { pool, sqrtPriceX96, tick, observationIndex, cardinality, liquidity: liquidity.result, mean };
  });
}

async function shorterMeans(chain: ChainReads, looks: readonly Look[], windowSeconds: number): Promise<ReadonlyMap<Address, Mean>> {
  const means = new Map<Address, Mean>();
  // The oldest observation is the one after the newest in the ring; while the ring has not filled up yet, the first.
  const [[time], after, first] = await Promise.all([
    // The clock that the pools' own reads go by, which is not the latest block's everywhere (Anvil, Arbitrum).
    chain.readContracts([{ address: MULTICALL3, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' }]),
    chain.readContracts(looks.map((look) => observationCall(look.pool, (look.observationIndex + 1) % Math.max(look.cardinality, 1)))),
    chain.readContracts(looks.map((look) => observationCall(look.pool, 0))),
  ]);
  if (time.status !== 'success') return means;
  const now = Number(time.result);
  const asked = looks.flatMap((look, index) => {
    const oldest = [after[index], first[index]].find((result) => result?.status === 'success' && result.result[3]);
    const seconds = oldest?.status === 'success' ? Math.min(now - oldest.result[0], windowSeconds) : 0;
    return seconds > 0 ? [{ look, seconds }] : [];
  });
  const observed = await chain.readContracts(asked.map(({ look, seconds }) => observeCall(look.pool, seconds)));
  asked.forEach(({ look, seconds }, index) => {
    const observation = observed[index];
    const mean = observation?.status === 'success' ? meanOf(observation.result[0], seconds, look.cardinality) : null;
    if (mean !== null) means.set(look.pool, mean);
  });
  return means;
}

function observeCall(address: Address, seconds: number) {
  return { address, abi: uniswapV3PoolAbi, functionName: 'observe', args: [[seconds, 0]] } as const;
}

function observationCall(address: Address, index: number) {
  return { address, abi: uniswapV3PoolAbi, functionName: 'observations', args: [BigInt(index)] } as const;
}

function meanOf([before, now]: readonly bigint[], overSeconds: number, cardinality: number): Mean | null {
  if (before === undefined || now === undefined) return null;
  // Toward minus infinity, as Uniswap's OracleLibrary does.
  return { tick: Math.floor(Number(now - before) / overSeconds), overSeconds, cardinality };
}
