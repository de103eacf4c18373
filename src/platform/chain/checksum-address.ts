import { getAddress } from 'viem';

/** Formats an EVM address in the mixed case of EIP-55, which some external APIs require. @throws for text that is not an address */
export function checksumAddress(address: string): string {
  return getAddress(address);
}
