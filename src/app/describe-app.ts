import type { OpenChains } from '../market/chains/open-chains.ts';
import type { LocalDevnet } from '../market/devnet/module.ts';
import { DEVNET_CHAIN_ID } from '../values/chain-ids.ts';
import type { OpenPlatform } from './open-platform.ts';

/** Describes the running app on several lines for the person who started it. */
export function describeApp(
  open: OpenPlatform,
  { chains: { chains }, devnet }: { readonly chains: OpenChains; readonly devnet: LocalDevnet },
): readonly string[] {
  const { redisUrl, cron, tickIntervalMs } = open.platform.config;
  const { description, isShared } = open.openStore;
  const chain =
    devnet.rpcUrl === null ? chains.chainIds.join(', ') || 'none (set RPC_<chainId>)' : `devnet ${DEVNET_CHAIN_ID} at ${devnet.rpcUrl}`;
  return [
    `store    ${description}`,
    `chain    ${chain}`,
    ...(redisUrl === undefined ? [] : [`redis    ${isShared ? 'cache, and ticks shared with other nodes' : 'cache'}`]),
    `ticks    ${cron ? `every ${tickIntervalMs / 1_000} s` : 'off (CRON=false)'}`,
  ];
}
