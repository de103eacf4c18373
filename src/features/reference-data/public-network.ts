import * as v from 'valibot';
import type { EffectiveNetwork } from '../../market/networks/network.ts';

/** Schema of the fields of a network that clients receive. */
export const publicNetworkSchema = v.object({
  id: v.number(),
  name: v.string(),
  nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.number() }),
  rpcUrls: v.array(v.string()),
  explorerUrl: v.nullable(v.string()),
  contracts: v.object({
    relayer: v.nullable(v.string()),
    dcaVault: v.nullable(v.string()),
    autopilotVault: v.nullable(v.string()),
    /** Address of the staking contract of rockets (NFTs that earn points while they are staked); null when there is none. */
    rocketStaking: v.nullable(v.string()),
  }),
});

/**
 * Returns the fields of a network that clients receive. Its endpoints are only the public ones of the network's record: the endpoints from
 * the settings (`nodeUrls`) may contain keys and are never sent to clients.
 */
export function publicNetwork(network: EffectiveNetwork): v.InferOutput<typeof publicNetworkSchema> {
  const { id, name, nativeCurrency, rpcUrls, explorerUrl, contracts } = network;
  const { relayer, dcaVault, autopilotVault, rocketStaking = null } = contracts;
  return { id, name, nativeCurrency, rpcUrls, explorerUrl, contracts: { relayer, dcaVault, autopilotVault, rocketStaking } };
}
