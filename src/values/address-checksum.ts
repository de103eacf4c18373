import { keccak_256 } from '@noble/hashes/sha3';

/**
 * Whether a text is an EVM address in mixed case, and its upper-case letters are not those of its checksum (EIP-55), so that a character may be
 * mistyped. An address in lower case only, or in upper case only, has no checksum.
 */
export function hasWrongChecksum(text: string): boolean {
  const digits = text.slice(2);
  const lowered = digits.toLowerCase();
  if (digits === lowered || digits === digits.toUpperCase()) return false;
  const hash = keccak_256(lowered);
  return [...digits].some((digit, at) => {
    const byte = hash[at >> 1] ?? 0;
    const isUpper = (at % 2 === 0 ? byte >> 4 : byte & 15) >= 8;
    return digit !== (isUpper ? digit.toUpperCase() : digit.toLowerCase());
  });
}
