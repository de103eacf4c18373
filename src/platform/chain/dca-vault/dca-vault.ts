import type { Address } from '../../../values/address.ts';
import type { BaseUnits } from '../../../values/base-units.ts';
import type { CostEstimate } from '../../../values/cost-estimate.ts';
import type { Hash } from '../../../values/hash.ts';
import type { PositionGuard } from '../../../values/owner-bounds.ts';
import type { ChainEventLog, Hex, OneEndpointOptions } from '../chain.ts';

/** Identifies one position of a vault. Position ids are counted separately for each wallet. */
export type PositionKey = { readonly wallet: Address; readonly positionId: number };

/** A position as the vault stores it, with times in unix seconds. The fields that begin with `next` are 0 unless the position is active. */
export type VaultPosition = {
  readonly status: 'none' | 'active' | 'completed' | 'cancelled';
  readonly amount: BaseUnits;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly processed: number;
  readonly spent: BaseUnits;
  readonly received: BaseUnits;
  readonly claimable: BaseUnits;
  readonly isAutoBuy: boolean;
  readonly autoClaim: boolean;
  readonly depositTimeSec: number;
  readonly lastOrderTimeSec: number;
  readonly nextOrderTimeSec: number;
  readonly nextOrderAmount: BaseUnits;
  /** The limits that the vault enforces for the position's orders. Missing when the vault's version enforces no such limits. */
  readonly guard?: PositionGuard | undefined;
  /** Fee in hundredths of a percent of the amount spent. Missing when the position pays no fee. */
  readonly feeBps?: number | undefined;
  /**
   * How long an order may still be executed after its scheduled time, in seconds; see `DcaSchedule`. Missing when the vault's version has
   * no such setting.
   */
  readonly slotPatienceSec?: number | undefined;
};

/** Arguments of one order for the vault's `execute`. */
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
  /** The deposit that arrived in the vault. It is less than `amountRequested` when the token takes a fee on transfers. */
  readonly amount: bigint;
  /** The amount that the owner sent to the vault. */
  readonly amountRequested: bigint;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly isAutoBuy: boolean;
}>;

export type OrderExecuted = Happened<{
  readonly kind: 'order-executed';
  readonly orderIndex: number;
  /** The total amount that the order spent, including the fee. */
  readonly amountIn: bigint;
  /** The part of `amountIn` that was paid to the vault's treasury; missing when there was no fee. */
  readonly fee?: bigint;
  readonly amountOut: bigint;
  readonly fromToken: Address;
  readonly toToken: Address;
}>;

export type VaultEvent =
  | PositionCreated
  | OrderExecuted
  /** An order of a batch failed. `reason` is the name of the contract error (`OutputBelowMinimum`), or its text. */
  | Happened<{ readonly kind: 'order-failed'; readonly orderIndex: number; readonly reason: string }>
  | Happened<{ readonly kind: 'auto-claimed' }>
  | Happened<{ readonly kind: 'auto-claim-failed'; readonly reason: string }>
  /**
   * The owner claimed from, cancelled or paused the position, or changed one of its limits or flags. The event does not contain the new
   * state, so read the position.
   */
  | Happened<{ readonly kind: 'changed' }>;

/** A block. `topics` are the topics of the vault's events that the block may contain, according to its bloom filter. */
export type VaultBlock = BlockRef & { readonly timeSec: number; readonly topics?: readonly Hex[] };

export type BlockRef = { readonly number: number; readonly hash: Hash };

/** Reads of a chain's blocks and the vault's events, all from one endpoint. */
export type VaultEventReader = {
  head(): Promise<BlockRef>;
  /** Returns the block; null when the chain has no block with this number yet. */
  block(number: number): Promise<VaultBlock | null>;
  /**
   * Maximum number of blocks for one `events` call, which the client has learned from the endpoint's refusals. When this method is missing,
   * the maximum is 2,000.
   */
  blocksAtOnce?(): number;
  /**
   * Returns events in chain order; both ends of the range are included. @throws RetryableError `log-range-refused`: request at most
   * `blocksAtOnce` blocks
   */
  events(fromBlock: number, toBlock: number): Promise<readonly VaultEvent[]>;
  /** Returns the events of one block, selected by its hash. */
  eventsOf?(block: BlockRef): Promise<readonly VaultEvent[]>;
};

/** One deployed `DcaVault` (src/contracts/DcaVault.sol). Reads throw the same errors as `ChainReads`. */
export type DcaVault = {
  readonly address: Address;
  readonly chainId: number;
  /**
   * Returns the positions in the order of `keys`, and the time of the latest block in unix seconds. When a position has ended, `block` is a
   * block at which it had ended; its `hash` is null when the chain advanced during the read.
   */
  positions(keys: readonly PositionKey[]): Promise<{
    readonly blockTimeSec: number;
    readonly positions: readonly VaultPosition[];
    readonly block?: { readonly number: number; readonly hash: Hash | null };
  }>;
  /** Returns the number of positions that each wallet has created. A wallet's positions are numbered from 1. */
  positionCounts(wallets: readonly Address[]): Promise<readonly number[]>;
  /** Time of the latest block in unix seconds, which is the clock of the vault. */
  timeSec(): Promise<number>;
  /**
   * Estimates the cost of one order that the vault's executor would send. Orders are estimated one by one because the estimate of a whole
   * batch does not show the gas of each order.
   * @throws TerminalError `execution-reverted` with the vault's or the router's reason in `details.reason`
   */
  estimateOrder(item: VaultItem, deadlineSec: number, executor: Address): Promise<CostEstimate>;
  /** The token's decimals; null when the token reports none, or an impossible number. */
  decimalsOf(token: Address): Promise<number | null>;
  encodeExecute(items: readonly VaultItem[], deadlineSec: number): Hex;
  encodeAutoClaims(keys: readonly PositionKey[], deadlineSec: number): Hex;
  /**
   * Returns the vault's events in a mined transaction, the time of its block, and its gas cost (null when not reported). Returns null when
   * the transaction is not mined.
   */
  eventsOf(
    txHash: Hash,
  ): Promise<{ readonly events: readonly VaultEvent[]; readonly timeSec: number; readonly feeWei: bigint | null } | null>;
  /** Runs reads that must be consistent on one endpoint. They restart on another endpoint when one fails or the result is doubtful. */
  readEvents<T>(work: (reader: VaultEventReader) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};
