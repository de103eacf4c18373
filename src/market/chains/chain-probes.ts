import type { ProbeSpec } from '../../http/health/probe.ts';

/** Names and kinds of the readiness checks (probes) that exist for each chain. */
export const CHAIN_PROBES = {
  chain: {
    name: 'chain <chainId>',
    kind: 'chain',
    help: 'No endpoint answers, every endpoint serves another chain, or there is no executor key.',
  },
  endpoints: { name: 'chain <chainId> endpoints', kind: 'chain', isOptional: true, help: 'Some endpoints are avoided.' },
  setup: {
    name: 'chain <chainId> setup',
    kind: 'chain',
    isOptional: true,
    help: 'The chain has no vault and no relayer; a vault does not accept the executor, is not open, or allows no router; the executor has too little for gas, or its signer behind a URL cannot sign.',
  },
  records: {
    name: 'chain records',
    kind: 'chain',
    isOptional: true,
    help: "The store has a devnet's records on a node for real chains, or names vaults of a chain of which this node has no endpoint.",
  },
  progress: { name: 'chain <chainId> progress', kind: 'chain', isOptional: true, help: 'The chain answers, but makes no progress.' },
} as const satisfies { readonly [name: string]: ProbeSpec };
