import type { Address } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
/**
 * The terms of a swap transaction that this service has built. With its signature, the service confirms that a transaction has these terms.
 */
export type BuiltTransaction = {
  readonly fromToken: Address;
  readonly toToken: Address;
  /** Amount that the swap spends, in base units as a decimal string. */
  readonly amountIn: BaseUnits;
  readonly amountOutMin: BaseUnits;
  readonly recipient: Address;
  /** The wallet that sends the transaction. */
  readonly wallet: Address;
};

/**
 * Finds a transaction that the service has recently built. A transaction matches only if its wallet, target, spender, value, chain and
 * calldata are all equal.
 */
export type FindBuilt = (key: {
  readonly chainId: number;
  readonly target: Address;
  readonly spender: Address;
  readonly data: string;
  readonly value: bigint;
  readonly wallet: Address;
}) => Promise<BuiltTransaction | null>;
