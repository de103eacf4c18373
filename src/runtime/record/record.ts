import type { IndexKeys } from '../../values/index-keys.ts';
import type { Json } from '../../values/json.ts';

/** An actor's id, `<type>/<key>`. The key is unique within the type and may contain slashes. */
export type ActorId = string;

/**
 * The state of an effect in an outbox. `leased`: a node has reserved the effect until `leaseUntilMs`. If it is not settled by then, the
 * effect's `safety` decides what happens.
 */
export type OutboxState = 'ready' | 'leased' | 'indeterminate';

export type RecordedError = { readonly code: string; readonly message: string; readonly atMs: number };

/** An effect that a step requested and that is not settled yet. It is stored in the same write as the state that requested it. */
export type OutboxEntry = {
  /**
   * Key of the effect: `actorId/revision/n`, followed by `@epoch` (the number of restores) if the actor was restored before. The key is the
   * same for every retry.
   */
  readonly key: string;
  readonly name: string;
  readonly params: Json;
  readonly state: OutboxState;
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly leasedBy: string | null;
  readonly leaseUntilMs: number | null;
  readonly lastError: RecordedError | null;
};

export type Health = {
  readonly state: 'ok' | 'backing-off' | 'quarantined';
  readonly failures: number;
  /** Time since which the actor has not been healthy, in UTC ms; null while it is healthy. */
  readonly sinceMs: number | null;
  /** For an actor that is backing off (waiting after failures): the time (UTC ms) before which it gets no tick. */
  readonly untilMs: number | null;
  readonly lastError: RecordedError | null;
};

export const HEALTHY: Health = Object.freeze({ state: 'ok', failures: 0, sinceMs: null, untilMs: null, lastError: null });

/** The value of a machine's state: `"a"`, or `{"a": "b"}` for nested states, as in XState. */
export type StateValue = string | { readonly [state: string]: StateValue };

/** A stored XState snapshot without child actors. Amounts in it are decimal strings, never floats or bigint. */
export type PersistedSnapshot = {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  readonly value: StateValue;
  readonly context: { readonly [key: string]: unknown };
  readonly output?: unknown;
};

/**
 * A condition that wakes an actor, in addition to its due time: the value of a topic (such as a price) reaches a bound. `value` is a finite
 * number, and never -0. It is only used for the comparison with the topic's value; no amount is computed from it.
 */
export type Trigger = { readonly topic: string; readonly op: 'at-least' | 'at-most'; readonly value: number };

/** The complete record of one actor. The store replaces it only by the next revision, with a compare-and-set on `revision`. */
export type ActorRecord = {
  readonly id: ActorId;
  readonly type: string;
  /** The actor's shard (one of 256 parts of all actors): a stable hash of the actor's id, from 0 to 255. */
  readonly shard: number;
  /**
   * Number of the record's revision. It starts at 1 and increases by 1 with every commit. A commit succeeds only if the stored revision is
   * still the one that it changes (compare-and-set).
   */
  readonly revision: number;
  /** Version of the actor's definition that wrote the snapshot. */
  readonly version: number;
  /**
   * The number of restores so far. Keys of effects contain it, so that a restored actor never reuses the key of an effect from a later
   * revision.
   */
  readonly epoch: number;
  readonly snapshot: PersistedSnapshot;
  /** Ids of the last 16 events that were applied, oldest first. With them, a repeated event is recognized. */
  readonly applied: readonly string[];
  /** When this actor needs its next tick, which is the event that the runtime sends to a due actor (UTC ms); null when it needs none. */
  readonly dueAtMs: number | null;
  /**
   * When the actor must be processed next (UTC ms): the earliest of its due time (rounded up to a tick), the next attempts of effects in
   * the outbox, and the ends of leases. It is the only time of an actor by which the store can search with an index.
   */
  readonly wakeAtMs: number | null;
  /**
   * The triggers that the definition returned for this snapshot. Missing when there are none, and while the actor is done or quarantined.
   */
  readonly triggers?: readonly Trigger[];
  readonly outbox: readonly OutboxEntry[];
  readonly keys: IndexKeys;
  readonly health: Health;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

export type CauseKind = 'http' | 'tick' | 'effect' | 'actor' | 'operator' | 'system';
/**
 * What caused a commit. `by` is the operator's name, the request's id, or the key of an effect. That effect is either the actor's own,
 * whose result arrived, or belongs to the actor that sent the event (the key begins with that actor's id). `trace` is the request's trace
 * (a W3C `traceparent`), if it has one.
 */
export type Cause = { readonly kind: CauseKind; readonly by?: string; readonly trace?: string };

/** An event in the history: its id (the same for every retry), its type and its payload. */
export type RecordedEvent = { readonly id: string; readonly type: string; readonly payload: Json };

/** The event, the time and the cause of a commit. These data are stored together with the record. */
export type HistoryNote = { readonly event: RecordedEvent; readonly atMs: number; readonly cause: Cause };

/** One revision of an actor, as it was written at the time. */
export type HistoryEntry = HistoryNote & {
  readonly revision: number;
  readonly from: StateValue | null;
  readonly to: StateValue;
  /** The actor's complete record as it was at this revision. */
  readonly record: ActorRecord;
};

export const APPLIED_KEPT = 16;
