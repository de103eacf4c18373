import { check, maxLength, pipe, string, transform } from 'valibot';
import { parseWallet } from '../values/parse-wallet.ts';

const MAX_TEXT = 200;

/** The wallet of a path, on whatever chain; gives it in the form in which records keep it. */
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
    // It throws for what is none, and for nothing else.
    return false;
  }
}
