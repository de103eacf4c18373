import type { IndexKeys } from '../../values/index-keys.ts';
import type { Json } from '../../values/json.ts';

/** `<type>/<key>`; the key is unique within the type and may itself contain slashes. */
export type ActorId = string;

/** Where an outbox entry is. `claimed` by a node until `claimUntilMs`; a claim that ran out is judged by the effect's `safety`. */
export type OutboxState = 'ready' | 'claimed' | 'indeterminate';

export type RecordedError = { readonly code: string; readonly message: string; readonly atMs: number };

/** One effect that a step asked for and that is not settled yet. Stored in the same write as the state that asked for it. */
export type OutboxEntry = {
  /** `actorId/revision/n`, with `@epoch` behind it once a restore raised the epoch. The same over every retry. */
  readonly key: string;
  readonly name: string;
  readonly params: Json;
  readonly state: OutboxState;
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly claimedBy: string | null;
  readonly claimUntilMs: number | null;
  readonly lastError: RecordedError | null;
};

export type Health = {
  readonly state: 'ok' | 'backing-off' | 'quarantined';
  readonly failures: number;
  /** Since when it is not ok; null while it is. */
  readonly sinceMs: number | null;
  /** While backing off: no tick is taken before this time. */
  readonly untilMs: number | null;
  readonly lastError: RecordedError | null;
};

export const HEALTHY: Health = Object.freeze({ state: 'ok', failures: 0, sinceMs: null, untilMs: null, lastError: null });

/** `"a"`, or `{"a": "b"}` for nested states: XState's own form. */
export type StateValue = string | { readonly [state: string]: StateValue };

/** An XState persisted snapshot without children: amounts are decimal strings, never floats on the way to a chain, never bigint. */
export type PersistedSnapshot = {
  readonly status: 'active' | 'done' | 'error' | 'stopped';
  readonly value: StateValue;
  readonly context: { readonly [key: string]: unknown };
  readonly output?: unknown;
};

/**
 * What an actor waits for beside a time: a topic's value at or beyond a bound. `value` is a finite double, and never -0. Comparing is all
 * that it is for: no amount goes through it.
 */
export type Trigger = { readonly topic: string; readonly op: 'at-least' | 'at-most'; readonly value: number };

/** One actor, whole: the only thing that is ever written for it is the next one of these, by compare-and-set on `revision`. */
export type ActorRecord = {
  readonly id: ActorId;
  readonly type: string;
  /** Stable hash of the id, 0..255. */
  readonly shard: number;
  /** +1 on every commit, from 1; the fence. */
  readonly revision: number;
  /** Definition version that wrote the snapshot. */
  readonly version: number;
  /** Raised by restore, so that effect keys of an undone future are never reused. */
  readonly epoch: number;
  readonly snapshot: PersistedSnapshot;
  /** Ids of the last 16 events applied, oldest first. */
  readonly applied: readonly string[];
  /** UTC ms of the next tick this actor wants; null for none. */
  readonly dueAtMs: number | null;
  /** The earliest of the due time (on the tick grid), the outbox's attempts and its claims' ends: the one indexed time. */
  readonly wakeAtMs: number | null;
  /** What the definition's `triggers` said of this snapshot; not there for none, and while the actor is done or quarantined. */
  readonly triggers?: readonly Trigger[];
  readonly outbox: readonly OutboxEntry[];
  readonly keys: IndexKeys;
  readonly health: Health;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

export type CauseKind = 'http' | 'tick' | 'effect' | 'actor' | 'operator' | 'system';
/**
 * Who moved the actor: `by` names the operator, the request, or the key of the effect: of the actor's own whose result it is, or of the
 * asking actor's, which begins with that actor's id. `trace` is the trace that a request belongs to (a W3C `traceparent`), where there is one.
 */
export type Cause = { readonly kind: CauseKind; readonly by?: string; readonly trace?: string };

/** An event as history keeps it: its id (the same over every retry), its type and its payload. */
export type RecordedEvent = { readonly id: string; readonly type: string; readonly payload: Json };

/** What a commit did, beside the record it led to. */
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
