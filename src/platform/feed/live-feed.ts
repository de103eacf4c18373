/**
 * The live events of all nodes, for subscribers. Every adapter ensures these invariants, which `test/contract/feed` checks:
 * 1. Only a view. History is authoritative; a feed may lose events, but never silently: affected subscribers receive a `feed-gap`.
 * 2. `publish` neither waits nor throws, and memory is bounded: slow or absent subscribers cost the node nothing.
 * 3. A node's own events reach its followers at once, in order, even without a connection between nodes.
 * 4. Events of one node arrive in that node's order. Between nodes, only the revisions of each actor are ordered.
 * 5. Following after a position yields the later events, on any node, and no earlier ones. (Only events that are replayed without a
 * position may arrive twice; `node` and `seq` identify them.)
 */
export type LiveFeed = {
  publish(event: SeenEvent): void;
  /**
   * Yields arrived events in order, never as an empty list, until the signal is aborted. Without `after`, it starts with the events from
   * now on.
   */
  follow(options: FollowOptions): AsyncIterable<readonly FeedItem[]>;
  stats(): LiveFeedStats;
  close(): Promise<void>;
};

export type FollowOptions = {
  readonly after?: FeedPosition | undefined;
  /** Selects the events; notices of the feed itself (`feed-...`) are always yielded. */
  readonly matches: (event: SeenEvent) => boolean;
  readonly signal: AbortSignal;
  /**
   * Milliseconds for which a follower collects events after each batch. This way many events per second cost few turns of the event loop,
   * while a single event is yielded at once. Default: 0.
   */
  readonly restMs?: number;
  /**
   * Whether to end after the events that had arrived before the call, for subscribers that receive later events another way. Default:
   * false.
   */
  readonly endsNow?: boolean;
};

/** An event for subscribers: the fields that filters use, and any others of its kind. All values are JSON. */
export type SeenEvent = {
  readonly kind: string;
  readonly atMs: number;
  /** The actor's id. */
  readonly id?: string;
  /** The actor type, for events that are not about a single actor. */
  readonly type?: string;
  /** The actor's index keys; null for a key that is unknown. */
  readonly indexKeys?: { readonly [name: string]: string | number | null } | null;
};

export type FeedItem = {
  /** The position to pass as `after` later; null when following from here would repeat other events. */
  readonly position: FeedPosition | null;
  /** The node of the event, and the event's sequence number there, which increases with each event of that node. */
  readonly node: string;
  readonly seq: number;
  readonly event: SeenEvent | FeedNotice;
};

/** A follower's progress in the feed. */
export type FeedPosition = {
  /** The follower's progress in the shared stream of all nodes. */
  readonly stream: StreamCursor;
  /**
   * The index of the next event on the node that the follower was connected to. Null during a replay, whose events are not in any node's
   * order.
   */
  readonly ring: Mark | null;
  /**
   * Nodes that the follower was connected to before. Each has the index below which the follower has seen the events, although the stream
   * may not have delivered them yet.
   */
  readonly seen: readonly Mark[];
};

export type Mark = { readonly node: string; readonly index: number };

/** A position in the shared stream: an entry, and the last event in it that was seen. */
export type StreamCursor = { readonly entry: string; readonly at: number };

/** A notice about the feed itself, not about an actor. */
export type FeedNotice =
  | {
      readonly kind: 'feed-gap';
      readonly atMs: number;
      readonly reason: 'nobody-followed' | 'too-many' | 'redis-away' | 'too-slow' | 'too-long-ago' | 'unknown-position' | 'unreadable';
      /** The number of missing events; null when unknown. */
      readonly missed: number | null;
      /** The missing events happened before this time (UTC ms). */
      readonly upToMs: number;
    }
  | { readonly kind: 'feed-degraded'; readonly atMs: number; readonly reason: 'redis-away' }
  | { readonly kind: 'feed-restored'; readonly atMs: number }
  /** Sent first, and periodically while no event matches: the follower is up to date until this position. */
  | { readonly kind: 'feed-position'; readonly atMs: number };

export type LiveFeedStats = {
  /** Whether events of other nodes arrive; null when the node is not connected to others. */
  readonly isConnected: boolean | null;
  readonly followers: number;
  /** Number of events of this node. */
  readonly own: number;
  /**
   * `sent` is the number of this node's events that were sent to other nodes; `unsent` is the number that were not, although there were
   * subscribers.
   */
  readonly sent: number;
  readonly unsent: number;
  /** Number of events received from other nodes. */
  readonly received: number;
};
