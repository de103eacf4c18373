import type { Chain } from '../../platform/chain/chain.ts';
import { readVaultSetup } from '../../platform/chain/contract-setup.ts';
import type { Address } from '../../values/address.ts';
import { type Finding, looked, ok, wrong } from '../../values/finding.ts';
import { CONTRACT_SETTINGS } from '../catalog/settings.ts';
import type { EffectiveNetwork } from '../networks/network.ts';

type Contracts = Pick<EffectiveNetwork['contracts'], 'dcaVault' | 'autopilotVault' | 'uniswapV2' | 'uniswapV3' | 'uniswapV4'>;
type Network = { readonly contracts: Contracts };
type ReadChain = Pick<Chain, 'chainId' | 'getCode' | 'readContracts'>;

const VAULTS = [
  { name: 'dcaVault', users: 'DCA positions' },
  { name: 'autopilotVault', users: 'Autopilot agents' },
] as const;

/** The names of a chain's vaults in the Network record. */
export const VAULT_NAMES: readonly string[] = VAULTS.map(({ name }) => name);

/**
 * Names of this service's contracts in the Network record. A chain needs at least one of them; without any, this service can execute
 * nothing on the chain.
 */
const OWN_CONTRACTS = ['dcaVault', 'autopilotVault', 'relayer'] as const;

/** Returns a text which explains that a chain has none of the service's contracts, and what to do; null when it has at least one. */
export function noContractsTrouble({ id, contracts }: Pick<EffectiveNetwork, 'id' | 'contracts'>): string | null {
  if (OWN_CONTRACTS.some((name) => contracts[name] !== null)) return null;
  return (
    `No vault and no relayer is known on chain ${id}, so nothing is executed there. Deploy these contracts with coxswain contracts deploy ` +
    `--chain ${id} (docs/real-chain.md), or give their addresses in the settings ` +
    `${OWN_CONTRACTS.map((name) => CONTRACT_SETTINGS[name]).join(', ')}.`
  );
}

/**
 * Checks for each vault of a chain that the vault accepts transactions from this node and that it may trade. A chain without a vault is not
 * a problem.
 */
export function examineVaults(chain: ReadChain, network: Network, executor: Address | null): Promise<readonly Finding[]> {
  return Promise.all(
    VAULTS.map(({ name, users }) => {
      const setting = CONTRACT_SETTINGS[name];
      const address = network.contracts[name];
      const check = `chain ${chain.chainId} ${name}`;
      if (address === null)
        return ok(check, `no contract is known, so there are no ${users} on this chain; the setting ${setting} can name a contract`);
      return looked(check, 'Try again.', async () => {
        const trouble = await troubleOf(chain, network, executor === null ? [] : [executor], { address, setting });
        const accepts = executor === null ? '' : "accepts this node's executor and ";
        return trouble === null ? ok(check, `${address} ${accepts}allows a router`) : wrong(check, trouble);
      });
    }),
  );
}

/**
 * Returns a text that describes what prevents a chain's vaults from working, with instructions; null if there is no problem. @throws
 * RetryableError when a vault cannot be read
 */
export async function vaultTroubles(chain: ReadChain, network: Network, executors: readonly Address[]): Promise<string | null> {
  const found: string[] = [];
  for (const { name } of VAULTS) {
    const address = network.contracts[name];
    const trouble = address === null ? null : await troubleOf(chain, network, executors, { address, setting: CONTRACT_SETTINGS[name] });
    if (trouble !== null) found.push(`${name}: ${trouble}`);
  }
  return found.length === 0 ? null : found.join(' ');
}

async function troubleOf(
  chain: ReadChain,
  network: Network,
  executors: readonly Address[],
  { address, setting }: { readonly address: Address; readonly setting: string },
): Promise<string | null> {
  if ((await chain.getCode(address)) === '0x') return `There is no contract at ${address}. Correct ${setting}, or the Network record.`;
  const routers = routersOf(network.contracts);
  const setup = await readVaultSetup(chain, address, { executors, routers });
  if (setup === null) return `The contract at ${address} is not a vault. Correct ${setting}, or the Network record.`;
  const { isOpen, refusedExecutors: refused, allowsRouter } = setup;
  if (!isOpen) return `${address} accepts no deposits, because its administrator has not opened it yet.`;
  if (refused.length > 0)
    return `${address} does not accept this node's executor ${refused.join(' and ')}. Allow it in the vault, or correct EXECUTOR_KEY.`;
  if (routers.length === 0) return `${address} cannot trade, because the Network record names no router. Add one to the record.`;
  if (allowsRouter) return null;
  return `${address} cannot trade, because it allows none of the routers ${routers.join(', ')}. Allow one of them in the vault.`;
}

/** Returns a chain's routers of exchanges, with which orders can be executed without an external provider. */
function routersOf({ uniswapV2, uniswapV3, uniswapV4 }: Contracts): readonly Address[] {
  return [uniswapV2?.router, uniswapV3?.swapRouter, uniswapV4?.swapRouter].filter((router) => router != null);
}
