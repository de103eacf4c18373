import type { Address } from '../../../values/address.ts';
import type { Hash } from '../../../values/hash.ts';
import type { StakeReading } from '../../../values/rocket-stake.ts';
import type { ChainEventLog, Hex, OneEndpointOptions } from '../chain.ts';

/** An event of the staking contract, which shows that a rocket's stake has changed. */
export type StakeEvent = { readonly tokenId: string; readonly log: ChainEventLog };

/** A block. `topics` are the topics of the contract's events that the block may contain, according to its bloom filter. */
export type StakingBlock = { readonly number: number; readonly hash: Hash; readonly timeSec: number; readonly topics?: readonly Hex[] };

/** Reads from a single endpoint, so that blocks, events and stakes are from the same view of the chain. */
export type StakingReader = {
  /** Returns the block; null when the endpoint does not have it. */
  block(number: number | 'latest'): Promise<StakingBlock | null>;
  /** Maximum number of blocks for one `events` call. When this method is missing, the maximum is 2,000. */
  blocksAtOnce?(): number;
  /**
   * Returns events in chain order; both ends of the range are included. @throws RetryableError `log-range-refused`: request at most
   * `blocksAtOnce` blocks
   */
  events(fromBlock: number, toBlock: number): Promise<readonly StakeEvent[]>;
  /** Returns the events of one block, selected by its hash. */
  eventsOf?(block: { readonly number: number; readonly hash: Hash }): Promise<readonly StakeEvent[]>;
  /** Returns the current stakes in the order of `tokenIds`. */
  stakes(tokenIds: readonly string[]): Promise<readonly StakeReading[]>;
};

/** A staking contract (src/devnet/contracts/RocketStaking.sol). Reads throw the same errors as `ChainReads`. */
export type RocketStaking = {
  readonly address: Address;
  readonly chainId: number;
  /**
   * Runs several reads on a single endpoint, so that their results are consistent. When a read fails or the result is doubtful, all of them
   * are restarted on another endpoint.
   */
  readEvents<T>(work: (reader: StakingReader) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};
