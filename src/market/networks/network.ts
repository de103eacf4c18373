import * as v from 'valibot';
import { type Address, isAddress } from '../../values/address.ts';
import { DEVNET_CHAIN_ID } from '../../values/chain-ids.ts';

const addressSchema = v.custom<Address>(isAddress, 'Expected a lowercase EVM address');

const uniswapV3Schema = v.object({
  factory: addressSchema,
  quoterV2: addressSchema,
  swapRouter: addressSchema,
  /** 1: `SwapRouter`, 2: `SwapRouter02`; their calls differ. */
  swapRouterVersion: v.picklist([1, 2]),
});

/** `UniswapV2Router02` and its factory; addresses from Uniswap's list of deployments, as those of v4. */
const uniswapV2Schema = v.object({ factory: addressSchema, router: addressSchema });

const uniswapV4Schema = v.object({
  poolManager: addressSchema,
  quoter: addressSchema,
  stateView: addressSchema,
  /**
   * `V4SwapRouter` of src/devnet/contracts, which takes plain approvals. null: nobody has deployed it on this chain, and v4 is not
   * quoted there: Uniswap's own router takes tokens through Permit2 only.
   */
  swapRouter: v.nullable(addressSchema),
});

/** What a chain has of ours and of others; null: it has none, or none is known. */
const contractsSchema = v.object({
  relayer: v.nullable(addressSchema),
  dcaVault: v.nullable(addressSchema),
  autopilotVault: v.nullable(addressSchema),
  multicall3: v.nullable(addressSchema),
  /** The ERC-20 that stands for the native asset (WETH, WBNB, ...). */
  wrappedNative: v.nullable(addressSchema),
  // Optional, because records that were written before there was a v2 or v4 are read again.
  uniswapV2: v.optional(v.nullable(uniswapV2Schema), null),
  uniswapV3: v.nullable(uniswapV3Schema),
  uniswapV4: v.optional(v.nullable(uniswapV4Schema), null),
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
  /** Tokens that are taken as worth one dollar when prices are read from pools, in order of preference. */
  dollarTokens: v.array(v.string()),
  /** Blocks after which what a block says is taken as final. */
  confirmations: v.pipe(v.number(), v.integer(), v.minValue(0)),
  launchpad: v.object({ enabled: v.boolean() }),
  /** Ties a devnet's data to its chain; absent on public chains. */
  deploymentId: v.exactOptional(v.string()),
  /** It makes blocks when there are transactions, and none otherwise. Absent: as devnets do, and no public chain. */
  blocksOnDemand: v.exactOptional(v.boolean()),
});

export type Network = v.InferOutput<typeof networkSchema>;

export function makesBlocksOnDemand({ id, blocksOnDemand }: Pick<Network, 'id' | 'blocksOnDemand'>): boolean {
  return blocksOnDemand ?? id === DEVNET_CHAIN_ID;
}

/** A Network as the service uses it: the addresses that settings name put over those of the record. */
export type EffectiveNetwork = Network & {
  /** Endpoints that this node reads and sends through, in order of preference. Secret: they may carry keys. Empty: it has none. */
  readonly nodeUrls: readonly string[];
};
