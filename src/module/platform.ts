import type { createTransactionSenderEffects } from '../../actors/transaction-sender/effects.ts';
import type { ProcessSettings } from '../config/process-settings.ts';
import type { OperatorAuth } from '../http/operator-auth.ts';
import type { RouteLimits } from '../http/rate-limit.ts';
import type { Cache } from '../platform/cache/cache.ts';
import type { Pause } from '../platform/chain/pause.ts';
import type { LiveFeed } from '../platform/feed/live-feed.ts';
import type { Log } from '../platform/log/log.ts';
import type { Metrics } from '../platform/metrics/metrics.ts';
import type { CollectionSpec, RecordStore } from '../platform/store/record-store.ts';
import type { Tracer } from '../platform/tracing/tracer.ts';
import type { ActorClient } from '../runtime/define/client.ts';
import type { Timers } from '../runtime/engine/timers.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';
import type { IdSource } from '../values/id-source.ts';
import type { FollowerSpec } from './follower.ts';

/** Called at named points of the code, so that a crash test can end the process there. Production never sets it. */
export type FaultPoint = (name: string) => Promise<void>;

/**
 * Settings for tests of blockchain endpoints: the time-out of requests, and the clock (ms) by which a failing endpoint is avoided for some
 * time.
 */
export type EndpointTime = { readonly requestTimeoutMs: number; readonly stopwatch: () => number };

/** Replacements that a test harness injects; empty in production. */
export type Harness = {
  /** Time settings of the blockchain nodes' endpoints, for tests that control time. */
  readonly endpoints?: EndpointTime | undefined;
  readonly pause?: Pause | undefined;
  readonly faultPoint?: FaultPoint | undefined;
  /** Faulty effects in place of those of the transaction sender. With these effects, a test proves that it would detect a broken sender. */
  readonly senderEffects?: typeof createTransactionSenderEffects | undefined;
};

/** What every module gets from the program: interfaces to external services, and the system that runs the actors. */
export type Platform = {
  /** The settings of the process. A module gets its own settings separately. */
  readonly config: ProcessSettings;
  readonly version: string;
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Source of random ids. Users may see these ids. */
  readonly ids: IdSource;
  readonly log: Log;
  readonly store: ActorStore;
  /** Whether this process is the only one that uses its store, so that no other node can share work with it. */
  readonly isAlone: boolean;
  readonly records: RecordStore;
  readonly cache: Cache;
  /**
   * The live feed, where changes of records that are not actors are published to all subscribers on all nodes. Changes of actors are
   * published automatically.
   */
  readonly feed: Pick<LiveFeed, 'publish'>;
  /** The types of all actors of the program. */
  readonly actorTypes: readonly string[];
  /** The actor types whose records anybody may read. */
  readonly publicTypes: readonly string[];
  /** The collections of all modules. */
  readonly collections: readonly CollectionSpec[];
  /** The followers of all modules. A follower is an actor that reads the events of a contract. */
  readonly followers: readonly FollowerSpec[];
  /** The client of the actors. The client can be used only after all modules have started. */
  readonly actors: ActorClient;
  readonly metrics: Metrics;
  readonly tracer: Tracer | null;
  /** Checks the tokens of operators, for routes with `cost: 'operator'`. */
  readonly operators: OperatorAuth;
  /** The rate limits of the routes that are expensive to answer. */
  readonly limits: RouteLimits;
  /**
   * Throws an error when no more data of unauthenticated clients may be stored, either in total or for the client `client`. `client` is
   * null when the client is unknown.
   */
  readonly requireRoom: (client: string | null) => void;
  /**
   * Returns a secret that is stored in this node's data folder. Creates the secret if it does not exist. @param setting name of the setting
   * that replaces the stored secret @throws ConfigError on a node of a cluster, because all nodes of a cluster must have the same secret
   */
  readonly ownSecret: (name: 'jwt-secret' | 'jwt-admin-secret' | 'channel-secret', setting: string) => string;
  readonly harness: Harness;
};
