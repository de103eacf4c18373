import type { Address } from '../../../values/address.ts';
import type { Hash } from '../../../values/hash.ts';
import type { StakeReading } from '../../../values/rocket-stake.ts';
import type { ChainEventLog, Hex, OneEndpointOptions } from '../chain.ts';

/** An event that says which rocket's stake has changed. */
export type StakeEvent = { readonly tokenId: string; readonly log: ChainEventLog };

/** `topics` are the first topics of the contract's events that the block may have, by its bloom filter. */
export type StakingBlock = { readonly number: number; readonly hash: Hash; readonly timeSec: number; readonly topics?: readonly Hex[] };

/** Reads from one endpoint, so that blocks, events and stakes come from one view of the chain. */
export type StakingReader = {
  /** Null when the endpoint does not have the block. */
  block(number: number | 'latest'): Promise<StakingBlock | null>;
  /** How many blocks `events` takes at once; 2,000 when this method is absent. */
  blocksAtOnce?(): number;
  /** Events in chain order; both ends are included. @throws RetryableError `log-range-refused`: ask for at most `blocksAtOnce` blocks */
  events(fromBlock: number, toBlock: number): Promise<readonly StakeEvent[]>;
  /** Events of one block, selected by its hash. */
  eventsOf?(block: { readonly number: number; readonly hash: Hash }): Promise<readonly StakeEvent[]>;
  /** The stakes now, in the order of `tokenIds`. */
  stakes(tokenIds: readonly string[]): Promise<readonly StakeReading[]>;
};

/** A staking contract (src/devnet/contracts/RocketStaking.sol). Reads throw what `ChainReads` throws. */
export type RocketStaking = {
  readonly address: Address;
  readonly chainId: number;
  /** Runs reads that must agree on one endpoint. They start again on another endpoint when one fails or the result is doubtful. */
  readEvents<T>(work: (reader: StakingReader) => Promise<T>, options?: OneEndpointOptions<T>): Promise<T>;
};
