import type { Address } from '../../values/address.ts';
import type { Hash } from '../../values/hash.ts';
import type { Fees, Hex } from './chain.ts';

export type UnsignedTransaction = {
  readonly to: Address;
  readonly data: Hex;
  readonly value: bigint;
  readonly nonce: number;
  readonly gas: bigint;
  readonly fees: Fees;
};

export type Signer = {
  readonly chainId: number;
  readonly address: Address;
  /**
   * Signs a transaction. With a key of this node the same transaction always gives the same bytes (RFC 6979); another program that keeps
   * the key may give others each time. Signing again after a crash is harmless, since only stored bytes are ever sent.
   * @throws as `createRemoteSigner` for a key behind a URL
   */
  signTransaction(transaction: UnsignedTransaction): Promise<{ readonly raw: Hex; readonly hash: Hash }>;
  /** Says why a program that keeps the key cannot sign now; null when it can. Missing for a key of this node. */
  readonly trouble?: () => Promise<string | null>;
};
