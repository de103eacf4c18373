import type { BlockRef } from './read-hints.ts';

/** The progress of a run that reads events. `head` is the chain's newest block at the time when every event up to it was read. */
export type FollowReport = {
  readonly head: BlockRef | null;
  readonly isCaughtUp: boolean;
  /** True when an event failed and was stored for a later attempt. The next run must then retry it, even without a new block. */
  readonly hasDeferred?: boolean;
};

/** A group of contracts whose events are read on each chain in addition to the events of the vaults. */
export type FollowedPart = {
  /** Name of the contracts in log lines. */
  readonly name: string;
  readonly isFollowed: (chainId: number) => Promise<boolean>;
  /**
   * Reads the contracts' events that come after a stored block position (the cursor). @throws RetryableError when the chain cannot be read
   * or changes during the read
   */
  readonly follow: (chainId: number) => Promise<FollowReport>;
};
