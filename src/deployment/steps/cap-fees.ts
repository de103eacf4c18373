import type { Fees } from '../../platform/chain/chain.ts';
import { mostPerGas } from '../../values/most-per-gas.ts';

/**
 * Limits the fees of a transaction to the fees at which the plan's costs were computed.
 * @param present the chain's current fees
 * @param baseFee of the latest block; null: a chain without EIP-1559
 * @returns `tooDear` with the current gas price in wei, when the planned fees may not be enough for the next block
 */
export function capFees(planned: Fees, present: Fees, baseFee: bigint | null): Fees | { readonly tooDear: bigint } {
  const most = mostPerGas(planned);
  if (present.kind === 'legacy') {
    // The legacy gas price includes a margin of a tenth, in case the price rises until the transaction is mined. The margin is removed here
    // to get the current price.
    const price = (present.gasPrice * 10n) / 11n;
    return price > most ? { tooDear: price } : { kind: 'legacy', gasPrice: least(present.gasPrice, most) };
  }
  // From one block to the next, the base fee rises by at most an eighth. So this is the highest possible base fee of the next block.
  const next = baseFee === null ? 0n : (baseFee * 9n) / 8n;
  if (next > most) return { tooDear: next };
  const maxFeePerGas = least(present.maxFeePerGas, most);
  const tip = planned.kind === 'legacy' ? most : planned.maxPriorityFeePerGas;
  return { kind: 'eip1559', maxFeePerGas, maxPriorityFeePerGas: least(least(present.maxPriorityFeePerGas, tip), maxFeePerGas) };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
