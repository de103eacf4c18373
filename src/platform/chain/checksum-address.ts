import { getAddress } from 'viem';

/** An EVM address in the casing of EIP-55, which some outside APIs insist on. @throws when it is no address */
export function checksumAddress(address: string): string {
  return getAddress(address);
}
