import { randomBytes } from 'node:crypto';
import type { Fork } from '../../devnet/fork/start-fork.ts';
import { createNetworks, type Networks } from '../../market/networks/create-networks.ts';
import type { EffectiveNetwork, Network } from '../../market/networks/network.ts';
import { autopilotVaultAbi } from '../../platform/chain/abi/autopilot-vault.generated.ts';
import { dcaVaultAbi } from '../../platform/chain/abi/dca-vault.generated.ts';
import { erc20Abi } from '../../platform/chain/abi/erc20.generated.ts';
import type { Chains } from '../../platform/chain/chain.ts';
import { readVaultSetup } from '../../platform/chain/contract-setup.ts';
import { createChains } from '../../platform/chain/create-chains.ts';
import { createSigners, type Signer, signerAddress } from '../../platform/chain/signer.ts';
import { silentLog as log } from '../../platform/log/log.ts';
import { createMemoryRecordStore } from '../../platform/store/memory/memory-record-store.ts';
import { type Address, parseAddress } from '../../values/address.ts';
import type { Clock } from '../../values/clock.ts';
import { deployContracts } from '../contracts/deploy-contracts.ts';
import type { OpenContracts } from '../contracts/open-contracts.ts';
import { planDeployment } from '../contracts/plan-deployment.ts';

/** A vault contract on the fork of a chain, and the executor account from which the vault accepts the execution of orders. */
export type ForkVault = { readonly address: Address; readonly executor: Address; readonly isDeployed: boolean };

/** The contracts and records with which a rehearsal tries out trades on a fork (local copy) of a chain. */
export type OpenRehearsal = {
  readonly chains: Chains;
  readonly networks: Networks;
  readonly dca: ForkVault;
  readonly autopilot: ForkVault;
  readonly notes: readonly string[];
};

/** Time limit of a request to the fork, in ms. A fork reads missing data from the real chain, so a simulation may take long. */
const REQUEST_TIMEOUT_MS = 60_000;
const LOOK_EVERY_MS = 20;
/** Native coin balance that an account on the fork receives, in wei. */
const COINS = `0x${(10n ** 24n).toString(16)}`;

/**
 * Opens the records and contracts of a fork. A contract of the real chain is used if it would accept this node's orders; if it would not, a
 * copy of the contract is deployed on the fork.
 * @throws TerminalError `contracts-refused` and the errors of `planDeployment`
 */
export async function openRehearsal(real: OpenContracts, fork: Fork, clock: Clock): Promise<OpenRehearsal> {
  const { network } = real;
  const records = createMemoryRecordStore({ clock });
  const noContracts = { relayer: {}, dcaVault: {}, autopilotVault: {} };
  const networks = createNetworks({ records, settings: { rpcUrls: { [network.id]: [fork.rpcUrl] }, contracts: noContracts } });
  const { nodeUrls: _, ...stored } = network;
  await networks.put(stored satisfies Network);
  const chains = createChains({
    networks: [{ chainId: network.id, rpcUrls: [fork.rpcUrl], confirmations: 0, rollup: 'none' }],
    ...{ log, requestTimeoutMs: REQUEST_TIMEOUT_MS, readRetries: 0, abis: [dcaVaultAbi, autopilotVaultAbi, erc20Abi] },
  });
  const chain = chains.of(network.id);

  const notes: string[] = [];
  const usable = async (name: 'dcaVault' | 'autopilotVault'): Promise<ForkVault | null> => {
    const address = network.contracts[name];
    if (address === null) return null;
    const setup = await readVaultSetup(chain, address, { executors: real.executors, routers: [] });
    const executor = real.executors.find((one) => setup?.refusedExecutors.includes(one) === false);
    if (setup?.isOpen === true && executor !== undefined) return { address, executor, isDeployed: true };
    notes.push(`A copy is used instead of the ${name} ${address}, ${whyNot(setup, real.executors.length)}.`);
    return null;
  };
  const existing = { dca: await usable('dcaVault'), autopilot: await usable('autopilotVault') };
  const copied = existing.dca !== null && existing.autopilot !== null ? null : await deployCopies(real, { fork, networks, chains });
  const executors = [existing.dca?.executor, existing.autopilot?.executor, copied?.executor].filter((one) => one !== undefined);
  for (const executor of new Set(executors)) await unlock(fork, executor);
  const copyOf = (found: ForkVault | null, name: 'DcaVault' | 'AutopilotVault'): ForkVault => {
    const address = copied?.addresses[name];
    if (found !== null) return found;
    if (copied === null || address === undefined)
      throw new Error(`The contract ${name} was deployed on the fork, but the fork does not have it`);
    return { address, executor: copied.executor, isDeployed: false };
  };
  if (copied !== null) notes.push(...copied.notes);
  return { chains, networks, dca: copyOf(existing.dca, 'DcaVault'), autopilot: copyOf(existing.autopilot, 'AutopilotVault'), notes };
}

/** Lets an account on the fork of a chain send transactions without its private key, and gives the account native coins. */
export async function unlock({ rpc }: Pick<Fork, 'rpc'>, account: Address): Promise<void> {
  await rpc('anvil_impersonateAccount', [account]);
  await rpc('anvil_setBalance', [account, COINS]);
}

/** Returns a new random address, whose key nobody has. */
export function newAddress(): Address {
  return parseAddress(`0x${randomBytes(20).toString('hex')}`);
}

async function deployCopies(
  real: OpenContracts,
  { fork, networks, chains }: { readonly fork: Fork; readonly networks: Networks; readonly chains: Chains },
) {
  const chainId = real.network.id;
  const signer = newSigner(chainId);
  await fork.rpc('anvil_setBalance', [signer.address, COINS]);
  const executor = newAddress();
  const network = await ownNetwork(networks, chainId);
  const open: OpenContracts = {
    ...{ config: real.config, records: real.records, store: null, executors: [executor], signers: [] },
    ...{ chain: chains.of(chainId), network, networks, notes: [], close: async () => {} },
  };
  const nobody = { treasury: null, feeBps: 0, relayerFeeBps: 0, allowDelaySeconds: null, routersOf: null, mayLackRouters: true };
  const plan = await planDeployment(open, { admin: signer.address, executors: [executor], signers: [executor], ...nobody }, signer);
  const { addresses } = await deployContracts(open, plan, {
    signer,
    tell: () => {},
    lookEveryMs: LOOK_EVERY_MS,
    isReplacing: true,
    operator: null,
  });
  return { addresses, executor, notes: plan.notes };
}

async function ownNetwork(networks: Networks, chainId: number): Promise<EffectiveNetwork> {
  const network = await networks.get(chainId);
  if (network === null) throw new Error('The record that was just written is missing');
  return network;
}

function newSigner(chainId: number): Signer {
  const key = { chainId, privateKey: `0x${randomBytes(32).toString('hex')}` };
  return createSigners([key]).of(chainId, signerAddress(key));
}

function whyNot(setup: Awaited<ReturnType<typeof readVaultSetup>>, executors: number): string {
  if (setup === null) return 'because the contract there is no vault';
  if (!setup.isOpen) return 'because its administrator has not opened it';
  return executors === 0 ? 'because the settings name no executor' : 'because it accepts no executor of the settings';
}
