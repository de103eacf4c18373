import type { TypePause } from './actor-type.ts';
import type { Outage } from './outage.ts';

/** The overview of the system for operators. Its counts were computed at `countedAtMs` and may be outdated by now. */
export type Overview = {
  readonly nowMs: number;
  readonly nodeId: string;
  readonly version: string;
  readonly countedAtMs: number;
  readonly actors: number;
  readonly types: readonly TypeCount[];
  /** Numbers of effects that actors have requested and that are not finished yet. `running` counts those that are being executed. */
  readonly outbox: { readonly entries: number; readonly running: number };
  /**
   * Number of actors whose timer should already have fired. Such actors are counted only up to a limit; `isMore` is true when the limit was
   * reached.
   */
  readonly late: { readonly count: number; readonly isMore: boolean; readonly oldest: LateActor | null };
  readonly quarantined: number;
  /** The latest runs of this node's loop that wakes actors whose timers are due, newest first. */
  readonly ticks: readonly TickNote[];
  /** What this node did in each of the last minutes, oldest first. */
  readonly minutes: readonly MinuteNote[];
  readonly nodes: readonly NodeNote[];
  readonly dependencies: readonly DependencyNote[];
  /** The outages (failures that block work); the outage that affects most work comes first. */
  readonly outages: readonly Outage[];
  readonly paused: readonly TypePause[];
  /**
   * Vault events that could not be processed. They are retried later, and other events do not wait for them. `items` contains some of the
   * oldest of these events.
   */
  readonly deferred: { readonly count: number; readonly oldestAtMs: number | null; readonly items: readonly DeferredNote[] };
};

export type DeferredNote = {
  readonly id: string;
  readonly chainId: number;
  /** Id of the actor that stored the vault event for a later attempt. */
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

/** This node's activity in one minute. */
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
  /** Name of the machine or container on which the node runs; null when the node does not report it. */
  readonly host: string | null;
  readonly isThis: boolean;
  readonly startedAtMs: number;
  readonly seenAtMs: number;
  readonly version: string;
  readonly isDraining: boolean;
  readonly residents: number;
  readonly effectsRunning: number;
  readonly lastTickAtMs: number | null;
  /**
   * The shards (parts of all actors) that this node has processed in the last minutes, as ranges `from-to`. A single node processes all
   * shards.
   */
  readonly groups: readonly string[];
};

/** The kinds of services that a node depends on. `other` is for health checks of modules that fit no other kind. */
export const DEPENDENCY_KINDS = ['store', 'redis', 'chain', 'ticks', 'feed', 'other'] as const;
export type DependencyKind = (typeof DEPENDENCY_KINDS)[number];

/** A dependency of the node, such as the store, Redis or a chain, and whether it works. */
export type DependencyNote = {
  readonly kind: DependencyKind;
  readonly name: string;
  readonly isOk: boolean;
  readonly message: string;
  /** Time (UTC ms) at which the dependency was found not to work; null while it works. */
  readonly sinceMs: number | null;
};
