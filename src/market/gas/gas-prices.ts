import type { Fees } from '../../platform/chain/chain.ts';
import type { Clock } from '../../values/clock.ts';
import { NATIVE_ADDRESS } from '../../values/native.ts';
import { parseRational, type Rational } from '../../values/rational.ts';
import type { Networks } from '../networks/create-networks.ts';
import type { Prices } from '../prices/create-prices.ts';
import type { PricedToken } from '../prices/price.ts';
import type { Tokens } from '../tokens/create-tokens.ts';

export type GasPrice = {
  /** Estimated price in wei per gas that a transaction pays now. */
  readonly weiPerGas: bigint;
  /** Price of one whole native coin in dollars; null when no price from the last day is known. */
  readonly nativeUsd: Rational | null;
};

/**
 * Reads gas prices of chains, which the planners of orders and trades request once per minute. @throws RetryableError when the chain cannot
 * be read
 */
export type GasPrices = {
  readonly of: (chainId: number) => Promise<GasPrice>;
  /** Returns the price of one whole native coin in dollars; null when it is not known. The chain's fees are not read. */
  readonly nativeUsd: (chainId: number) => Promise<Rational | null>;
};

/** Maximum age in ms of the native coin's price for gas costs to be computed with it. */
const NATIVE_PRICE_GOOD_FOR_MS = 24 * 3_600_000;

export function createGasPrices(deps: {
  feesOf: (chainId: number) => Promise<Fees>;
  networks: Pick<Networks, 'get'>;
  tokens: Pick<Tokens, 'find'>;
  prices: Pick<Prices, 'priceOf'>;
  clock: Clock;
  /** How long a chain's gas price is cached, in ms. It must be less than the interval at which orders are planned. */
  keepMs: number;
}): GasPrices {
  const { feesOf, networks, tokens, prices, clock, keepMs } = deps;
  const lastNative = new Map<number, { readonly usd: Rational; readonly atMs: number }>();

  const nativeUsd = kept(askNative);

  async function ask(chainId: number): Promise<GasPrice> {
    const [fees, usd] = await Promise.all([feesOf(chainId), nativeUsd(chainId)]);
    if (usd !== null) lastNative.set(chainId, { usd, atMs: clock.now() });
    const last = lastNative.get(chainId);
    const isGood = last !== undefined && clock.now() - last.atMs <= NATIVE_PRICE_GOOD_FOR_MS;
    return { weiPerGas: paidNow(fees), nativeUsd: isGood ? last.usd : null };
  }

  async function askNative(chainId: number): Promise<Rational | null> {
    const wrapped = (await networks.get(chainId))?.contracts.wrappedNative ?? null;
    const known = await Promise.all([NATIVE_ADDRESS, wrapped].map(async (one) => (one === null ? null : await tokens.find(chainId, one))));
    const bare: PricedToken = { chainId, address: NATIVE_ADDRESS, decimals: 18 };
    for (const token of [...known.filter((one) => one !== null), bare]) {
      const { price } = await prices.priceOf(token);
      if (price !== null) return parseRational(price.usd);
    }
    return null;
  }

  /**
   * Wraps a read of a value of a chain so that its result is cached. The value is read again when it is older than `keepMs`. A failed read
   * is not cached.
   */
  function kept<T>(read: (chainId: number) => Promise<T>): (chainId: number) => Promise<T> {
    const known = new Map<number, { readonly value: Promise<T>; readonly atMs: number }>();
    return (chainId) => {
      const now = clock.now();
      const had = known.get(chainId);
      if (had !== undefined && Math.abs(now - had.atMs) < keepMs) return had.value;
      const value = read(chainId);
      known.set(chainId, { value, atMs: now });
      value.catch(() => known.delete(chainId));
      return value;
    };
  }

  return { nativeUsd, of: kept(ask) };
}

/**
 * Returns the price per gas that a transaction actually pays: the current base fee plus the tip. The maximum fee of a transaction is
 * higher, so that the base fee can double before the transaction is mined.
 */
function paidNow(fees: Fees): bigint {
  if (fees.kind === 'legacy') return fees.gasPrice;
  const { maxFeePerGas, maxPriorityFeePerGas: tip } = fees;
  return tip + (maxFeePerGas > tip ? (maxFeePerGas - tip) / 2n : 0n);
}
