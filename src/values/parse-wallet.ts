import { type ChainAddress, isAddress } from './address.ts';
import { TerminalError } from './errors/terminal-error.ts';
import { isSolanaAddress } from './solana-address.ts';
import { isTronAddress } from './tron-address.ts';

/**
 * Parses a wallet's address of an unknown chain and returns it in the stored format: EVM addresses in lowercase, TRON and Solana addresses
 * unchanged (base58 is case-sensitive).
 * @throws TerminalError `invalid-address` (400)
 */
export function parseWallet(text: string): ChainAddress {
  const lowered = text.toLowerCase();
  if (isAddress(lowered)) return lowered;
  if (isTronAddress(text) || isSolanaAddress(text)) return text;
  const message = 'Expected a wallet address: 0x followed by 40 hex digits, or an address of TRON or Solana.';
  throw new TerminalError({ code: 'invalid-address', message, status: 400 });
}
