import { existsSync } from 'node:fs';
import { type Config, settingsOf } from '../../config/compile-settings.ts';
import type { SigningKeys } from '../../config/read-keys.ts';
import { relayerSettings } from '../../features/relayer/settings.ts';
import { catalogSettings } from '../../market/catalog/settings.ts';
import { openChains } from '../../market/chains/open-chains.ts';
import { chainsSettings } from '../../market/chains/settings.ts';
import { createNetworks, type Networks } from '../../market/networks/create-networks.ts';
import type { EffectiveNetwork } from '../../market/networks/network.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { createChains } from '../../platform/chain/create-chains.ts';
import { signerAddress, signingKeyOf } from '../../platform/chain/signer.ts';
import { silentLog as log } from '../../platform/log/log.ts';
import { createMemoryRecordStore } from '../../platform/store/memory/memory-record-store.ts';
import type { RecordStore } from '../../platform/store/record-store.ts';
import type { Address } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import { openStoreAt } from '../open-store.ts';

/** A chain on which a command deploys or administers contracts, with its data from the settings and the store. */
export type OpenContracts = {
  readonly config: Config;
  readonly chain: Chain;
  readonly network: EffectiveNetwork;
  readonly networks: Networks;
  readonly records: RecordStore;
  /** Kind and location of the store; null when there is no store yet, and the records come from the seed file. */
  readonly store: string | null;
  /** The addresses of the accounts whose keys are in the setting EXECUTOR_KEY for this chain. */
  readonly executors: readonly Address[];
  /** The addresses of the accounts whose keys are in the setting SIGNER_KEY for this chain. */
  readonly signers: readonly Address[];
  /** Notices about RPC endpoints that are not used. A command shows them to the user before any other output. */
  readonly notes: readonly string[];
  readonly close: () => Promise<void>;
};

/**
 * Opens a chain for the commands that deploy and administer contracts.
 * @param storeUrl the URL of the store
 * @param isMade whether a missing store is created
 * @throws TerminalError `no-network`, `no-rpc`, `other-chain`, `rpc-unusable`; the errors of `openStoreAt`
 */
export async function openContracts(
  config: Config,
  { chainId, storeUrl, isMade, clock }: { chainId: number; storeUrl: string; isMade: boolean; clock: Clock },
): Promise<OpenContracts> {
  const { records, store, close } = await openRecords(storeUrl, isMade, clock);
  try {
    const networks = createNetworks({ records, settings: settingsOf(config, catalogSettings) });
    if ((await networks.list()).length === 0) await networks.seed();
    const network = await networks.get(chainId);
    if (network === null) throw failure('no-network', `The store has no Network record of chain ${chainId}. Check the chain id.`);
    if (network.nodeUrls.length === 0) throw failure('no-rpc', `Chain ${chainId} has no endpoint. Set RPC_${chainId}.`);
    const { usable, notes } = await usableEndpoints(chainId, network.nodeUrls);
    const { executorKeys } = settingsOf(config, chainsSettings);
    const { signerKeys } = settingsOf(config, relayerSettings);
    const open = await openChains(executorKeys, {
      networks: onlyWith(networks, chainId, usable),
      log,
      remote: { token: config.signerUrlToken },
    });
    return {
      ...{ config, network, networks, records, store, notes, close },
      chain: open.chains.of(chainId),
      executors: open.executorsOf(chainId),
      signers: addressesOf(signerKeys, chainId),
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function openRecords(storeUrl: string, isMade: boolean, clock: Clock): Promise<Pick<OpenContracts, 'records' | 'store' | 'close'>> {
  const path = storeUrl.startsWith('sqlite:') ? storeUrl.slice('sqlite:'.length) : null;
  if (path !== null && !existsSync(path) && !isMade)
    return { records: createMemoryRecordStore({ clock }), store: null, close: async () => {} };
  const { records, description, close } = await openStoreAt(storeUrl, clock);
  return { records, store: description, close };
}

/**
 * Checks each RPC endpoint by itself. As part of a list, an endpoint of a wrong chain would only be skipped, and not reported. An
 * unreachable endpoint is omitted if another endpoint answers.
 * @throws TerminalError `other-chain`; `rpc-unusable` when no endpoint answers
 */
async function usableEndpoints(
  chainId: number,
  urls: readonly string[],
): Promise<{ readonly usable: readonly string[]; readonly notes: readonly string[] }> {
  const asked = await Promise.all(urls.map(async (url) => ({ url, trouble: await troubleOf(chainId, url) })));
  const usable = asked.filter(({ trouble }) => trouble === null).map(({ url }) => url);
  const notes = asked.flatMap(({ trouble }) => trouble ?? []);
  if (usable.length === 0) throw failure('rpc-unusable', notes.join(' '));
  return { usable, notes: notes.map((note) => `${note} The other endpoint${usable.length === 1 ? ' is' : 's are'} used.`) };
}

/**
 * Returns the reason why an RPC endpoint cannot be used; null when it serves the chain.
 * @throws TerminalError `other-chain`
 */
async function troubleOf(chainId: number, url: string): Promise<string | null> {
  const host = URL.parse(url)?.host ?? 'an endpoint';
  let served: number;
  try {
    served = await createChains({ networks: [{ chainId, rpcUrls: [url] }], log, abis: [] })
      .of(chainId)
      .getChainId();
  } catch (error) {
    if (!(error instanceof CoxswainError)) throw error;
    const trouble = `The endpoint ${host} in RPC_${chainId} cannot be used: ${error.message}`;
    if (error.code === 'rpc-other-chain') throw failure('other-chain', trouble);
    return trouble;
  }
  if (served === chainId) return null;
  throw failure('other-chain', `The endpoint ${host} in RPC_${chainId} serves chain ${served}. Correct the setting.`);
}

/** Returns a copy of the networks in which the chain `chainId` has only the RPC endpoints `nodeUrls`; the other chains are unchanged. */
function onlyWith(networks: Networks, chainId: number, nodeUrls: readonly string[]): Networks {
  return {
    ...networks,
    list: async () => (await networks.list()).map((network) => (network.id === chainId ? { ...network, nodeUrls } : network)),
  };
}

function addressesOf({ byChain, default: usual }: SigningKeys, chainId: number): readonly Address[] {
  const key = byChain[chainId] ?? usual;
  return key === undefined ? [] : [signerAddress(signingKeyOf(chainId, key))];
}

function failure(code: string, message: string): TerminalError {
  return new TerminalError({ code, message });
}
