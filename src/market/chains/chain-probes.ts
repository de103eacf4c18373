import type { ProbeSpec } from '../../http/health/probe.ts';

/** Names and kinds of the readiness checks (probes) that exist for each chain. */
export const CHAIN_PROBES = {
  chain: {
    name: 'chain <chainId>',
    kind: 'chain',
    help: 'No endpoint of the chain answers, every endpoint serves another chain, or no executor key is set.',
  },
  endpoints: {
    name: 'chain <chainId> endpoints',
    kind: 'chain',
    isOptional: true,
    help: 'Some endpoints of the chain are avoided, because they failed or are behind.',
  },
  setup: {
    name: 'chain <chainId> setup',
    kind: 'chain',
    isOptional: true,
    help: 'The chain has no vault and no relayer; or a vault does not accept the executor, is not open, or allows no router; or the executor has too little gas money; or its signer behind a URL cannot sign.',
  },
  records: {
    name: 'chain records',
    kind: 'chain',
    isOptional: true,
    help: "The store has a devnet's records on a node for real chains, or names vaults of a chain of which this node has no endpoint.",
  },
  progress: {
    name: 'chain <chainId> progress',
    kind: 'chain',
    isOptional: true,
    help: "The chain's endpoints answer, but the chain has no new blocks, or transactions are not mined.",
  },
} as const satisfies { readonly [name: string]: ProbeSpec };
