import { check, maxLength, pipe, string, transform } from 'valibot';
import { parseWallet } from '../values/parse-wallet.ts';

const MAX_TEXT = 200;

/** Schema of a wallet address in a path, on any chain, converted to the notation of stored records. */
export const walletText = pipe(
  string(),
  maxLength(MAX_TEXT),
  check(isWallet, 'Expected a wallet address: 0x followed by 40 hex digits, or an address of TRON or Solana.'),
  transform(parseWallet),
);

function isWallet(text: string): boolean {
  try {
    parseWallet(text);
    return true;
  } catch {
    // The parser throws only for text that is not a wallet address, so any error means an invalid value.
    return false;
  }
}
