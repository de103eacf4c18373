import type { Address } from '../../values/address.ts';
import type { BaseUnits } from '../../values/base-units.ts';
/** The terms of a transaction that this service has built. By signing, the service confirms that a transaction has these terms. */
export type BuiltTransaction = {
  readonly fromToken: Address;
  readonly toToken: Address;
  /** Amounts in base units, as decimal strings. */
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
