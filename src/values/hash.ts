import { TerminalError } from './errors/terminal-error.ts';

declare const hashBrand: unique symbol;
declare const transactionHashBrand: unique symbol;

/**
 * Hash of a transaction on any chain, in the format in which this service stores it: EVM as `Hash`, TRON as 64 lowercase digits, Solana's
 * signature in base58. See `parseTransactionHash`.
 */
export type TransactionHash = string & { readonly [transactionHashBrand]: true };

/** A 32-byte hash (transaction, block, policy) in lowercase hex with `0x`. */
export type Hash = `0x${string}` & TransactionHash & { readonly [hashBrand]: true };

const LOWERCASE_HASH = /^0x[0-9a-f]{64}$/;

/** Whether a text is a 32-byte hash in lowercase. For client input use `parseHash`. */
export function isHash(text: unknown): text is Hash {
  return typeof text === 'string' && LOWERCASE_HASH.test(text);
}

/**
 * Parses a 32-byte hash in any casing, and returns it in lowercase.
 * @throws TerminalError `invalid-hash` (400)
 */
export function parseHash(text: string): Hash {
  const lowered = text.toLowerCase();
  if (isHash(lowered)) return lowered;
  throw new TerminalError({ code: 'invalid-hash', message: 'Expected a 32-byte hash: 0x followed by 64 hex digits.', status: 400 });
}
