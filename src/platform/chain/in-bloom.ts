import { hexToBytes, keccak256 } from 'viem';
import type { Address } from '../../values/address.ts';
import type { Hex } from './chain.ts';

const BLOOM_BITS = 2_048;

/** Whether a block may have logs of this address, by its bloom filter: false is certain, true is not. */
export function mayBeInBloom(bloom: Hex, address: Address): boolean {
  const bits = hexToBytes(bloom);
  if (bits.length !== BLOOM_BITS / 8) return false;
  const hash = keccak256(address, 'bytes');
  return [0, 2, 4].every((at) => {
    const bit = (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BLOOM_BITS;
    return ((bits[bits.length - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0;
  });
}
