import { devnetAccounts } from '../devnet/devnet-accounts.ts';
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
    ...(redisUrl === undefined
      ? []
      : [`redis    ${isShared ? 'used as a cache, and to divide scheduled work (ticks) among the nodes' : 'cache'}`]),
    `ticks    ${cron ? `every ${tickIntervalMs / 1_000} s` : 'off (CRON=false)'}`,
  ];
}

/** A demo wallet of the devnet, which the example requests use. */
const [DEMO] = devnetAccounts.demo;
/** The wallet address in examples on real chains: an example address of the EIP-55 specification. */
const SOMEBODY = '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed';

/** Builds example requests to the API that return data on the chains of this node. */
export function exampleRequests(
  baseUrl: string,
  { chains: { chains }, devnet }: { readonly chains: OpenChains; readonly devnet: LocalDevnet },
): readonly string[] {
  const chainId = devnet.rpcUrl === null ? chains.chainIds.find((id) => id !== DEVNET_CHAIN_ID) : DEVNET_CHAIN_ID;
  const wallet = chainId === DEVNET_CHAIN_ID ? DEMO.address : SOMEBODY;
  return [
    `curl ${baseUrl}/ready`,
    `curl ${baseUrl}/common/${chainId === undefined ? 'network' : `token/${chainId}`}`,
    `curl '${baseUrl}/defi/get-position?walletAddress=${wallet}'`,
  ];
}
