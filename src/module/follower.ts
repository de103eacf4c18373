import type { CollectionSpec } from '../platform/store/record-store.ts';

/** Declares a follower: a reader of the events that a module's contracts emit. */
export type FollowerSpec = {
  /** The follower's name for operators, also used in ids of deferred events and in metric labels. */
  readonly name: string;
  /** The collection of deferred events: those that the follower failed to process and tries again. */
  readonly deferred: CollectionSpec;
  /** The type of the actor that runs the follower. There is one actor for each chain. */
  readonly actorType: string;
};

/** A follower of a started module. */
export type StartedFollower = {
  readonly spec: FollowerSpec;
  /** Returns the last block of a chain that the follower has read: -1 before the first block, null for a chain that it does not follow. */
  readonly lastBlock: (chainId: number) => Promise<number | null>;
};
