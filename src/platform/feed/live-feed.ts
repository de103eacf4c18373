/**
 * The live events of all nodes, for subscribers. Every adapter keeps these invariants, which `test/contract/feed` checks:
 * 1. Only a view. History is authoritative; a feed may lose events, but never silently: affected subscribers get a `feed-gap`.
 * 2. `publish` neither waits nor throws, and memory is bounded: slow or absent subscribers cost the node nothing.
 * 3. A node's own events reach its followers at once, in order, with or without the connection between nodes.
 * 4. Events of one node arrive in that node's order. Between nodes only each actor's revisions are ordered.
 * 5. Following after a position yields the later events, on any node, and no earlier ones. (Only events replayed without a position
 *    may arrive twice; `node` and `seq` identify them.)
 */
export type LiveFeed = {
  publish(event: SeenEvent): void;
  /** Yields arrived events in order, never as an empty list, until the signal is aborted. Without `after`: from now on. */
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
   * Milliseconds that a follower collects events after each batch: many events a second then cost few turns of the event loop, and a
   * single one is yielded at once. Default 0.
   */
  readonly restMs?: number;
  /** Ends after the events that had arrived before the call: for subscribers that get later ones another way. Default false. */
  readonly endsNow?: boolean;
};

/** An event for subscribers: the members that filters use, and any others of its kind. All JSON. */
export type SeenEvent = {
  readonly kind: string;
  readonly atMs: number;
  /** The id of the actor. */
  readonly id?: string;
  /** The actor type, for events that are not about a single actor. */
  readonly type?: string;
  /** The actor's index keys; null where they are not known. */
  readonly indexKeys?: { readonly [name: string]: string | number | null } | null;
};

export type FeedItem = {
  /** Pass it as `after` later; null when following from here would repeat other events. */
  readonly position: FeedPosition | null;
  /** The node of the event, and the event's number there: greater than all earlier ones of that node. */
  readonly node: string;
  readonly seq: number;
  readonly event: SeenEvent | FeedNotice;
};

/** How far a follower has read. */
export type FeedPosition = {
  /** How far it has read the shared stream of all nodes. */
  readonly stream: StreamCursor;
  /** The index of the next event on the node that it followed. Null during a replay, which is in no node's order. */
  readonly ring: Mark | null;
  /**
   * Nodes that it followed before, each with the index below which it has seen the events, although the stream may not have
   * delivered them yet.
   */
  readonly seen: readonly Mark[];
};

export type Mark = { readonly node: string; readonly index: number };

/** An entry of the shared stream, and the last event in it that was seen. */
export type StreamCursor = { readonly entry: string; readonly at: number };

/** A notice about the feed itself. */
export type FeedNotice =
  | {
      readonly kind: 'feed-gap';
      readonly atMs: number;
      readonly reason: 'nobody-followed' | 'too-many' | 'redis-away' | 'too-slow' | 'too-long-ago' | 'unknown-position' | 'unreadable';
      /** The number of missing events; null when unknown. */
      readonly missed: number | null;
      /** The missing events happened before this. */
      readonly upToMs: number;
    }
  | { readonly kind: 'feed-degraded'; readonly atMs: number; readonly reason: 'redis-away' }
  | { readonly kind: 'feed-restored'; readonly atMs: number }
  /** Sent first, and from time to time while nothing matches: the follower is up to date to here. */
  | { readonly kind: 'feed-position'; readonly atMs: number };

export type LiveFeedStats = {
  /** Whether events of other nodes arrive; null when nodes are not connected. */
  readonly isConnected: boolean | null;
  readonly followers: number;
  /** Events of this node. */
  readonly own: number;
  /** How many of the events were sent to other nodes, and how many were not although somebody subscribed. */
  readonly sent: number;
  readonly unsent: number;
  /** Events received from other nodes. */
  readonly received: number;
};
