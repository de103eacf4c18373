import * as v from 'valibot';
import { type Address, isAddress } from '../../values/address.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

const addressSchema = v.custom<Address>(isAddress, 'Expected a lowercase EVM address');

const uniswapV3Schema = v.object({
  factory: addressSchema,
  quoterV2: addressSchema,
  swapRouter: addressSchema,
  /** Router version: 1 is `SwapRouter`, 2 is `SwapRouter02`; their calls differ. */
  swapRouterVersion: v.picklist([1, 2]),
});

/** `UniswapV2Router02` and its factory; addresses from Uniswap's list of deployments, as those of v4. */
const uniswapV2Schema = v.object({ factory: addressSchema, router: addressSchema });

const uniswapV4Schema = v.object({
  poolManager: addressSchema,
  quoter: addressSchema,
  stateView: addressSchema,
  /**
   * Address of `V4SwapRouter` (src/devnet/contracts), which accepts plain approvals. Null: not deployed on this chain, so v4 is not quoted
   * there; Uniswap's own router takes tokens only through Permit2.
   */
  swapRouter: v.nullable(addressSchema),
});

/** Contracts on a chain, ours and others'; null: none, or none known. */
const contractsSchema = v.object({
  relayer: v.nullable(addressSchema),
  dcaVault: v.nullable(addressSchema),
  autopilotVault: v.nullable(addressSchema),
  multicall3: v.nullable(addressSchema),
  /** The ERC-20 that stands for the native asset (WETH, WBNB, ...). */
  wrappedNative: v.nullable(addressSchema),
  // Optional, because older records have no addresses of Uniswap v2 and v4.
  uniswapV2: v.optional(v.nullable(uniswapV2Schema), null),
  uniswapV3: v.nullable(uniswapV3Schema),
  uniswapV4: v.optional(v.nullable(uniswapV4Schema), null),
  /** Where rockets are staked; missing in older records. */
  rocketStaking: v.exactOptional(v.nullable(addressSchema)),
});

/** The Network record (interface document, "Network", which shows id, show and launchpad; the rest is ours). */
export const networkSchema = v.object({
  /** The EVM chain id; 102 for Solana and 728126428 for TRON. */
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.pipe(v.string(), v.nonEmpty()),
  /** When false, look-ups treat the chain as not found. */
  show: v.boolean(),
  nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  /** Public endpoints, for wallets. They are shown to anyone: endpoints with keys belong in the settings (`RPC_<chainId>`). */
  rpcUrls: v.array(v.string()),
  explorerUrl: v.nullable(v.string()),
  contracts: contractsSchema,
  /** Tokens that count as one dollar when prices are read from pools, in order of preference. */
  dollarTokens: v.array(v.string()),
  /** Number of blocks after which a block counts as final. */
  confirmations: v.pipe(v.number(), v.integer(), v.minValue(0)),
  launchpad: v.object({ enabled: v.boolean() }),
  /** Ties a devnet's data to its chain; absent on public chains. */
  deploymentId: v.exactOptional(v.string()),
  /**
   * How transactions pay for their data on the layer-1 chain. `none`: not, or as part of the usual gas. Absent: the chain is asked, and a
   * chain that does not answer as an OP-stack chain or Arbitrum is none.
   */
  rollup: v.exactOptional(v.picklist(['none', 'op-stack', 'arbitrum'])),
  /** True when the chain makes blocks only for transactions. Absent: true for devnets, false for public chains. */
  blocksOnDemand: v.exactOptional(v.boolean()),
});

export type Network = v.InferOutput<typeof networkSchema>;

export function makesBlocksOnDemand({ id, blocksOnDemand }: Pick<Network, 'id' | 'blocksOnDemand'>): boolean {
  return blocksOnDemand ?? id === DEVNET_CHAIN_ID;
}

/** A Network as used by the service: addresses from settings replace those of the record. */
export type EffectiveNetwork = Network & {
  /** Endpoints that this node uses, in order of preference. Secret, because they may contain keys. Empty: none. */
  readonly nodeUrls: readonly string[];
};
