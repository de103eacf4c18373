import { settingsOf } from '../../config/compile-settings.ts';
import { catalogSettings } from '../../market/catalog/settings.ts';
import type { DeployedAddresses } from './fill-network-record.ts';
import type { OpenContracts } from './open-contracts.ts';

const SETTINGS = [
  { name: 'DcaVault', of: 'dcaVault', setting: 'DCA_VAULT_ADDRESSES' },
  { name: 'AutopilotVault', of: 'autopilotVault', setting: 'AUTOPILOT_ADDRESSES' },
  { name: 'Relayer', of: 'relayer', setting: 'RELAYER_ADDRESSES' },
] as const;

/** Says which settings name other contracts than those deployed: a setting replaces what the Network record says. */
export function overridingSettings({ config, network }: Pick<OpenContracts, 'config' | 'network'>, addresses: DeployedAddresses): string[] {
  const { contracts } = settingsOf(config, catalogSettings);
  return SETTINGS.flatMap(({ name, of, setting }) => {
    const [address, named] = [addresses[name], contracts[of][network.id]];
    if (address === undefined || named === undefined || named === address) return [];
    return [`But ${setting} names ${named}, and a setting replaces the record: change it to use ${address}.`];
  });
}
