/** The fees of a transaction, as far as they limit its price. */
type PricedFees<T> = { readonly kind: 'legacy'; readonly gasPrice: T } | { readonly kind: 'eip1559'; readonly maxFeePerGas: T };

/** The most that a transaction with these fees pays for one gas, in wei. */
export function mostPerGas<T>(fees: PricedFees<T>): T {
  return fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas;
}
