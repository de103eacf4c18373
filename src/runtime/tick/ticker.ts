import type { Clock } from '../../values/clock.ts';
import type { EffectRunner } from '../effects/effect-runner.ts';
import type { Engine } from '../engine/engine.ts';
import type { Feed, TickReport } from '../engine/feed.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Loader } from '../engine/loader.ts';
import { createOutstanding } from '../engine/outstanding.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorStore } from '../record/actor-store.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import type { SupervisionPolicy } from '../step/supervision.ts';
import { createBackOff } from './back-off.ts';
import { createGatherFacts } from './gather-facts.ts';
import { withoutPaused } from './paused-types.ts';
import { createServeActors, type TickWork } from './serve-actors.ts';
import { createSharedFacts } from './shared-facts.ts';
import { createStepGroup } from './step-group.ts';
import { noCounts } from './tick-counts.ts';
import { createTickRounds, type TickScope } from './tick-rounds.ts';
import { createWaker } from './wake-due.ts';
import { createTopicWatch } from './watch-topics.ts';

export type Ticker = {
  /**
   * Processes every actor that is due at `tickAtMs`, and then every actor with a fulfilled trigger, each only once. While a tick is
   * running, another one with some of the same actors returns null and counts as missed. Ticks of groups without common actors run in
   * parallel.
   */
  readonly tick: (tickAtMs: number, scope?: TickScope) => Promise<TickReport | null>;
  /** Runs the outbox effects that have become due since the last tick. Returns how many effects it has started. */
  readonly wake: () => Promise<number>;
  /**
   * Runs all outbox effects that are due by `untilMs`, including effects that are leased to other nodes. It is called only when those nodes
   * no longer exist.
   */
  readonly takeOver: (untilMs: number) => Promise<number>;
  readonly lastTickAtMs: () => number | null;
  /** Resolves when no tick is running. */
  readonly idle: () => Promise<void>;
};

export type TickerDeps = {
  readonly actors: ReadonlyMap<string, CompiledActor>;
  readonly store: Pick<ActorStore, 'due' | 'topics' | 'triggered'>;
  readonly engine: Engine;
  readonly loader: Loader;
  readonly runner: EffectRunner;
  readonly clock: Clock;
  readonly timers: Pick<Timers, 'after'>;
  readonly feed: Feed;
  readonly isPaused: IsPaused;
  readonly tickEveryMs: number;
  readonly supervision: SupervisionPolicy;
  readonly random: () => number;
  readonly factsDeadlineMs: number;
};

/**
 * Number of actors that a tick processes together, with one fetch of external data. The number is limited because of the memory that these
 * actors need.
 */
const PAGE = 5_000;

/** Processes ticks: finds the actors that are due or triggered, and processes them page by page. */
export function createTicker(deps: TickerDeps): Ticker {
  const { actors, store, loader, clock, feed, isPaused } = deps;
  const rounds = createTickRounds(deps.tickEveryMs);
  const shared = createSharedFacts(deps);
  const watch = createTopicWatch({ ...deps, deadlineMs: deps.factsDeadlineMs });
  const backOff = createBackOff(deps);
  const serve = createServeActors({
    ...deps,
    watch,
    gatherFacts: createGatherFacts({ ...deps, backOff }),
    stepGroup: createStepGroup({ ...deps, backOff }),
  });
  const waker = createWaker({ ...deps, page: PAGE, servedUpToMs: rounds.servedUpToMs });
  const ticks = createOutstanding();

  async function tick(tickAtMs: number, scope: TickScope = {}): Promise<TickReport | null> {
    const round = rounds.begin(tickAtMs, scope);
    if (round === null) return null;
    ticks.enter();
    const startedMs = clock.now();
    const counts = noCounts();
    waker.noticePaused();
    const facts = { byType: new Map(), shared: shared.of(tickAtMs, scope) };
    try {
      await serveAll(withoutPaused(scope, actors, isPaused), { tickAtMs, facts, counts, served: new Set() });
      round.served();
    } catch (error) {
      feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'tick', error: recordedError(error, clock.now()) }));
      throw error;
    } finally {
      round.end();
      ticks.leave();
    }
    const report: TickReport = { tickAtMs, tookMs: clock.now() - startedMs, missed: round.missed, ...counts };
    feed.publish(() => ({ kind: 'tick', atMs: clock.now(), report }));
    return report;
  }

  async function serveAll(scope: TickScope, work: TickWork): Promise<void> {
    const { tickAtMs, served } = work;
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await store.due({ afterMs: null, untilMs: tickAtMs, limit: PAGE, ...scope, ...(cursor ? { cursor } : {}) });
      await serve.due(await loader.activate(page.rows), work);
      cursor = page.cursor;
    }
    for await (const { rows, values } of watch.triggered(tickAtMs, scope, PAGE, served))
      await serve.triggered(await loader.activate(rows), values, work);
  }

  async function wake(): Promise<number> {
    const nowMs = clock.now();
    // After the clock was set back, actors that recent ticks have processed can become due again. So the recorded times up to which actors
    // were processed are adjusted before the search.
    rounds.clockIsAt(nowMs);
    shared.clockIsAt(nowMs);
    return waker.wake();
  }

  return { tick, wake, takeOver: waker.takeOver, lastTickAtMs: rounds.lastTickAtMs, idle: ticks.idle };
}
