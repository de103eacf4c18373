import { settingsOf } from '../../config/compile-settings.ts';
import { CONTRACT_SETTINGS, catalogSettings } from '../../market/catalog/settings.ts';
import type { Address } from '../../values/address.ts';
import type { DeployedAddresses } from './fill-network-record.ts';
import type { OpenContracts } from './open-contracts.ts';

const NAMED = { DcaVault: 'dcaVault', AutopilotVault: 'autopilotVault', Relayer: 'relayer' } as const;

type Named = { readonly setting: string; readonly of: (typeof NAMED)[keyof typeof NAMED]; readonly address: Address };

/** Lists the deployed contracts whose addresses can also be set by settings. */
function settingsFor(addresses: DeployedAddresses): readonly Named[] {
  return (Object.keys(NAMED) as (keyof typeof NAMED)[]).flatMap((name) => {
    const [of, address] = [NAMED[name], addresses[name]];
    return address === undefined ? [] : [{ setting: CONTRACT_SETTINGS[of], of, address }];
  });
}

/**
 * Returns lines for a settings file that contain the addresses of the deployed contracts. A service that uses another store needs these
 * settings, because it does not read this store's Network record.
 */
export function settingLines({ network }: Pick<OpenContracts, 'network'>, addresses: DeployedAddresses): string[] {
  return settingsFor(addresses).map(({ setting, address }) => `${setting}={"${network.id}":"${address}"}`);
}

/** Reports settings that contain another address than that of the deployed contract. Such a setting overrides the Network record. */
export function overridingSettings({ config, network }: Pick<OpenContracts, 'config' | 'network'>, addresses: DeployedAddresses): string[] {
  const { contracts } = settingsOf(config, catalogSettings);
  return settingsFor(addresses).flatMap(({ setting, of, address }) => {
    const named = contracts[of][network.id];
    if (named === undefined || named === address) return [];
    return [
      `But the setting ${setting} names ${named}, and settings take precedence over the record. To use ${address}, change the setting.`,
    ];
  });
}
