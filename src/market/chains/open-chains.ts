import type { SigningKeys } from '../../config/read-keys.ts';
import { devnetAccounts, devnetChainId } from '../../devnet/devnet-accounts.ts';
import type { EndpointTime } from '../../module/platform.ts';
import { autopilotVaultAbi } from '../../platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import { relayerAbi } from '../../platform/chain/abi/relayer.generated.ts';
import type { WatchedChains } from '../../platform/chain/chain.ts';
import { createChains } from '../../platform/chain/create-chains.ts';
import { createSigners, type Signers, type SigningKey, signerAddress } from '../../platform/chain/signer.ts';
import type { OnRpc } from '../../platform/chain/watch-rpc.ts';
import type { Log } from '../../platform/log/log.ts';
import type { Address } from '../../values/address.ts';
import { isEvmChain } from '../../values/chain-ids.ts';
import type { Networks } from '../networks/create-networks.ts';

export type OpenChains = {
  readonly chains: WatchedChains;
  readonly signers: Signers;
  /** The executor's address on a chain; null when this node has no key for it. */
  readonly executorOf: (chainId: number) => Address | null;
};

type OpenChainsDeps = { readonly networks: Networks; readonly log: Log; readonly onRpc?: OnRpc; readonly time?: EndpointTime | undefined };

/** Clients for every EVM chain that this node has an endpoint for, and the keys it executes with. */
export async function openChains(executorKeys: SigningKeys, deps: OpenChainsDeps): Promise<OpenChains> {
  const known = (await deps.networks.list()).filter(({ id, nodeUrls }) => isEvmChain(id) && nodeUrls.length > 0);
  const chains = createChains({
    networks: known.map(({ id, nodeUrls, confirmations }) => ({ chainId: id, rpcUrls: nodeUrls, confirmations })),
    log: deps.log,
    onRpc: deps.onRpc,
    ...deps.time,
    abis: [dcaVaultAbi, autopilotVaultAbi, relayerAbi, erc20Abi],
  });
  const executors = new Map<number, SigningKey>();
  for (const chainId of chains.chainIds) {
    const own = executorKeys.byChain[chainId] ?? executorKeys.default;
    // The devnet's keys apply there by themselves; a default key is meant for real chains.
    const privateKey = chainId === devnetChainId ? (executorKeys.byChain[chainId] ?? devnetAccounts.executor.privateKey) : own;
    if (privateKey !== undefined) executors.set(chainId, { chainId, privateKey });
  }
  const addresses = new Map([...executors].map(([chainId, key]) => [chainId, signerAddress(key)]));
  return {
    chains,
    signers: createSigners([...executors.values()]),
    executorOf: (chainId) => addresses.get(chainId) ?? null,
  };
}
