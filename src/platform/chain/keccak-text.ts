import { keccak256, stringToBytes } from 'viem';
import { type Hash, parseHash } from '../../values/hash.ts';

/** Computes keccak256 of a text's UTF-8 bytes. */
export function keccak256OfText(text: string): Hash {
  return parseHash(keccak256(stringToBytes(text)));
}
