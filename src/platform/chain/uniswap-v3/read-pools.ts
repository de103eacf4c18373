import type { Address } from '../../../values/address.ts';
import { multicall3Abi } from '../abi/multicall3.generated.ts';
import { uniswapV3PoolAbi } from '../abi/uniswap-v3-pool.generated.ts';
import type { ChainReads } from '../chain.ts';
import { MULTICALL3 } from '../read-contracts.ts';
import type { PoolState, PoolWindow } from './uniswap-v3.ts';

/**
 * Gas limit of one call to a pool, in gas units. To compute a past price, the pool searches its price observations. With the maximum number
 * of 65,535 observations, this costs some 250,000 gas.
 */
const POOL_GAS = { gasEach: 500_000n };

type Mean = NonNullable<PoolState['mean']>;
const MAX_UINT128 = 2n ** 128n - 1n;
/** Width in bits of the pool's sum of seconds per liquidity. The sum wraps around to 0. */
const CUMULATIVE_BITS = 160;

type Look = PoolState & { readonly pool: Address; readonly observationIndex: number; readonly cardinality: number };

/**
 * Reads the state, the mean price and the mean liquidity of many pools. Usually one round of calls is enough. A pool refuses a time window
 * that begins before its oldest observation. If the caller accepts a shorter window, such pools are read in two more rounds, with a window
 * that begins at their oldest observation.
 * @throws RangeError for a window of 0 s
 */
export async function readPools(chain: ChainReads, pools: readonly Address[], window: PoolWindow): Promise<readonly (PoolState | null)[]> {
  const { windowSeconds, leastSeconds = 0 } = window;
  if (!(windowSeconds > 0)) throw new RangeError('The window must be longer than 0 s');
  const looks = await firstLook(chain, pools, window);
  const short =
    leastSeconds >= windowSeconds
      ? []
      : looks.filter((look): look is Look => look !== null && look.sqrtPriceX96 > 0n && look.mean === null);
  const means = short.length === 0 ? new Map<Address, Mean>() : await shorterMeans(chain, short, window);
  return looks.map((look) => {
    if (look === null) return null;
    const { sqrtPriceX96, tick, liquidity } = look;
    return { sqrtPriceX96, tick, liquidity, mean: look.mean ?? means.get(look.pool) ?? null };
  });
}

async function firstLook(chain: ChainReads, pools: readonly Address[], window: PoolWindow): Promise<(Look | null)[]> {
  const [slots, liquidities, observed] = await Promise.all([
    chain.readContracts(
      pools.map((address) => ({ address, abi: uniswapV3PoolAbi, functionName: 'slot0' }) as const),
      POOL_GAS,
    ),
    chain.readContracts(
      pools.map((address) => ({ address, abi: uniswapV3PoolAbi, functionName: 'liquidity' }) as const),
      POOL_GAS,
    ),
    chain.readContracts(
      pools.map((pool) => observeCall(pool, window, window.windowSeconds)),
      POOL_GAS,
    ),
  ]);
  return pools.map((pool, index) => {
    const slot0 = slots[index];
    const liquidity = liquidities[index];
    const observation = observed[index];
    if (slot0?.status !== 'success' || liquidity?.status !== 'success') return null;
    const [sqrtPriceX96, tick, observationIndex, cardinality] = slot0.result;
    const mean = observation?.status === 'success' ? meanOf(observation.result, window, window.windowSeconds) : null;
    return { pool, sqrtPriceX96, tick, observationIndex, cardinality, liquidity: liquidity.result, mean };
  });
}

async function shorterMeans(chain: ChainReads, looks: readonly Look[], window: PoolWindow): Promise<ReadonlyMap<Address, Mean>> {
  const { windowSeconds, leastSeconds = 0 } = window;
  const means = new Map<Address, Mean>();
  // Observations are stored in a ring buffer, so the oldest observation follows the newest one. Until the buffer is full, its first entry
  // is the oldest.
  const [[time], after, first] = await Promise.all([
    // The time that is read here is that of the clock which the pools themselves use (`block.timestamp` in a call). On some networks
    // (Anvil, Arbitrum) it differs from the time of the latest block.
    chain.readContracts([{ address: MULTICALL3, abi: multicall3Abi, functionName: 'getCurrentBlockTimestamp' }]),
    chain.readContracts(
      looks.map((look) => observationCall(look.pool, (look.observationIndex + 1) % Math.max(look.cardinality, 1))),
      POOL_GAS,
    ),
    chain.readContracts(
      looks.map((look) => observationCall(look.pool, 0)),
      POOL_GAS,
    ),
  ]);
  if (time.status !== 'success') return means;
  const now = Number(time.result);
  const asked = looks.flatMap((look, index) => {
    const oldest = [after[index], first[index]].find((result) => result?.status === 'success' && result.result[3]);
    const seconds = oldest?.status === 'success' ? Math.min(now - oldest.result[0], windowSeconds) : 0;
    return seconds > 0 && seconds >= leastSeconds ? [{ look, seconds }] : [];
  });
  const observed = await chain.readContracts(
    asked.map(({ look, seconds }) => observeCall(look.pool, window, seconds)),
    POOL_GAS,
  );
  asked.forEach(({ look, seconds }, index) => {
    const observation = observed[index];
    const mean = observation?.status === 'success' ? meanOf(observation.result, window, seconds) : null;
    if (mean !== null) means.set(look.pool, mean);
  });
  return means;
}

function observeCall(address: Address, window: PoolWindow, seconds: number) {
  return { address, abi: uniswapV3PoolAbi, functionName: 'observe', args: [[seconds, priceSecondsOf(window, seconds), 0]] } as const;
}

function observationCall(address: Address, index: number) {
  return { address, abi: uniswapV3PoolAbi, functionName: 'observations', args: [BigInt(index)] } as const;
}

function priceSecondsOf({ windowSeconds, priceSeconds = windowSeconds }: PoolWindow, seconds: number): number {
  return Math.min(priceSeconds, seconds);
}

function meanOf(
  [ticks, perLiquidity]: readonly [readonly bigint[], readonly bigint[]],
  window: PoolWindow,
  overSeconds: number,
): Mean | null {
  const [, tickBefore, tickNow] = ticks;
  const [before, , now] = perLiquidity;
  if (tickBefore === undefined || tickNow === undefined || before === undefined || now === undefined) return null;
  const secondsPerLiquidity = BigInt.asUintN(CUMULATIVE_BITS, now - before);
  return {
    // The mean tick is rounded toward minus infinity, as in Uniswap's OracleLibrary.
    tick: Math.floor(Number(tickNow - tickBefore) / priceSecondsOf(window, overSeconds)),
    liquidity: secondsPerLiquidity === 0n ? MAX_UINT128 : (BigInt(overSeconds) << 128n) / secondsPerLiquidity,
    overSeconds,
  };
}
