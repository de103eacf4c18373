import type { IndexKeys } from '../../values/index-keys.ts';
import type { Json } from '../../values/json.ts';

/** An actor's id, `<type>/<key>`. The key is unique within the type and may contain slashes. */
export type ActorId = string;

/**
 * The state of an outbox entry. `leased`: a node has a lease until `leaseUntilMs`; after that time, the effect's `safety` decides what
 * happens.
 */
export type OutboxState = 'ready' | 'leased' | 'indeterminate';

export type RecordedError = { readonly code: string; readonly message: string; readonly atMs: number };

/** An effect that a step requested and that is not settled yet. It is stored in the same write as the state that requested it. */
export type OutboxEntry = {
  /** The effect's key: `actorId/revision/n`, followed by `@epoch` after a restore increased the epoch. The same for every retry. */
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
  /** While backing off: the UTC ms before which the actor gets no tick. */
  readonly untilMs: number | null;
  readonly lastError: RecordedError | null;
};

export const HEALTHY: Health = Object.freeze({ state: 'ok', failures: 0, sinceMs: null, untilMs: null, lastError: null });

/** A state's value: `"a"`, or `{"a": "b"}` for nested states, as in XState. */
export type StateValue = string | { readonly [state: string]: StateValue };

/** A persisted XState snapshot without children. Amounts are decimal strings, never floats or bigint. */
export type PersistedSnapshot = {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  readonly value: StateValue;
  readonly context: { readonly [key: string]: unknown };
  readonly output?: unknown;
};

/**
 * A condition that wakes an actor, in addition to a time: a topic's value reaches a bound. `value` is a finite double, and never -0. It is
 * only used for comparison; no amount is computed from it.
 */
export type Trigger = { readonly topic: string; readonly op: 'at-least' | 'at-most'; readonly value: number };

/** The complete record of one actor. The store only replaces it by the next one, by compare-and-set on `revision`. */
export type ActorRecord = {
  readonly id: ActorId;
  readonly type: string;
  /** Stable hash of the id, 0 to 255. */
  readonly shard: number;
  /** Starts at 1 and increases by 1 with every commit. The compare-and-set compares it. */
  readonly revision: number;
  /** The definition version that wrote the snapshot. */
  readonly version: number;
  /** Increased by a restore, so that effect keys after the restored revision are never reused. */
  readonly epoch: number;
  readonly snapshot: PersistedSnapshot;
  /** Ids of the last 16 events applied, oldest first. */
  readonly applied: readonly string[];
  /** UTC ms of the next tick that this actor needs; null for none. */
  readonly dueAtMs: number | null;
  /**
   * The earliest of the due time (rounded up to a tick), the next attempts in the outbox, and the ends of leases. It is the only indexed
   * time.
   */
  readonly wakeAtMs: number | null;
  /**
   * The triggers that the definition returned for this snapshot. Absent when there are none, and while the actor is done or quarantined.
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
 * The cause of a commit. `by` is the operator's name, the request's id, or the key of an effect: either the actor's own effect whose result
 * arrived, or the effect of the actor that sent the event (the key begins with that actor's id). `trace` is the request's trace (a W3C
 * `traceparent`), if it has one.
 */
export type Cause = { readonly kind: CauseKind; readonly by?: string; readonly trace?: string };

/** An event in the history: its id (the same for every retry), its type and its payload. */
export type RecordedEvent = { readonly id: string; readonly type: string; readonly payload: Json };

/** The event, time and cause of a commit, stored with the record. */
export type HistoryNote = { readonly event: RecordedEvent; readonly atMs: number; readonly cause: Cause };

/** One revision of an actor, as it was written. */
export type HistoryEntry = HistoryNote & {
  readonly revision: number;
  readonly from: StateValue | null;
  readonly to: StateValue;
  /** The complete record at this revision. */
  readonly record: ActorRecord;
};

export const APPLIED_KEPT = 16;
