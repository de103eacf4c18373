import type { CollectionSpec } from '../platform/store/record-store.ts';

/** A reader of the events of a module's contracts, as data. */
export type FollowerSpec = {
  /** Its name for operators, in ids of deferred events and in labels of metrics. */
  readonly name: string;
  /** The collection of the events that it could not process and tries again. */
  readonly deferred: CollectionSpec;
  /** The type of the actor that runs it, with one actor for each chain. */
  readonly actorType: string;
};

/** A follower of a started module. */
export type StartedFollower = {
  readonly spec: FollowerSpec;
  /** Gives the last block that it has read of a chain: -1 before the first, and null for a chain that it does not follow. */
  readonly lastBlock: (chainId: number) => Promise<number | null>;
};
