import { getAddress } from 'viem';

/** Writes an EVM address in the mixed case of EIP-55, which some outside APIs require. @throws for text that is not an address */
export function checksumAddress(address: string): string {
  return getAddress(address);
}
