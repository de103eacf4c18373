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
   * Signs a transaction. A private key in this node's settings always produces the same bytes for the same transaction (RFC 6979); a remote
   * signer may produce different bytes each time. Signing again after a crash has no bad effect, because only bytes that have been stored
   * are sent.
   * @throws the errors of `createRemoteSigner` for a key behind a URL
   */
  signTransaction(transaction: UnsignedTransaction): Promise<{ readonly raw: Hex; readonly hash: Hash }>;
  /** Signs a text as wallets do (EIP-191). Missing for the key of a remote signer. */
  readonly signMessage?: (text: string) => Promise<Hex>;
  /** Returns why the remote signer that holds the key cannot sign now; null when it can. Missing for a private key of this node. */
  readonly trouble?: () => Promise<string | null>;
};
