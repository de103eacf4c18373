import type { Address } from '../../../values/address.ts';
import type { Hash } from '../../../values/hash.ts';
import type { PositionGuard } from '../../../values/owner-bounds.ts';
import type { ChainEventLog, Hex, OneEndpointOptions } from '../chain.ts';

/** Names one position of a vault: ids count per wallet. */
export type PositionKey = { readonly wallet: Address; readonly positionId: number };

/** A position as the vault shows it: amounts in base units as decimal text, times in unix seconds; the `next` ones are 0 unless it is active. */
export type VaultPosition = {
  readonly status: 'none' | 'active' | 'completed' | 'cancelled';
  readonly amount: string;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly processed: number;
  readonly spent: string;
  readonly received: string;
  readonly claimable: string;
  readonly isAutoBuy: boolean;
  readonly autoClaim: boolean;
  readonly depositTimeSec: number;
  readonly lastOrderTimeSec: number;
  readonly nextOrderTimeSec: number;
  readonly nextOrderAmount: string;
  /** Missing: the vault is of a version that knows none. */
  readonly guard?: PositionGuard | undefined;
  /** See `DcaSchedule`. Missing: the vault is of a version that knows no slots. */
  readonly slotPatienceSec?: number | undefined;
};

/** One order as `execute` takes it. */
export type VaultItem = {
  readonly wallet: Address;
  readonly positionId: number;
  readonly orderIndex: number;
  readonly target: Address;
  readonly spender: Address;
  readonly data: Hex;
  readonly amountOutMin: bigint;
  readonly gasLimit: bigint;
};

type Happened<T> = T & { readonly wallet: Address; readonly positionId: number; readonly log: ChainEventLog };

export type PositionCreated = Happened<{
  readonly kind: 'created';
  readonly fromToken: Address;
  readonly toToken: Address;
  /** What arrived, and what the owner asked to deposit: they differ for a token with a fee on transfer. */
  readonly amount: bigint;
  readonly amountRequested: bigint;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly isAutoBuy: boolean;
}>;

export type OrderExecuted = Happened<{
  readonly kind: 'order-executed';
  readonly orderIndex: number;
  readonly amountIn: bigint;
  readonly amountOut: bigint;
  readonly fromToken: Address;
  readonly toToken: Address;
}>;

export type VaultEvent =
  | PositionCreated
  | OrderExecuted
  /** `reason` is the error's name (`OutputBelowMinimum`) or text. */
  | Happened<{ readonly kind: 'order-failed'; readonly orderIndex: number; readonly reason: string }>
  | Happened<{ readonly kind: 'auto-claimed' }>
  | Happened<{ readonly kind: 'auto-claim-failed'; readonly reason: string }>
  /** Claimed, cancelled, paused, bounded, or a flag was switched: read the position to see. */
  | Happened<{ readonly kind: 'changed' }>;

/** `mayHaveEvents` is by the block's bloom filter: false is certain where `true` is ever said. */
export type VaultBlock = BlockRef & { readonly timeSec: number; readonly mayHaveEvents?: boolean };

export type BlockRef = { readonly number: number; readonly hash: Hash };

/** What is read of a chain's blocks and the vault's events, all from one endpoint. */
export type VaultEventReader = {
  head(): Promise<BlockRef>;
  /** Null when the chain is shorter than that. */
  block(number: number): Promise<VaultBlock | null>;
  /** How many blocks `events` takes at once; it is learned, and 2,000 where it is not told. */
  blocksAtOnce?(): number;
  /** Both ends included, in chain order. @throws RetryableError `log-range-refused`: ask for no more than `blocksAtOnce` */
  events(fromBlock: number, toBlock: number): Promise<readonly VaultEvent[]>;
  /** Those of one block, by its hash. */
  eventsOf?(block: BlockRef): Promise<readonly VaultEvent[]>;
};

/** One deployed `DcaVault` (src/contracts/DcaVault.sol). Reads throw what `ChainReads` throws. */
export type DcaVault = {
  readonly address: Address;
  readonly chainId: number;
  /**
   * The positions, in the order asked for, and the time of the latest block, unix seconds. `block` is given where one of them is over: the one that
   * shows it, or a later one; its `hash` is null when the chain moved on meanwhile.
   */
  positions(keys: readonly PositionKey[]): Promise<{
    readonly blockTimeSec: number;
    readonly positions: readonly VaultPosition[];
    readonly block?: { readonly number: number; readonly hash: string | null };
  }>;
  /** How many positions each wallet has made; they are numbered from 1. */
  positionCounts(wallets: readonly Address[]): Promise<readonly number[]>;
  /** Time of the latest block, unix seconds: the vault's clock. */
  timeSec(): Promise<number>;
  /**
   * What one order would use, in gas, as the vault's executor would send it. A batch's own estimate says nothing of its items.
   * @throws TerminalError `execution-reverted` with the vault's or the router's reason in `details.reason`
   */
  estimateOrder(item: VaultItem, deadlineSec: number, executor: Address): Promise<bigint>;
  /** Null for a token that does not say, or says something impossible. */
  decimalsOf(token: Address): Promise<number | null>;
  encodeExecute(items: readonly VaultItem[], deadlineSec: number): Hex;
  encodeAutoClaims(keys: readonly PositionKey[], deadlineSec: number): Hex;
  /** The vault's events in a mined transaction, with its block's time and what its gas cost (null: not told); null when it is not mined. */
  eventsOf(
    txHash: Hash,
  ): Promise<{ readonly events: readonly VaultEvent[]; readonly timeSec: number; readonly feeWei: bigint | null } | null>;
  /** Reads that belong together; starts again on another endpoint if one fails, or what came of it is doubtful. */
  readEvents<T>(work: (reader: VaultEventReader) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};
