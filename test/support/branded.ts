import type { Address } from '../../src/values/address.ts';
import { type BaseUnits, parseBaseUnits } from '../../src/values/base-units.ts';
import type { Hash } from '../../src/values/hash.ts';

/** A short text in the place of an address, for code that only compares and shows addresses. */
export function asAddress(text: string): Address {
  return text as Address;
}

/** A short text in the place of a hash, for code that only compares and shows hashes. */
export function asHash(text: string): Hash {
  return text as Hash;
}

export const asUnits: (text: string) => BaseUnits = parseBaseUnits;
