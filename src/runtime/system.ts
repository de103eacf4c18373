import type { Clock } from '../values/clock.ts';
import { RetryableError } from '../values/errors/retryable-error.ts';
import type { IdSource } from '../values/id-source.ts';
import type { ActorClient } from './define/client.ts';
import type { ImplementedActor } from './define/implement-actor.ts';
import type { AroundEffect } from './effects/attempt-effect.ts';
import { createEffectRunner } from './effects/effect-runner.ts';
import { createCommitter } from './engine/committer.ts';
import { createClient } from './engine/create-client.ts';
import { createEngine } from './engine/engine.ts';
import { createEventIds } from './engine/event-ids.ts';
import { createFeed, type Feed, type TickReport } from './engine/feed.ts';
import type { IsPaused } from './engine/is-paused.ts';
import { createLoader } from './engine/loader.ts';
import { noticingDamage } from './engine/notice-damage.ts';
import { createOutstanding } from './engine/outstanding.ts';
import { createResidents } from './engine/residents.ts';
import type { Timers } from './engine/timers.ts';
import { createForgetActors, type ForgetActors } from './operator/forget-actors.ts';
import { createOperator, type Operator } from './operator/operator.ts';
import type { ActorStore } from './record/actor-store.ts';
import type { Cause } from './record/record.ts';
import { type CompiledActor, compileActors } from './step/compile-actor.ts';
import { CLAIM_GRACE_MS } from './step/outbox.ts';
import { DEFAULT_SUPERVISION, type SupervisionPolicy } from './step/supervision.ts';
import type { TickScope } from './tick/tick-rounds.ts';
import { createTicker } from './tick/ticker.ts';

export type SystemOptions = {
  readonly actors: readonly ImplementedActor[];
  readonly store: ActorStore;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly ids: IdSource;
  /** Random numbers in [0, 1), for jitter. */
  readonly random: () => number;
  /** The name of this process in leases and history; unique among the nodes of a store. */
  readonly nodeId: string;
  /** Distance between ticks, ms. Default 60,000. */
  readonly tickEveryMs?: number;
  /** How often due outbox entries are searched between ticks, ms. Default 1,000. */
  readonly wakeEveryMs?: number;
  /** Actors in memory at a time. Default 100,000. */
  readonly maxResidents?: number;
  /** Events waiting on one actor before its callers get `mailbox-full`. Default 128. */
  readonly mailboxLimit?: number;
  /** The most asks being processed before callers get `system-overloaded`. Default 20,000. */
  readonly maxOutstanding?: number;
  /** Effects that run on this node at a time. Default 256. */
  readonly maxEffects?: number;
  /** Most commits in one write. Default 1,000. */
  readonly maxBatch?: number;
  /** Time limit for fetching a tick's facts, ms. Default 20,000. */
  readonly factsDeadlineMs?: number;
  readonly supervision?: SupervisionPolicy;
  /** Returns the types that get no ticks and start no effects. Called each time, so that a pause takes effect at once. Default: none. */
  readonly isPaused?: IsPaused;
  readonly freezeContexts?: boolean;
  /** The cause of outside asks without one. Default: only `http`. */
  readonly outsideCause?: () => Cause;
  /** Wraps each effect's attempt. Default: just runs it. */
  readonly aroundEffect?: AroundEffect;
  /** Called with errors that no caller waits for: a feed listener that threw. */
  readonly onError?: (error: unknown) => void;
};

export type ActorSystem = ActorClient & {
  readonly feed: Feed;
  readonly operator: Operator;
  /** Processes due actors in all shards or in those of a group. Null when a tick with some of the same actors is already running. */
  readonly tick: (tickAtMs: number, scope?: TickScope) => Promise<TickReport | null>;
  /** Runs due outbox entries; `start` calls it every second. */
  readonly wake: () => Promise<number>;
  /**
   * Runs effects at once whose leases belong to nodes that are gone, instead of when the leases end. Only for a process that knows
   * that no other process runs effects of this store. Returns how many effects it started.
   */
  readonly takeOver: () => Promise<number>;
  readonly forget: ForgetActors;
  /** Starts the search for due outbox entries between ticks. */
  readonly start: () => void;
  /**
   * From now on refuses asks as during a drain, and starts no effects. Ticks are processed until `drain`, so that no tick is lost
   * that was sent to this node before its dispatcher stopped.
   */
  readonly refuse: () => void;
  /** Accepts nothing new, waits for asks, ticks and effects up to the time limit, then for commits. Safe to call twice. */
  readonly drain: (boundMs: number) => Promise<{ readonly abortedEffects: number }>;
  readonly stats: () => SystemStats;
};

export type SystemStats = {
  readonly nodeId: string;
  readonly types: readonly string[];
  readonly residents: number;
  /** Outside asks without an answer: they wait for their actor or for a commit. */
  readonly asksOutstanding: number;
  readonly commitsOutstanding: number;
  /** Steps taken since the start, by type, including those that changed nothing. */
  readonly steps: { readonly [type: string]: number };
  readonly effectsRunning: number;
  readonly lastTickAtMs: number | null;
  /** Whether new work is refused. */
  readonly draining: boolean;
};

/**
 * Joins the runtime's parts into one system of actors on one store.
 *
 * @example
 * const { clock, timers } = createVirtualTime(0);
 * const store = createMemoryActorStore();
 * const system = createActorSystem({ actors: [lampActor], store, clock, timers, ids: sortableIds, random: Math.random, nodeId: 'a' });
 * system.start();
 * await system.of(lamp, 'hall').create(undefined);
 * await system.drain(1_000);
 * system.stats().types; // => ['lamp']
 */
export function createActorSystem(options: SystemOptions): ActorSystem {
  const { store, clock, timers, random, nodeId } = options;
  const ids = createEventIds(options.ids);
  const tickEveryMs = options.tickEveryMs ?? 60_000;
  const factsDeadlineMs = options.factsDeadlineMs ?? 20_000;
  const actors = compileActors(options.actors);
  const feed = createFeed(options.onError ?? (() => undefined));
  const residents = createResidents(options.maxResidents ?? 100_000);
  const committer = createCommitter({ store, timers, ...(options.maxBatch === undefined ? {} : { maxBatch: options.maxBatch }) });
  const isPaused = options.isPaused ?? (() => false);
  let refusing = false;
  let draining = false;
  let stopWaking: (() => void) | null = null;

  const runner = createEffectRunner({
    nodeId,
    clock,
    timers,
    feed,
    random,
    isPaused,
    limit: options.maxEffects ?? 256,
    ids,
    actors: (by) => createClient({ ...internal, cause: () => ({ kind: 'actor', by }) }),
    around: options.aroundEffect ?? ((_effect, attempt) => attempt()),
    deliver: (id, envelope, bounded) => engine.deliver(id, envelope, bounded),
  });
  const loader = createLoader({ actors, store, committer, residents, clock, timers, feed, nodeId });
  const engine = createEngine({
    actors,
    loader,
    store,
    committer,
    residents,
    clock,
    timers,
    feed,
    nodeId,
    tickEveryMs,
    mailboxLimit: options.mailboxLimit ?? 128,
    freezeContexts: options.freezeContexts ?? false,
    isPaused,
    room: runner.room,
    reserve: runner.reserve,
    onOutbox: runner.onOutbox,
  });
  const ticker = createTicker({
    actors,
    store,
    engine,
    loader,
    runner,
    clock,
    timers,
    feed,
    isPaused,
    tickEveryMs,
    random,
    supervision: options.supervision ?? DEFAULT_SUPERVISION,
    factsDeadlineMs,
  });

  const clientDeps = { actors, store, engine, ids, setAside: loader.setAside, maxOutstanding: options.maxOutstanding ?? 20_000 };
  /** During a drain, running effects may still talk to other actors; outside callers may not. */
  const internal = { ...clientDeps, outstanding: createOutstanding(), refuse: () => null };
  const asks = createOutstanding();
  const refusal = () => {
    if (!refusing) return null;
    const message = 'This node is shutting down. Try again, or another node.';
    return new RetryableError({ code: 'draining', retryAfterMs: 2_000, message });
  };
  const client = createClient({
    ...clientDeps,
    outstanding: asks,
    refuse: refusal,
    cause: options.outsideCause ?? (() => ({ kind: 'http' })),
  });

  function start(): void {
    if (stopWaking !== null || refusing) return;
    const round = () => {
      stopWaking = timers.after(options.wakeEveryMs ?? 1_000, () => {
        ticker
          .wake()
          .catch((error: unknown) => options.onError?.(error))
          .finally(() => {
            if (!refusing) round();
          });
      });
    };
    round();
  }

  function refuse(): void {
    refusing = true;
    stopWaking?.();
    runner.refuse();
  }

  async function drain(boundMs: number): Promise<{ readonly abortedEffects: number }> {
    refuse();
    draining = true;
    const late = Promise.withResolvers<void>();
    const cancel = timers.after(boundMs, late.resolve);
    const quiet = Promise.all([asks.idle(), ticker.idle()]);
    const [abortedEffects] = await Promise.all([runner.drain(boundMs), Promise.race([quiet, late.promise])]);
    cancel();
    await committer.idle();
    return { abortedEffects };
  }

  return {
    ...client,
    feed,
    operator: createOperator({
      ...{ actors, engine, residents, clock, timers, ids, nodeId, tickEveryMs, factsDeadlineMs },
      store: noticingDamage(store, loader.setAside),
      isPaused,
      refuse: refusal,
    }),
    tick: (tickAtMs, scope) => (draining ? Promise.resolve(null) : ticker.tick(tickAtMs, scope)),
    wake: ticker.wake,
    forget: createForgetActors({ actors, store, residents }),
    takeOver: () => ticker.takeOver(clock.now() + longestClaimMs(actors)),
    start,
    refuse,
    drain,
    stats: () => ({
      nodeId,
      types: [...actors.keys()],
      residents: residents.size(),
      asksOutstanding: asks.count(),
      commitsOutstanding: committer.outstanding(),
      steps: Object.fromEntries([...actors].map(([type, { stepper }]) => [type, stepper.taken()])),
      effectsRunning: runner.running(),
      lastTickAtMs: ticker.lastTickAtMs(),
      draining: refusing,
    }),
  };
}

/** The longest time for which a node that dies now would keep its leases. */
function longestClaimMs(actors: ReadonlyMap<string, CompiledActor>): number {
  const deadlines = [...actors.values()].flatMap(({ effects }) => [...effects.values()].map(({ deadlineMs }) => deadlineMs));
  return Math.max(0, ...deadlines) + CLAIM_GRACE_MS;
}
