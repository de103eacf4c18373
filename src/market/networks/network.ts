import * as v from 'valibot';
import { type Address, isAddress } from '../../values/address.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

const addressSchema = v.custom<Address>(isAddress, 'Expected a lowercase EVM address');

const uniswapV3Schema = v.object({
  factory: addressSchema,
  quoterV2: addressSchema,
  swapRouter: addressSchema,
  /** Version of Uniswap's swap router: 1 is `SwapRouter`, 2 is `SwapRouter02`. Their functions have different parameters. */
  swapRouterVersion: v.picklist([1, 2]),
});

/** Schema of the addresses of `UniswapV2Router02` and its factory, from Uniswap's list of deployments. */
const uniswapV2Schema = v.object({ factory: addressSchema, router: addressSchema });

const uniswapV4Schema = v.object({
  poolManager: addressSchema,
  quoter: addressSchema,
  stateView: addressSchema,
  /**
   * Address of this service's `V4SwapRouter` (src/devnet/contracts), which accepts ordinary approvals. Null when it is not deployed on the
   * chain; Uniswap v4 is then not quoted there, since Uniswap's own router accepts tokens only through Permit2.
   */
  swapRouter: v.nullable(addressSchema),
});

/** Addresses of this service's contracts and other contracts on a chain; null for a contract that does not exist or is not known. */
const contractsSchema = v.object({
  relayer: v.nullable(addressSchema),
  dcaVault: v.nullable(addressSchema),
  autopilotVault: v.nullable(addressSchema),
  multicall3: v.nullable(addressSchema),
  /** Address of the ERC-20 token that wraps the native asset (WETH, WBNB, ...). */
  wrappedNative: v.nullable(addressSchema),
  // The fields `uniswapV2` and `uniswapV4` are optional, because Network records that an older version stored do not contain them.
  uniswapV2: v.optional(v.nullable(uniswapV2Schema), null),
  uniswapV3: v.nullable(uniswapV3Schema),
  uniswapV4: v.optional(v.nullable(uniswapV4Schema), null),
  /** Address of the rocket staking contract; missing in records that an older version stored. */
  rocketStaking: v.exactOptional(v.nullable(addressSchema)),
});

/**
 * Schema of the Network record of a chain (API specification, "Network", which contains id, show and launchpad; the other fields are
 * additions of this service).
 */
export const networkSchema = v.object({
  /** The EVM chain id. Other networks have fixed numbers: 102 for Solana and 728126428 for TRON. */
  id: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  name: v.pipe(v.string(), v.nonEmpty()),
  /** When false, the chain is treated as if it did not exist. */
  show: v.boolean(),
  nativeCurrency: v.object({ name: v.string(), symbol: v.string(), decimals: v.pipe(v.number(), v.integer(), v.minValue(0)) }),
  /**
   * Public RPC endpoints of the chain, for wallets. They are visible to anyone: endpoints with keys belong in the settings
   * (`RPC_<chainId>`).
   */
  rpcUrls: v.array(v.string()),
  explorerUrl: v.nullable(v.string()),
  contracts: contractsSchema,
  /** Addresses of tokens that are assumed to be worth one dollar when prices are read from pools, most preferred first. */
  dollarTokens: v.array(v.string()),
  /** Number of blocks after which a block counts as final. */
  confirmations: v.pipe(v.number(), v.integer(), v.minValue(0)),
  launchpad: v.object({ enabled: v.boolean() }),
  /**
   * Identifies the deployment of a devnet. It shows whether stored data belongs to the devnet that is running. Missing on public chains.
   */
  deploymentId: v.exactOptional(v.string()),
  /**
   * How a rollup's transactions pay for storing their data on the layer-1 chain. `none`: the data is free, or the gas price includes it.
   * When missing, the kind is determined from the chain; a chain that is neither an OP-stack chain nor Arbitrum is treated as `none`.
   */
  rollup: v.exactOptional(v.picklist(['none', 'op-stack', 'arbitrum'])),
  /** True when the chain creates blocks only for transactions. When missing, it is true for devnets and false for public chains. */
  blocksOnDemand: v.exactOptional(v.boolean()),
});

export type Network = v.InferOutput<typeof networkSchema>;

export function makesBlocksOnDemand({ id, blocksOnDemand }: Pick<Network, 'id' | 'blocksOnDemand'>): boolean {
  return blocksOnDemand ?? id === DEVNET_CHAIN_ID;
}

/** A Network as the service uses it: an address in the settings replaces the address in the stored record. */
export type EffectiveNetwork = Network & {
  /**
   * The RPC endpoints that this node uses for the chain, in order of preference; empty when there are none. They are secret, because they
   * may contain keys.
   */
  readonly nodeUrls: readonly string[];
};
