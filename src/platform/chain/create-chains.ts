import type { Abi } from 'viem';
import { DEVNET_CHAIN_ID, isEvmChain } from '../../values/chain-ids.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { RepeatsLog } from '../log/repeats.ts';
import type { WatchedChains } from './chain.ts';
import { createChain, type NetworkSettings } from './create-chain.ts';
import type { OnRpc } from './watch-rpc.ts';

/**
 * Creates the clients of every configured network. `abis` are the ABIs of contracts whose custom errors are decoded by name.
 * @throws TerminalError `invalid-network` for an id that does not belong to an EVM chain, or a network without an http(s) endpoint
 */
export function createChains(deps: {
  readonly networks: readonly NetworkSettings[];
  readonly log: RepeatsLog;
  readonly abis: readonly Abi[];
  /** Time-out of one request in milliseconds; default: 8,000. */
  readonly requestTimeoutMs?: number;
  /** A clock (in ms, with any start) that measures how long an endpoint is avoided. Default: the machine's clock. */
  readonly stopwatch?: () => number;
  /** How often a failed read is retried; default 2. */
  readonly readRetries?: number;
  /** Called for each request to a blockchain node. */
  readonly onRpc?: OnRpc | undefined;
}): WatchedChains {
  const abi = deps.abis.flat();
  const chains = new Map<number, ReturnType<typeof createChain>>();
  for (const network of deps.networks) {
    check(network);
    const isDevnet = network.chainId === DEVNET_CHAIN_ID;
    const chain = createChain(network, {
      abi,
      log: deps.log,
      onRpc: deps.onRpc,
      requestTimeoutMs: deps.requestTimeoutMs ?? 8_000,
      stopwatch: deps.stopwatch,
      readRetries: deps.readRetries ?? 2,
      confirmations: network.confirmations ?? (isDevnet ? 0 : 3),
      stuckAfterMs: network.stuckAfterMs ?? (isDevnet ? 30_000 : 90_000),
    });
    chains.set(network.chainId, chain);
  }
  return {
    chainIds: [...chains.keys()],
    endpoints: () => [...chains.values()].flatMap((chain) => chain.endpointStates()),
    has: (chainId) => chains.has(chainId),
    of: (chainId) => {
      const chain = chains.get(chainId);
      if (chain) return chain;
      const message = `Chain ${chainId} is not configured: set RPC_${chainId} to its endpoints.`;
      throw new TerminalError({ code: 'chain-not-configured', message, status: 422 });
    },
  };
}

function check({ chainId, rpcUrls }: NetworkSettings): void {
  const fail = (message: string): never => {
    throw new TerminalError({ code: 'invalid-network', message });
  };
  if (!isEvmChain(chainId)) fail(`${chainId} is not the id of an EVM chain.`);
  if (rpcUrls.length === 0) fail(`Chain ${chainId} has no RPC endpoint.`);
  for (const url of rpcUrls) {
    if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) fail(`Chain ${chainId}: an RPC endpoint must be an http(s) URL.`);
  }
}
