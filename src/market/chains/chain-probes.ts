import type { ProbeSpec } from '../../http/health/probe.ts';

/** Names and kinds of the readiness checks (probes) that are made for each chain. */
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
    help:
      'Trades on the chain cannot be executed for one of these reasons: the chain has no vault and no relayer; a vault does not ' +
      "accept the executor, is not open, or allows no router; the executor has too little gas money; or the executor's remote " +
      'signer cannot sign.',
  },
  records: {
    name: 'chain records',
    kind: 'chain',
    isOptional: true,
    help: 'The store has records of a devnet although this node is for real chains, or records of vaults on a chain for which this node has no RPC endpoint.',
  },
  progress: {
    name: 'chain <chainId> progress',
    kind: 'chain',
    isOptional: true,
    help: "The chain's endpoints answer, but the chain makes no new blocks, or transactions are not mined.",
  },
} as const satisfies { readonly [name: string]: ProbeSpec };
