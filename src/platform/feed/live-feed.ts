/**
 * The live events of all nodes, for subscribers. Every adapter ensures these invariants, which `test/contract/feed` checks:
 * 1. The actors' history is authoritative. A feed may lose events, but never silently: affected subscribers receive a `feed-gap`.
 * 2. `publish` neither waits nor throws, and memory is bounded: slow or absent subscribers cost the node nothing.
 * 3. A node's own events reach its followers (the subscribers that are connected to it) at once, in order, even without a connection
 * between nodes.
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
  /** Decides which events the follower receives. Notices about the feed itself (`feed-...`) are always delivered. */
  readonly matches: (event: SeenEvent) => boolean;
  readonly signal: AbortSignal;
  /**
   * Time in ms for which a follower collects further events after each batch. So many events per second are delivered in few batches, while
   * a single event is delivered immediately. Default: 0.
   */
  readonly restMs?: number;
  /**
   * Whether to end after the events that had arrived before the call. It is for subscribers that receive later events in another way.
   * Default: false.
   */
  readonly endsNow?: boolean;
};

/**
 * An event for subscribers of the live feed: the fields that filters use, and further fields that depend on the kind of the event. All
 * values are JSON.
 */
export type SeenEvent = {
  readonly kind: string;
  readonly atMs: number;
  /** The actor's id. */
  readonly id?: string;
  /** The actor type, for events that do not concern a single actor. */
  readonly type?: string;
  /** The actor's index keys; null for a key that is unknown. */
  readonly indexKeys?: { readonly [name: string]: string | number | null } | null;
};

export type FeedItem = {
  /**
   * The position to pass as `after` in order to continue after this event. Null when a follower (subscriber) that continued after this
   * event would receive other events a second time.
   */
  readonly position: FeedPosition | null;
  /** The node that published the event, and the event's sequence number there, which increases with each event of that node. */
  readonly node: string;
  readonly seq: number;
  readonly event: SeenEvent | FeedNotice;
};

/** Describes which events a follower (subscriber) of the feed has received. */
export type FeedPosition = {
  /** The follower's (subscriber's) progress in the stream that all nodes share. */
  readonly stream: StreamCursor;
  /**
   * The node to which the follower (subscriber) was connected, and the index of the next event of that node. Null during a replay, because
   * the replayed events come from several nodes.
   */
  readonly ring: Mark | null;
  /**
   * For each other node to which the follower was connected before, the index of the first event of that node that it has not seen. The
   * shared stream may still deliver events below that index, which must then be skipped.
   */
  readonly seen: readonly Mark[];
};

export type Mark = { readonly node: string; readonly index: number };

/** A position in the shared stream: an entry of the stream, and the last event within that entry that was seen. */
export type StreamCursor = { readonly entry: string; readonly at: number };

/** A notice that concerns the feed itself and not an actor. */
export type FeedNotice =
  | {
      readonly kind: 'feed-gap';
      readonly atMs: number;
      readonly reason: 'nobody-followed' | 'too-many' | 'redis-away' | 'too-slow' | 'too-long-ago' | 'unknown-position' | 'unreadable';
      /** The number of missing events in the gap; null when unknown. */
      readonly missed: number | null;
      /** Time (UTC ms) before which all missing events of the gap happened. */
      readonly upToMs: number;
    }
  | { readonly kind: 'feed-degraded'; readonly atMs: number; readonly reason: 'redis-away' }
  | { readonly kind: 'feed-restored'; readonly atMs: number }
  /** Sent at the start, and periodically while no event matches: the follower has received everything up to this position. */
  | { readonly kind: 'feed-position'; readonly atMs: number };

export type LiveFeedStats = {
  /** Whether events of other nodes arrive at present; null when the node is not connected to other nodes. */
  readonly isConnected: boolean | null;
  readonly followers: number;
  /** Number of events that this node itself has published. */
  readonly own: number;
  /** Number of this node's events that were sent to other nodes. */
  readonly sent: number;
  /** Number of this node's events that were not sent to other nodes, although there were subscribers. */
  readonly unsent: number;
  /** Number of events received from other nodes. */
  readonly received: number;
};
