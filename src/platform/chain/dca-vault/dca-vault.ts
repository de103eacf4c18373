import type { Address } from '../../../values/address.ts';
import type { BaseUnits } from '../../../values/base-units.ts';
import type { CostEstimate } from '../../../values/cost-estimate.ts';
import type { Hash } from '../../../values/hash.ts';
import type { PositionGuard } from '../../../values/owner-bounds.ts';
import type { ChainEventLog, Hex, OneEndpointOptions } from '../chain.ts';

/** Identifies one position of a vault; ids count per wallet. */
export type PositionKey = { readonly wallet: Address; readonly positionId: number };

/**
 * A position as the vault stores it: times in unix seconds. The `next` members are 0 unless
 * the position is active.
 */
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
  /** Absent when the vault's version has no guards. */
  readonly guard?: PositionGuard | undefined;
  /** Fee in hundredths of a percent of what is spent. Absent when the position pays none. */
  readonly feeBps?: number | undefined;
  /** See `DcaSchedule`. Absent when the vault's version has no slots. */
  readonly slotPatienceSec?: number | undefined;
};

/** One order as the vault's `execute` takes it. */
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
  /** The amount that arrived, and the amount that the owner asked to deposit: they differ for a token with a fee on transfer. */
  readonly amount: bigint;
  readonly amountRequested: bigint;
  readonly frequency: number;
  readonly intervalSec: number;
  readonly isAutoBuy: boolean;
}>;

export type OrderExecuted = Happened<{
  readonly kind: 'order-executed';
  readonly orderIndex: number;
  /** Everything that was spent, the fee included. */
  readonly amountIn: bigint;
  /** The part of `amountIn` that went to the treasury; absent when there was no fee. */
  readonly fee?: bigint;
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
  /** The position was claimed from, cancelled or paused, or a limit or a flag changed. Read the position for its current state. */
  | Happened<{ readonly kind: 'changed' }>;

/** `topics` are the vault's events (their first topics) that the block may have, by its bloom filter. */
export type VaultBlock = BlockRef & { readonly timeSec: number; readonly topics?: readonly Hex[] };

export type BlockRef = { readonly number: number; readonly hash: Hash };

/** Reads of a chain's blocks and the vault's events, all from one endpoint. */
export type VaultEventReader = {
  head(): Promise<BlockRef>;
  /** The block; null when the chain is shorter. */
  block(number: number): Promise<VaultBlock | null>;
  /** How many blocks `events` takes at once. The number is learned from the endpoint; 2,000 when this method is absent. */
  blocksAtOnce?(): number;
  /** Events in chain order; both ends are included. @throws RetryableError `log-range-refused`: ask for at most `blocksAtOnce` blocks */
  events(fromBlock: number, toBlock: number): Promise<readonly VaultEvent[]>;
  /** Events of one block, selected by its hash. */
  eventsOf?(block: BlockRef): Promise<readonly VaultEvent[]>;
};

/** One deployed `DcaVault` (src/contracts/DcaVault.sol). Reads throw what `ChainReads` throws. */
export type DcaVault = {
  readonly address: Address;
  readonly chainId: number;
  /**
   * The positions in the order of `keys`, and the time of the latest block in unix seconds. When one of them has ended, `block` is
   * the block that shows its end, or a later one; its `hash` is null when the chain advanced during the read.
   */
  positions(keys: readonly PositionKey[]): Promise<{
    readonly blockTimeSec: number;
    readonly positions: readonly VaultPosition[];
    readonly block?: { readonly number: number; readonly hash: Hash | null };
  }>;
  /** The number of positions that each wallet has created; they are numbered from 1. */
  positionCounts(wallets: readonly Address[]): Promise<readonly number[]>;
  /** Time of the latest block, unix seconds: the vault's clock. */
  timeSec(): Promise<number>;
  /**
   * Estimates the cost of one order that the vault's executor would send. The estimate of a whole batch does not show the gas of its
   * items.
   * @throws TerminalError `execution-reverted` with the vault's or the router's reason in `details.reason`
   */
  estimateOrder(item: VaultItem, deadlineSec: number, executor: Address): Promise<CostEstimate>;
  /** The token's decimals; null when the token reports none, or an impossible number. */
  decimalsOf(token: Address): Promise<number | null>;
  encodeExecute(items: readonly VaultItem[], deadlineSec: number): Hex;
  encodeAutoClaims(keys: readonly PositionKey[], deadlineSec: number): Hex;
  /** The vault's events in a mined transaction, the time of its block, and its gas cost (null: not reported). Null when it is not mined. */
  eventsOf(
    txHash: Hash,
  ): Promise<{ readonly events: readonly VaultEvent[]; readonly timeSec: number; readonly feeWei: bigint | null } | null>;
  /** Runs reads that must agree on one endpoint. They start again on another endpoint when one fails or the result is doubtful. */
  readEvents<T>(work: (reader: VaultEventReader) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};
