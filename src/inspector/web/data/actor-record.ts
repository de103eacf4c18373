// The fields that the inspector's page uses from the operator API's replies. The page depends only on the HTTP API, so it declares these
// types itself; `/docs` documents the complete replies.

import type { WhyHead } from '../../../values/inspection/why.ts';
import type { Json, JsonObject } from '../../../values/json.ts';

export type StateValue = string | { readonly [state: string]: StateValue };

export type HealthState = 'ok' | 'backing-off' | 'quarantined';

export type RecordedError = { readonly code: string; readonly message: string; readonly atMs: number };

export type Health = {
  readonly state: HealthState;
  readonly failures: number;
  readonly sinceMs: number | null;
  readonly untilMs: number | null;
  readonly lastError: RecordedError | null;
};

export type IndexKeys = { readonly wallet: string | null; readonly chainId: number | null; readonly status: string | null };

export type OutboxEntry = {
  readonly key: string;
  readonly name: string;
  readonly params: Json;
  readonly state: 'ready' | 'leased' | 'indeterminate';
  readonly attempts: number;
  readonly nextAttemptAtMs: number;
  readonly leasedBy: string | null;
  readonly leaseUntilMs: number | null;
  readonly lastError: RecordedError | null;
};

/** The data of the reply to `GET /api/operator/actors/:id`. */
export type ActorRecord = {
  readonly id: string;
  readonly type: string;
  readonly shard: number;
  readonly revision: number;
  readonly version: number;
  readonly epoch: number;
  readonly snapshot: { readonly status: string; readonly value: StateValue; readonly context: JsonObject; readonly output?: Json };
  readonly applied: readonly string[];
  readonly dueAtMs: number | null;
  readonly wakeAtMs: number | null;
  readonly outbox: readonly OutboxEntry[];
  readonly keys: IndexKeys;
  readonly health: Health;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
};

/** One actor in the reply to `GET /api/operator/actors?fields=head`. */
export type ActorHead = {
  readonly id: string;
  readonly type: string;
  readonly revision: number;
  readonly version: number;
  readonly keys: IndexKeys;
  readonly health: Health;
  readonly dueAtMs: number | null;
  readonly wakeAtMs: number | null;
  readonly createdAtMs: number;
  readonly updatedAtMs: number;
  readonly outboxLength: number;
  readonly hasTriggers: boolean;
  /** One line of text that describes the actor's purpose; null for an actor without a title. */
  readonly title: string | null;
  /** The reason why the actor waits; null when the node does not know the actor's type. */
  readonly why: WhyHead | null;
};

export type Cause = { readonly kind: 'http' | 'tick' | 'effect' | 'actor' | 'operator' | 'system'; readonly by?: string };

/** One entry in the reply to `GET /api/operator/actors/:id/history`. */
export type HistoryEntry = {
  readonly revision: number;
  readonly atMs: number;
  readonly event: { readonly id: string; readonly type: string; readonly payload: Json };
  readonly cause: Cause;
  readonly from: StateValue | null;
  readonly to: StateValue;
  readonly record: ActorRecord;
};
