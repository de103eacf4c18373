import type { IndexKeys } from '../../values/index-keys.ts';
import type { Json } from '../../values/json.ts';

/** `<type>/<key>`; the key is unique within the type and may itself contain slashes. */
export type ActorId = string;

/** The state of an outbox entry. `leased`: leased to a node until `leaseUntilMs`; after that, the effect's `safety` decides. */
export type OutboxState = 'ready' | 'leased' | 'indeterminate';

export type RecordedError = { readonly code: string; readonly message: string; readonly atMs: number };

/** One effect that a step requested and that is not settled yet. Stored in the same write as the state that requested it. */
export type OutboxEntry = {
  /** `actorId/revision/n`, followed by `@epoch` after a restore raised the epoch. The same for every retry. */
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
  /** UTC ms since when it is not ok; null while it is. */
  readonly sinceMs: number | null;
  /** While backing off: the UTC ms before which the actor gets no tick. */
  readonly untilMs: number | null;
  readonly lastError: RecordedError | null;
};

export const HEALTHY: Health = Object.freeze({ state: 'ok', failures: 0, sinceMs: null, untilMs: null, lastError: null });

/** `"a"`, or `{"a": "b"}` for nested states: XState's own form. */
export type StateValue = string | { readonly [state: string]: StateValue };

/** A persisted XState snapshot without children. Amounts are decimal strings, never floats or bigint. */
export type PersistedSnapshot = {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  readonly value: StateValue;
  readonly context: { readonly [key: string]: unknown };
  readonly output?: unknown;
};

/**
 * A condition that wakes an actor, beside a time: a topic's value at or beyond a bound. `value` is a finite double, and never -0. It
 * is only compared; no amount is computed from it.
 */
export type Trigger = { readonly topic: string; readonly op: 'at-least' | 'at-most'; readonly value: number };

/** The whole record of one actor. The store only ever replaces it by the next one, by compare-and-set on `revision`. */
export type ActorRecord = {
  readonly id: ActorId;
  readonly type: string;
  /** Stable hash of the id, 0 to 255. */
  readonly shard: number;
  /** Raised by 1 on every commit, from 1; the compare-and-set compares it. */
  readonly revision: number;
  /** The definition version that wrote the snapshot. */
  readonly version: number;
  /** Raised by a restore, so that effect keys after the restored revision are never reused. */
  readonly epoch: number;
  readonly snapshot: PersistedSnapshot;
  /** Ids of the last 16 events applied, oldest first. */
  readonly applied: readonly string[];
  /** UTC ms of the next tick that this actor needs; null for none. */
  readonly dueAtMs: number | null;
  /** The earliest of the due time (rounded up to a tick), the outbox's next attempts and the ends of its leases: the only indexed time. */
  readonly wakeAtMs: number | null;
  /** The triggers that the definition returned for this snapshot; absent for none, and while the actor is done or quarantined. */
  readonly triggers?: readonly Trigger[];
  readonly outbox: readonly OutboxEntry[];
  readonly keys: IndexKeys;
  readonly health: Health;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

export type CauseKind = 'http' | 'tick' | 'effect' | 'actor' | 'operator' | 'system';
/**
 * The cause of a commit. `by` names the operator, the request, or the key of an effect: the actor's own effect whose result arrived,
 * or the effect of the actor that sent the event (the key begins with that actor's id). `trace` is the request's trace (a W3C
 * `traceparent`), where there is one.
 */
export type Cause = { readonly kind: CauseKind; readonly by?: string; readonly trace?: string };

/** An event in the history: its id (the same for every retry), its type and its payload. */
export type RecordedEvent = { readonly id: string; readonly type: string; readonly payload: Json };

/** The event, time and cause of a commit, stored beside the record. */
export type HistoryNote = { readonly event: RecordedEvent; readonly atMs: number; readonly cause: Cause };

/** One revision of an actor, as it was written. */
export type HistoryEntry = HistoryNote & {
  readonly revision: number;
  readonly from: StateValue | null;
  readonly to: StateValue;
  /** The whole record at this revision. */
  readonly record: ActorRecord;
};

export const APPLIED_KEPT = 16;
