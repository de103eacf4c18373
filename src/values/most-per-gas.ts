/** The fields of a transaction that limit its price per gas. */
type PricedFees<T> = { readonly kind: 'legacy'; readonly gasPrice: T } | { readonly kind: 'eip1559'; readonly maxFeePerGas: T };

/** Returns the maximum price per gas, in wei, that a transaction with these fees pays. */
export function mostPerGas<T>(fees: PricedFees<T>): T {
  return fees.kind === 'legacy' ? fees.gasPrice : fees.maxFeePerGas;
}
