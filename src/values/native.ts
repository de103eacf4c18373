import { type Address, parseAddress } from './address.ts';

/**
 * The address by which this service represents a chain's native asset, such as ether. Some providers represent it by other addresses, which
 * the code for each provider converts.
 */
export const NATIVE_ADDRESS: Address = parseAddress('0x0000000000000000000000000000000000000000');

/**
 * The three addresses with which a client can denote the chain's native asset (API specification, "Addresses, chains, amounts,
 * identifiers").
 */
export const NATIVE_SENTINELS: readonly Address[] = [
  NATIVE_ADDRESS,
  parseAddress('0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee'),
  parseAddress('0x0000000000000000000000000000000000001010'),
];

const SENTINELS: ReadonlySet<string> = new Set(NATIVE_SENTINELS);

/** Whether an address, in any casing, represents the native asset. */
export function isNative(text: string): boolean {
  return SENTINELS.has(text.toLowerCase());
}
