import type { TypePause } from './actor-type.ts';

/** What an operator sees first. Counts may be as old as `countedAtMs`. */
export type Overview = {
  readonly nowMs: number;
  readonly nodeId: string;
  readonly version: string;
  readonly countedAtMs: number;
  readonly actors: number;
  readonly types: readonly TypeCount[];
  /** Effects that are asked for and not settled, in all outboxes. */
  readonly outbox: { readonly entries: number; readonly running: number };
  /** Actors that should have been looked at by now; counted up to a bound. */
  readonly late: { readonly count: number; readonly isMore: boolean; readonly oldest: LateActor | null };
  readonly quarantined: number;
  /** Newest first, of this node. */
  readonly ticks: readonly TickNote[];
  /** The last minutes, oldest first, of this node. */
  readonly minutes: readonly MinuteNote[];
  readonly nodes: readonly NodeNote[];
  readonly dependencies: readonly DependencyNote[];
  readonly paused: readonly TypePause[];
  /** What vaults told and could not be done: it is retried, and holds up nothing else. `items` are some of the oldest. */
  readonly deferred: { readonly count: number; readonly oldestAtMs: number | null; readonly items: readonly DeferredNote[] };
};

export type DeferredNote = {
  readonly id: string;
  readonly chainId: number;
  /** The actor that put it aside. */
  readonly putAsideBy: string;
  readonly kind: string;
  readonly subject: string;
  readonly attempts: number;
  readonly lastError: string;
  readonly nextAttemptAtMs: number;
};

export type TypeCount = {
  readonly type: string;
  readonly total: number;
  readonly states: readonly {
    readonly status: string | null;
    readonly health: 'ok' | 'backing-off' | 'quarantined';
    readonly count: number;
  }[];
};

export type LateActor = { readonly id: string; readonly wakeAtMs: number; readonly effect: string | null };

export type TickNote = {
  readonly tickAtMs: number;
  readonly tookMs: number;
  readonly due: number;
  readonly triggered: number;
  readonly stepped: number;
  readonly committed: number;
  readonly failed: number;
  readonly effectsWoken: number;
  readonly factsFetched: number;
  readonly missed: number;
};

/** What happened in a minute of the clock. */
export type MinuteNote = {
  readonly atMs: number;
  readonly commits: number;
  readonly refused: number;
  readonly conflicts: number;
  readonly stepErrors: number;
  readonly effects: number;
  readonly effectErrors: number;
};

export type NodeNote = {
  readonly nodeId: string;
  readonly isThis: boolean;
  readonly startedAtMs: number;
  readonly seenAtMs: number;
  readonly version: string;
  readonly isDraining: boolean;
  readonly residents: number;
  readonly effectsRunning: number;
  readonly lastTickAtMs: number | null;
  /** Groups of shards that it served in the last minutes, as `from-to`; all of them on a node that works alone. */
  readonly groups: readonly string[];
};

/** The store, Redis, a chain, a provider of prices: what the node stands on. */
export type DependencyNote = {
  readonly kind: 'store' | 'redis' | 'chain' | 'ticks' | 'feed';
  readonly name: string;
  readonly isOk: boolean;
  readonly message: string;
};
