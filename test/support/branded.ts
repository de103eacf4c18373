import type { Address, ChainAddress } from '../../src/values/address.ts';
import { type BaseUnits, parseBaseUnits } from '../../src/values/base-units.ts';
import type { Hash, TransactionHash } from '../../src/values/hash.ts';

/** Uses a short text in place of an address, for code that only compares and shows addresses. */
export function asAddress(text: string): Address {
  return text as Address;
}

/** Uses a short text in place of a hash, for code that only compares and shows hashes. */
export function asHash(text: string): Hash {
  return text as Hash;
}

export const asUnits: (text: string) => BaseUnits = parseBaseUnits;

/** Uses a short text in place of an address of any chain. */
export function asChainAddress(text: string): ChainAddress {
  return text as ChainAddress;
}

/** Uses a short text in place of a transaction hash on any chain. */
export function asTransactionHash(text: string): TransactionHash {
  return text as TransactionHash;
}
