import type { BlockRef } from './read-hints.ts';

/** The progress of a run. `head` is the chain's newest block at the time when every event up to it was read. */
export type FollowReport = {
  readonly head: BlockRef | null;
  readonly isCaughtUp: boolean;
  /** True when an event failed and was stored for a later attempt. The next run must then retry it, even without a new block. */
  readonly hasDeferred?: boolean;
};

/** A group of contracts whose events are read on each chain in addition to those of the vaults. */
export type FollowedPart = {
  /** Name of the contracts in log lines. */
  readonly name: string;
  readonly isFollowed: (chainId: number) => Promise<boolean>;
  /** Reads events after a stored cursor. @throws RetryableError when the chain cannot be read or changes during the read */
  readonly follow: (chainId: number) => Promise<FollowReport>;
};
