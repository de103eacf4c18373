/**
 * What moves on any node, for whoever looks on. Invariants every adapter keeps, and `test/contract/feed` checks:
 *
 * 1. Only a view. History is the truth; a feed may lose events, but never silently: whoever would have seen them gets a `feed-gap`.
 * 2. `publish` neither waits nor throws, and what is kept is bounded: slow or absent onlookers cost the node nothing.
 * 3. A node's own events reach those who follow on it at once, in order, with or without what connects the nodes.
 * 4. Events of one node come in that node's order. Between nodes there is no order but each actor's revisions.
 * 5. Following after a position gives what came after it, on whichever node that is done, and nothing of what came before. (Twice may
 *    come only what was replayed without a position; `node` and `seq` tell.)
 */
export type LiveFeed = {
  publish(event: SeenEvent): void;
  /** What has come, in order and never an empty list, until the signal is aborted. Without `after`: from now on. */
  follow(options: FollowOptions): AsyncIterable<readonly FeedItem[]>;
  stats(): LiveFeedStats;
  close(): Promise<void>;
};

export type FollowOptions = {
  readonly after?: FeedPosition | undefined;
  /** Which events are given; notices of the feed itself (`feed-...`) always are. */
  readonly matches: (event: SeenEvent) => boolean;
  readonly signal: AbortSignal;
  /**
   * So long after each look the follower takes none, and gets together what came meanwhile: many events a second cost few turns of the
   * loop, and one that comes alone is given at once. 0 unless given.
   */
  readonly restMs?: number;
};

/** An event as onlookers see it: what filters look at, among whatever else belongs to its kind. JSON all through. */
export type SeenEvent = {
  readonly kind: string;
  readonly atMs: number;
  /** The actor's. */
  readonly id?: string;
  /** The actor type's, of events that are about no single actor. */
  readonly type?: string;
  /** The actor's index keys; null where they are not known. */
  readonly indexKeys?: { readonly [name: string]: string | number | null } | null;
};

export type FeedItem = {
  /** To be given as `after` later; null when following from here would give others of the same again. */
  readonly position: FeedPosition | null;
  /** Where it happened, and its number there: greater than all before it of that node. */
  readonly node: string;
  readonly seq: number;
  readonly event: SeenEvent | FeedNotice;
};

/** How far a follower has come. */
export type FeedPosition = {
  /** How far it has read of what all nodes put together. */
  readonly stream: StreamCursor;
  /** On the node that it followed: the index of what comes next there. Null in the middle of a replay, which is of no node's order. */
  readonly ring: Mark | null;
  /** Nodes that it followed before, whose events below an index it has seen there, although the stream may not have brought them yet. */
  readonly seen: readonly Mark[];
};

export type Mark = { readonly node: string; readonly index: number };

/** An entry of the shared stream, and the last event in it that was seen. */
export type StreamCursor = { readonly entry: string; readonly at: number };

/** What a feed says of itself. */
export type FeedNotice =
  | {
      readonly kind: 'feed-gap';
      readonly atMs: number;
      readonly reason: 'nobody-followed' | 'too-many' | 'redis-away' | 'too-slow' | 'too-long-ago' | 'unknown-position' | 'unreadable';
      /** How many events are missing; null when nobody counted. */
      readonly missed: number | null;
      /** What is missing happened before this. */
      readonly upToMs: number;
    }
  | { readonly kind: 'feed-degraded'; readonly atMs: number; readonly reason: 'redis-away' }
  | { readonly kind: 'feed-restored'; readonly atMs: number }
  /** The first item of all, and one now and then while nothing matches: the follower is up to date to here. */
  | { readonly kind: 'feed-position'; readonly atMs: number };

export type LiveFeedStats = {
  /** Whether events of other nodes come in; null when there is nothing that connects nodes. */
  readonly isConnected: boolean | null;
  readonly followers: number;
  /** Events of this node. */
  readonly own: number;
  /** Of these, what other nodes were sent, and what they were not although somebody followed. */
  readonly sent: number;
  readonly unsent: number;
  /** Events of other nodes that came in. */
  readonly received: number;
};
