import type { ChainAddress } from './address.ts';
import { decodeBase58 } from './base58.ts';

/** True for a Solana address: base58 of exactly 32 bytes. It has no checksum, and it is case-sensitive, so never lowercase it. */
export function isSolanaAddress(text: string): text is ChainAddress {
  return decodeBase58(text)?.length === 32;
}
