import { type Abi, type AbiEvent, hexToBytes, keccak256, toEventSelector } from 'viem';
import type { Address } from '../../values/address.ts';
import type { Hex } from './chain.ts';

const BLOOM_BITS = 2_048;

/**
 * Returns the first topics of the events that a block may contain according to its bloom filter. An event whose topic is not returned is
 * certainly not in the block; an event whose topic is returned may still be missing.
 */
export type TopicsInBloom = (bloom: Hex | null | undefined) => readonly Hex[];

/**
 * Creates a function that checks with a block's bloom filter which events of a contract the block may contain.
 * @param isFollowed selects the events of the ABI that are checked
 */
export function createTopicsInBloom(abi: Abi, address: Address, isFollowed: (event: AbiEvent) => boolean): TopicsInBloom {
  const ofAddress = bitsOf(address);
  const events = abi.filter((item): item is AbiEvent => item.type === 'event').filter(isFollowed);
  const topics = events.map((event) => toEventSelector(event)).map((topic) => ({ topic, bits: bitsOf(topic) }));
  return (told) => {
    if (told == null) return [];
    const bloom = hexToBytes(told);
    if (bloom.length !== BLOOM_BITS / 8 || !hasAll(bloom, ofAddress)) return [];
    return topics.filter(({ bits }) => hasAll(bloom, bits)).map(({ topic }) => topic);
  };
}

/** Returns the three bit positions that an address or a topic sets in a bloom filter. */
function bitsOf(value: Hex): readonly number[] {
  const hash = keccak256(value, 'bytes');
  return [0, 2, 4].map((at) => (((hash[at] ?? 0) << 8) | (hash[at + 1] ?? 0)) % BLOOM_BITS);
}

function hasAll(bloom: Uint8Array, bits: readonly number[]): boolean {
  return bits.every((bit) => ((bloom[bloom.length - 1 - (bit >> 3)] ?? 0) & (1 << (bit & 7))) !== 0);
}
