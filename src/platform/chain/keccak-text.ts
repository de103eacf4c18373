import { keccak256, stringToBytes } from 'viem';
import { type Hash, parseHash } from '../../values/hash.ts';

/** keccak256 of the UTF-8 bytes of a text. */
export function keccak256OfText(text: string): Hash {
  return parseHash(keccak256(stringToBytes(text)));
}
