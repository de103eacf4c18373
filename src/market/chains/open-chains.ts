import type { SigningKeyLists } from '../../config/read-keys.ts';
import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import type { EndpointTime } from '../../module/platform.ts';
import { autopilotVaultAbi } from '../../platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../platform/chain/abi/relayer.generated.ts';
import type { WatchedChains } from '../../platform/chain/chain.ts';
import { createChains } from '../../platform/chain/create-chains.ts';
import type { RemoteSigning } from '../../platform/chain/remote-signer/ask-signer.ts';
import { createSigners, type Signers, type SigningKey, signerAddress, signingKeyOf } from '../../platform/chain/signer.ts';
import type { OnRpc } from '../../platform/chain/watch-rpc.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Address } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Networks } from '../networks/create-networks.ts';
import { chooseExecutor } from './choose-executor.ts';

export type OpenChains = {
  readonly chains: WatchedChains;
  readonly signers: Signers;
  /**
   * The addresses of the executors (accounts that send transactions) on a chain, the main one first; empty when this node has no key for
   * the chain.
   */
  readonly executorsOf: (chainId: number) => readonly Address[];
  /**
   * Returns the executor (account that sends transactions) for a subject (such as an agent) on a chain; the same subject always gets the
   * same executor. Without a subject, returns the main executor. Null when this node has no executor key for the chain.
   */
  readonly executorOf: (chainId: number, subject?: string) => Address | null;
};

type OpenChainsDeps = {
  readonly networks: Networks;
  readonly log: Log;
  readonly onRpc?: OnRpc;
  readonly time?: EndpointTime | undefined;
  /** Options for calling remote signers, which are signing services reached by a URL. */
  readonly remote: RemoteSigning;
};

/** Creates clients for every EVM chain for which this node has an RPC endpoint, and the signers of the node's executor keys. */
export async function openChains(executorKeys: SigningKeyLists, deps: OpenChainsDeps): Promise<OpenChains> {
  const known = (await deps.networks.list()).filter(({ id, nodeUrls }) => isEvmChain(id) && nodeUrls.length > 0);
  const chains = createChains({
    networks: known.map(({ id, nodeUrls, confirmations, rollup }) => ({ chainId: id, rpcUrls: nodeUrls, confirmations, rollup })),
    log: deps.log,
    onRpc: deps.onRpc,
    ...deps.time,
    abis: [dcaVaultAbi, autopilotVaultAbi, relayerAbi, erc20Abi],
  });
  const executors = new Map<number, readonly SigningKey[]>();
  for (const chainId of chains.chainIds) {
    // On the devnet, the devnet's own executor key is used automatically. A key for all chains (`default`) is intended for real chains.
    const usual = chainId === devnetChainId ? [devnetAccounts.executor.privateKey] : executorKeys.default;
    const keys = executorKeys.byChain[chainId] ?? usual;
    executors.set(
      chainId,
      keys.map((key) => signingKeyOf(chainId, key)),
    );
  }
  const addresses = new Map([...executors].map(([chainId, keys]) => [chainId, keys.map(signerAddress)]));
  for (const [chainId, list] of addresses) refuseTwice(chainId, list);
  const executorsOf = (chainId: number) => addresses.get(chainId) ?? [];
  return {
    chains,
    signers: createSigners([...executors.values()].flat(), deps.remote),
    executorsOf,
    executorOf: (chainId, subject) =>
      subject === undefined ? (executorsOf(chainId)[0] ?? null) : chooseExecutor(executorsOf(chainId), subject),
  };
}

/**
 * Refuses two executor keys with the same address, because both would use the same nonces. This happens, for example, when a private key
 * and the URL of a remote signer for the same key are configured.
 */
function refuseTwice(chainId: number, addresses: readonly Address[]): void {
  const repeated = addresses.find((address, i) => addresses.indexOf(address) !== i);
  if (repeated === undefined) return;
  const message = `EXECUTOR_KEY contains the key of ${repeated} twice for chain ${chainId}. Give each key once.`;
  throw new TerminalError({ code: 'key-twice', message });
}
