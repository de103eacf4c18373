import type { CollectionSpec } from '../platform/store/record-store.ts';

/** Declares a follower, which reads the events that a module's contracts emit. */
export type FollowerSpec = {
  /** The follower's name as shown to operators. It is also used in the ids of deferred events and as a metric label. */
  readonly name: string;
  /** The collection of deferred events. These are events that the follower could not process and tries again later. */
  readonly deferred: CollectionSpec;
  /** Type of the actor that runs the follower; there is one such actor for each chain. */
  readonly actorType: string;
};

/** A function that reports the progress of one follower (a reader of contract events). The module that runs the follower provides it. */
export type StartedFollower = {
  readonly spec: FollowerSpec;
  /** Returns the last block of a chain that the follower has read: -1 before the first block, null for a chain that it does not follow. */
  readonly lastBlock: (chainId: number) => Promise<number | null>;
};
