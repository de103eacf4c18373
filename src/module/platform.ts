import type { createTransactionSenderEffects } from '../../actors/transaction-sender/effects.ts';
import type { ProcessSettings } from '../config/process-settings.ts';
import type { RouteLimits } from '../http/rate-limit.ts';
import type { Cache } from '../platform/cache/cache.ts';
import type { Pause } from '../platform/chain/pause.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { OutsideMetrics } from '../platform/metrics/outside-metrics.ts';
import type { RecordStore } from '../platform/store/record-store.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { ActorClient } from '../runtime/define/client.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import type { IdSource } from '../values/id-source.ts';

/** Called at each named point of the work, so that a crash harness can end the process right there. Never set in production. */
export type FaultPoint = (name: string) => Promise<void>;

/** For who drives the time: how long a node is waited for, and what counts the time that one is left alone (ms). */
export type EndpointTime = { readonly requestTimeoutMs: number; readonly stopwatch: () => number };

/** What a harness replaces; empty in production. */
export type Harness = {
  /** For who drives the time: how long nodes are waited for, and the pauses between looks at them. */
  readonly endpoints?: EndpointTime | undefined;
  readonly pause?: Pause | undefined;
  readonly faultPoint?: FaultPoint | undefined;
  /** For a harness that has to show that it notices a broken sender. */
  readonly senderEffects?: typeof createTransactionSenderEffects | undefined;
};

/** What every module is given: the outside world behind ports, and the system that its actors become part of. */
export type Platform = {
  /** Of the process; those of a module are handed to it alone. */
  readonly config: ProcessSettings;
  readonly version: string;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Random ones: they are shown. */
  readonly ids: IdSource;
  readonly log: Log;
  readonly store: ActorStore;
  readonly records: RecordStore;
  readonly cache: Cache;
  /** The types of all actors of the product. */
  readonly actorTypes: readonly string[];
  /** Answers once all modules have started. */
  readonly actors: ActorClient;
  readonly metrics: Metrics;
  /** Counts and traces calls of the outside. */
  readonly outside: OutsideMetrics;
  readonly tracer: Tracer | null;
  /** Of routes that cost much. */
  readonly limits: RouteLimits;
  /** Throws while nothing new of strangers is kept, or nothing of this client; null where nobody knows who it is. */
  readonly requireRoom: (client: string | null) => void;
  readonly harness: Harness;
};
