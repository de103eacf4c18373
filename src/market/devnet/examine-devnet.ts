import { type Config, settingsOf } from '../../config/compile-settings.ts';
import type { Chain } from '../../platform/chain/chain.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';
import { type Finding, ok } from '../../values/finding.ts';
import { catalogSettings } from '../catalog/settings.ts';
import { devnetSettings } from './settings.ts';

/** Whether a chain is the local devnet that this service runs. False when the settings configure another node for the devnet's chain id. */
export function isLocalDevnet(config: Config, chainId: number): boolean {
  return chainId === DEVNET_CHAIN_ID && settingsOf(config, catalogSettings).rpcUrls[chainId] === undefined;
}

/**
 * Returns a finding when the chain is the local devnet and is not running, which is not a fault. Returns null when it is running, and for
 * any other chain.
 */
export async function findStoppedDevnet(config: Config, chain: Chain): Promise<Finding | null> {
  const { chainId } = chain;
  if (!isLocalDevnet(config, chainId) || (await answers(chain))) return null;
  const { isEnabled } = settingsOf(config, devnetSettings);
  return ok(
    `chain ${chainId}`,
    isEnabled
      ? 'the local devnet does not answer; it runs while the service runs, and starts with it'
      : 'a devnet of an earlier start, which is not running',
  );
}

/**
 * Returns the finding for a node that has no chain yet because its devnet was never started; null when the settings do not turn on a
 * devnet.
 */
export function findComingDevnet(config: Config): Finding | null {
  return settingsOf(config, devnetSettings).isEnabled ? ok('chains', 'the local devnet, which starts with the service') : null;
}

async function answers(chain: Chain): Promise<boolean> {
  try {
    return (await chain.getChainId()) === chain.chainId;
  } catch {
    return false;
  }
}
