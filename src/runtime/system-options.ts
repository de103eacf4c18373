import type { Clock } from '../values/clock.ts';
import type { IdSource } from '../values/id-source.ts';
import type { ActorClient } from './define/client.ts';
import type { ImplementedActor } from './define/implement-actor.ts';
import type { AroundEffect } from './effects/attempt-effect.ts';
import type { Feed, TickReport } from './engine/feed.ts';
import type { IsPaused } from './engine/is-paused.ts';
import type { Timers } from './engine/timers.ts';
import type { ForgetActors } from './operator/forget-actors.ts';
import type { Operator } from './operator/operator.ts';
import type { ActorStore } from './record/actor-store.ts';
import type { Cause } from './record/record.ts';
import type { SupervisionPolicy } from './step/supervision.ts';
import type { TickScope } from './tick/tick-rounds.ts';

export type SystemOptions = {
  readonly actors: readonly ImplementedActor[];
  readonly store: ActorStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: IdSource;
  /** Returns random numbers in [0, 1), by which retry delays are varied. */
  readonly random: () => number;
  /** Name of this process. It is written into leases and the history, and must be unique among all nodes that use the same store. */
  readonly nodeId: string;
  /** Interval between ticks in ms. Default 60,000. */
  readonly tickEveryMs?: number;
  /** Interval, in ms, at which due outbox effects are searched for between ticks. Default 1,000. */
  readonly wakeEveryMs?: number;
  /** Maximum number of actors in memory. Default 100,000. */
  readonly maxResidents?: number;
  /** Maximum number of events that wait for one actor. When it is reached, callers get `mailbox-full`. Default 128. */
  readonly mailboxLimit?: number;
  /**
   * Maximum number of events from callers that are not answered yet. When it is reached, callers get `system-overloaded`. Default 20,000.
   */
  readonly maxOutstanding?: number;
  /** Maximum number of effects that run on this node at the same time. Default 512. */
  readonly maxEffects?: number;
  /** Maximum number of commits that are written together. Default 1,000. */
  readonly maxBatch?: number;
  /** Time limit for fetching the facts (external data) of a tick, in ms. Default 20,000. */
  readonly factsDeadlineMs?: number;
  readonly supervision?: SupervisionPolicy;
  /**
   * Whether an actor type is paused: it then gets no ticks and starts no effects. The function is called at each tick and for each effect,
   * so that a pause takes effect immediately. Default: no type is paused.
   */
  readonly isPaused?: IsPaused;
  readonly freezeContexts?: boolean;
  /**
   * Returns the cause (who or what sent the event) for events from external callers that state none. By default, the cause contains only
   * `http`.
   */
  readonly outsideCause?: () => Cause;
  /** Wraps each attempt at an effect, for example to add fields to its log lines. Default: only runs the attempt. */
  readonly aroundEffect?: AroundEffect;
  /** Called with errors that no caller receives, such as an error of a feed listener. */
  readonly onError?: (error: unknown) => void;
};

export type ActorSystem = ActorClient & {
  readonly feed: Feed;
  readonly operator: Operator;
  /**
   * Processes the actors that are due, in all shards (parts of the actors) or in those of a group. Returns null when a tick that includes
   * some of the same actors is already running.
   */
  readonly tick: (tickAtMs: number, scope?: TickScope) => Promise<TickReport | null>;
  /** Runs the effects in outboxes that are due; after `start`, it is called every second. */
  readonly wake: () => Promise<number>;
  /**
   * Immediately runs effects whose leases belong to nodes that no longer exist, instead of waiting until the leases end. Only for a process
   * that can be sure that no other process runs effects of this store. Returns how many effects it started.
   */
  readonly takeOver: () => Promise<number>;
  readonly forget: ForgetActors;
  /** Starts the regular search for due outbox effects between ticks. */
  readonly start: () => void;
  /**
   * From the call on, refuses messages to actors, as during a drain (orderly shutdown), and starts no effects. Ticks are still processed
   * until `drain` is called, so that ticks which were sent to this node before its dispatcher stopped are not lost.
   */
  readonly refuse: () => void;
  /**
   * Accepts no new work. Waits for unanswered events, ticks and effects up to the time limit, and then for commits. A second call is
   * allowed.
   */
  readonly drain: (boundMs: number) => Promise<{ readonly abortedEffects: number }>;
  readonly stats: () => SystemStats;
};

export type SystemStats = {
  readonly nodeId: string;
  readonly types: readonly string[];
  readonly residents: number;
  /**
   * Number of events from external callers that are not answered yet. They wait until their actor is free, or until a commit is written.
   */
  readonly asksOutstanding: number;
  readonly commitsOutstanding: number;
  /** Number of steps since the start, by actor type, including steps that changed nothing. */
  readonly steps: { readonly [type: string]: number };
  readonly effectsRunning: number;
  readonly lastTickAtMs: number | null;
  /** Whether new work is refused, because the node drains or stops. */
  readonly draining: boolean;
};
