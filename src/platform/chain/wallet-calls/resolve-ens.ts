import { namehash, parseAbi } from 'viem';
import { type Address, NO_ADDRESS, parseAddress } from '../../../values/address.ts';
import type { ChainReads, Chains } from '../chain.ts';

/** Address of the ENS registry on chain 1 (docs.ens.domains). */
const REGISTRY = parseAddress('0x00000000000C2E074eC69A0dFb2997BA6C7d2e1e');
const CHAIN_ID = 1;
const ABI = parseAbi(['function resolver(bytes32 node) view returns (address)', 'function addr(bytes32 node) view returns (address)']);
const GAS = 500_000n;

/**
 * Resolves an ENS name to its address. `not-configured`: this node has no endpoint of chain 1. Null: the name has no address, or has only
 * an address that is stored off chain; such addresses are never requested. @throws the errors of `ChainReads`
 */
export type ResolveEns = (name: string) => Promise<Address | null | 'not-configured'>;

export function createResolveEns({ chains }: { readonly chains: Chains }): ResolveEns {
  return async (name) => {
    if (!chains.has(CHAIN_ID)) return 'not-configured';
    const node = await nodeOf(name);
    if (node === null) return null;
    return await chains.of(CHAIN_ID).onOneEndpoint((reads) => addressOf(reads, node));
  };
}

async function addressOf(reads: ChainReads, node: `0x${string}`): Promise<Address | null> {
  const read = async (address: Address, functionName: 'resolver' | 'addr'): Promise<Address | null> => {
    const [answer] = await reads.readContracts([{ address, abi: ABI, functionName, args: [node] }] as const, { gasEach: GAS });
    if (answer.status === 'failure') return null;
    const found = parseAddress(answer.result);
    return found === NO_ADDRESS ? null : found;
  };
  const resolver = await read(REGISTRY, 'resolver');
  return resolver === null ? null : await read(resolver, 'addr');
}

async function nodeOf(name: string): Promise<`0x${string}` | null> {
  // The part of viem for ENS names consists of about a hundred files, so it is loaded only when a name is first resolved.
  const { normalize } = await import('viem/ens');
  try {
    return namehash(normalize(name));
  } catch {
    // The text is not a valid name by the rules of ENS (ENSIP-15), which also refuse names that look like other names.
    return null;
  }
}
