import { TerminalError } from './errors/terminal-error.ts';

declare const addressBrand: unique symbol;

/** A 20-byte EVM address in lowercase hex with `0x`. Comparing two with `===` is right; mixed casing never gets in. */
export type Address = `0x${string}` & { readonly [addressBrand]: true };

const LOWERCASE_ADDRESS = /^0x[0-9a-f]{40}$/;

/** True for text that already is in our form (lowercase). Use `parseAddress` for what clients send. */
export function isAddress(text: unknown): text is Address {
  return typeof text === 'string' && LOWERCASE_ADDRESS.test(text);
}

/**
 * Reads an EVM address in any casing (also `0X`), and gives it in lowercase.
 * The checksum is not verified: the interface document accepts any casing, so a wrong one is not an error.
 * @throws TerminalError `invalid-address` (400)
 */
export function parseAddress(text: string): Address {
  const lowered = text.toLowerCase();
  if (isAddress(lowered)) return lowered;
  throw new TerminalError({ code: 'invalid-address', message: 'Expected an EVM address: 0x followed by 40 hex digits.', status: 400 });
}
