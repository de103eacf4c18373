import type { Address, ChainAddress } from '../../src/values/address.ts';
import { type BaseUnits, parseBaseUnits } from '../../src/values/base-units.ts';
import type { Hash, TransactionHash } from '../../src/values/hash.ts';

/** A short text in the place of an address, for code that only compares and shows addresses. */
export function asAddress(text: string): Address {
  return text as Address;
}

/** A short text in the place of a hash, for code that only compares and shows hashes. */
export function asHash(text: string): Hash {
  return text as Hash;
}

export const asUnits: (text: string) => BaseUnits = parseBaseUnits;

/** A short text in the place of an address of any chain. */
export function asChainAddress(text: string): ChainAddress {
  return text as ChainAddress;
}

/** A short text in the place of a transaction's hash on any chain. */
export function asTransactionHash(text: string): TransactionHash {
  return text as TransactionHash;
}
