import type { Address, ChainAddress } from '../../src/values/address.ts';
import { type BaseUnits, parseBaseUnits } from '../../src/values/base-units.ts';
import type { Hash, TransactionHash } from '../../src/values/hash.ts';

/** Converts a short text to the type of an address, for tests of code that only compares and shows addresses. */
export function asAddress(text: string): Address {
  return text as Address;
}

/** Converts a short text to the type of a hash, for tests of code that only compares and shows hashes. */
export function asHash(text: string): Hash {
  return text as Hash;
}

export const asUnits: (text: string) => BaseUnits = parseBaseUnits;

/** Converts a short text to the type of an address on any chain, for tests. */
export function asChainAddress(text: string): ChainAddress {
  return text as ChainAddress;
}

/** Converts a short text to the type of a transaction hash on any chain, for tests. */
export function asTransactionHash(text: string): TransactionHash {
  return text as TransactionHash;
}
