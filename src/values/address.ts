import { TerminalError } from './errors/terminal-error.ts';

declare const addressBrand: unique symbol;
declare const chainAddressBrand: unique symbol;

/**
 * Address of a wallet or token on any chain, in the format in which this service stores it: EVM addresses in lowercase; Solana and TRON
 * addresses in base58, unchanged. See `parseChainAddress`.
 */
export type ChainAddress = string & { readonly [chainAddressBrand]: true };

/** A 20-byte EVM address in lowercase hex with `0x`. Because it is always lowercase, two addresses can be compared with `===`. */
export type Address = `0x${string}` & ChainAddress & { readonly [addressBrand]: true };

/** The all-zero address, used when a type requires an address and there is none. */
export const NO_ADDRESS = `0x${'0'.repeat(40)}` as Address;

const LOWERCASE_ADDRESS = /^0x[0-9a-f]{40}$/;

/** An object whose keys are addresses, such as an agent's balances by token. */
export type ByAddress<T> = Readonly<Record<Address, T>>;

/** Returns the addresses of a `ByAddress` object. */
export function addressesIn(values: ByAddress<unknown>): readonly Address[] {
  return Object.keys(values) as Address[];
}

/** Returns the addresses of a `ByAddress` object with their values. */
export function entriesByAddress<T>(values: ByAddress<T>): readonly (readonly [Address, T])[] {
  return Object.entries(values) as [Address, T][];
}

/** Whether a text is an EVM address in lowercase. For client input use `parseAddress`. */
export function isAddress(text: unknown): text is Address {
  return typeof text === 'string' && LOWERCASE_ADDRESS.test(text);
}

/**
 * Parses an EVM address in any casing (also `0X`) and returns it in lowercase. The checksum is not verified: the API specification accepts
 * any casing, so a wrong checksum is not an error.
 * @throws TerminalError `invalid-address` (400)
 */
export function parseAddress(text: string): Address {
  const lowered = text.toLowerCase();
  if (isAddress(lowered)) return lowered;
  throw new TerminalError({ code: 'invalid-address', message: 'Expected an EVM address: 0x followed by 40 hex digits.', status: 400 });
}
