import { type ChainAddress, parseAddress } from './address.ts';
import { SOLANA_CHAIN_ID, TRON_CHAIN_ID } from './chain-ids.ts';
import { TerminalError } from './errors/terminal-error.ts';
import { isNative, NATIVE_ADDRESS } from './native.ts';
import { isSolanaAddress } from './solana-address.ts';
import { isTronAddress } from './tron-address.ts';

/**
 * Accepts every address from a stored record, because it was validated before it was stored. If an operator has changed the address to an
 * invalid one, a stricter check would make the other records unreadable, too.
 */
export function isStoredAddress(text: string): text is ChainAddress {
  return text !== '';
}

/**
 * Parses the address of a token or wallet by the rules of its chain, and returns it in the stored format: EVM addresses in lowercase,
 * Solana and TRON addresses unchanged (base58 is case-sensitive). The Solana and TRON addresses that denote the native asset become the
 * all-zero address. EVM addresses that denote the native asset are not converted: use `isNative`.
 * @throws TerminalError `invalid-address` (400)
 */
export function parseChainAddress(chainId: number, text: string): ChainAddress {
  if (chainId !== SOLANA_CHAIN_ID && chainId !== TRON_CHAIN_ID) return parseAddress(text);
  if (isNative(text)) return NATIVE_ADDRESS;
  if (chainId === SOLANA_CHAIN_ID && isSolanaAddress(text)) return text;
  if (chainId === TRON_CHAIN_ID && isTronAddress(text)) return text;
  const accepted = chainId === SOLANA_CHAIN_ID ? 'a Solana address (base58 of 32 bytes)' : 'a TRON address (base58 that starts with T)';
  throw new TerminalError({ code: 'invalid-address', message: `Expected ${accepted}.`, status: 400 });
}
