import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { EffectRunner } from '../effects/effect-runner.ts';
import type { Engine } from '../engine/engine.ts';
import { about, type Feed, type TickReport } from '../engine/feed.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Loader } from '../engine/loader.ts';
import { createOutstanding } from '../engine/outstanding.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorStore, StoreRef } from '../record/actor-store.ts';
import type { Cause } from '../record/record.ts';
import { recordedError } from '../record/recorded-error.ts';
import { anyTriggerHolds } from '../record/trigger-holds.ts';
import type { Cell, Envelope, Work } from '../step/cell.ts';
import type { CompiledActor } from '../step/compile-actor.ts';
import { stepAhead } from '../step/plan-work.ts';
import { afterStepFailure, type SupervisionPolicy } from '../step/supervision.ts';
import { fetchFacts } from './fetch-facts.ts';
import { pausedTypes, withoutPaused } from './paused-types.ts';
import { createSharedFacts, type SharedFactsOfTick } from './shared-facts.ts';
import { createTickRounds, type TickScope } from './tick-rounds.ts';
import { createTopicWatch } from './watch-topics.ts';

export type Ticker = {
  /**
   * Processes every actor that is due at `tickAtMs`, and then those with a trigger that holds, each actor once. While a tick runs,
   * another one whose scope shares actors with it returns null and counts as missed; ticks of groups without common actors run side
   * by side.
   */
  readonly tick: (tickAtMs: number, scope?: TickScope) => Promise<TickReport | null>;
  /** Searches outbox entries that became due since the last tick; returns how many effects it started. */
  readonly wake: () => Promise<number>;
  /** Does the same as `wake` for all entries due by `untilMs`, including those leased to other nodes, which are gone. */
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

const NONE_WOKEN = { woken: 0, isAll: true };

/** Actors processed together in a tick, with one fetch of facts; it limits memory. */
const PAGE = 5_000;

type Counts = { -readonly [K in Exclude<keyof TickReport, 'tickAtMs' | 'tookMs' | 'missed'>]: number };
type TickFacts = { readonly byType: Map<string, Map<string, unknown>>; readonly shared: SharedFactsOfTick };

export function createTicker(deps: TickerDeps): Ticker {
  const { actors, store, engine, loader, runner, clock, feed, timers, isPaused } = deps;
  const rounds = createTickRounds(deps.tickEveryMs);
  const shared = createSharedFacts(deps);
  const watch = createTopicWatch({ ...deps, deadlineMs: deps.factsDeadlineMs });
  const ticks = createOutstanding();
  let waking = false;
  /** Types that were found paused: after their resume, their waiting entries are older than the start of the usual search. */
  const keptBack = new Set<string>();

  async function tick(tickAtMs: number, scope: TickScope = {}): Promise<TickReport | null> {
    const round = rounds.begin(tickAtMs, scope);
    if (round === null) return null;
    ticks.enter();
    const startedMs = clock.now();
    const { missed } = round;
    const counts: Counts = { due: 0, triggered: 0, stepped: 0, committed: 0, failed: 0, effectsWoken: 0, factsFetched: 0 };
    noticePaused();
    const running = withoutPaused(scope, actors, isPaused);
    const facts: TickFacts = { byType: new Map(), shared: shared.of(tickAtMs, scope) };
    // Only of types with triggers: some 40 bytes for each actor that is due or triggered in this tick.
    const served = new Set<StoreRef>();
    try {
      let cursor: string | null | undefined;
      while (cursor !== null) {
        const page = await store.due({ afterMs: null, untilMs: tickAtMs, limit: PAGE, ...running, ...(cursor ? { cursor } : {}) });
        await serveDue(await loader.activate(page.rows), tickAtMs, facts, counts, served);
        cursor = page.cursor;
      }
      for await (const { rows, values } of watch.triggered(tickAtMs, running, PAGE, served))
        await serveTriggered(await loader.activate(rows), values, tickAtMs, facts, counts);
      round.served();
    } catch (error) {
      feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'tick', error: recordedError(error, clock.now()) }));
      throw error;
    } finally {
      round.end();
      ticks.leave();
    }
    const report: TickReport = { tickAtMs, tookMs: clock.now() - startedMs, missed, ...counts };
    feed.publish(() => ({ kind: 'tick', atMs: clock.now(), report }));
    return report;
  }

  async function serveDue(
    cells: readonly Cell[],
    tickAtMs: number,
    facts: TickFacts,
    counts: Counts,
    served: Set<StoreRef>,
  ): Promise<void> {
    const due = new Map<CompiledActor, Cell[]>();
    for (const cell of cells) {
      if (cell.loaded === null) continue;
      const { record } = cell.loaded;
      if (record.health.state === 'quarantined' || isPaused(cell.actor.type)) continue;
      if (record.outbox.length > 0) counts.effectsWoken += runner.wake(cell);
      if (record.dueAtMs === null || record.dueAtMs > tickAtMs || (record.health.untilMs ?? 0) > tickAtMs) continue;
      if (!cell.actor.definition.tick) continue;
      if (watch.watches(cell.actor)) served.add(cell.loaded.handle.ref);
      const group = due.get(cell.actor);
      if (group) group.push(cell);
      else due.set(cell.actor, [cell]);
    }
    for (const [actor, group] of due) {
      counts.due += group.length;
      await serveGroup(actor, group, tickAtMs, facts, counts);
    }
  }

  /**
   * Ticks triggered actors of one type. A copy may have changed since the store was read: it is stepped only if one of its current
   * triggers holds.
   */
  async function serveTriggered(
    cells: readonly Cell[],
    values: ReadonlyMap<string, number>,
    tickAtMs: number,
    facts: TickFacts,
    counts: Counts,
  ): Promise<void> {
    const group = cells.filter(({ loaded }) => {
      if (loaded === null || loaded.record.health.state === 'quarantined' || (loaded.record.health.untilMs ?? 0) > tickAtMs) return false;
      return anyTriggerHolds(loaded.record.triggers, values);
    });
    const [first] = group;
    if (first === undefined) return;
    counts.triggered += group.length;
    await serveGroup(first.actor, group, tickAtMs, facts, counts);
  }

  async function serveGroup(
    actor: CompiledActor,
    group: readonly Cell[],
    tickAtMs: number,
    facts: TickFacts,
    counts: Counts,
  ): Promise<void> {
    const { wanted, able } = await wantedFacts(actor, group, tickAtMs, counts);
    const known = await factsFor(actor, wanted, facts, tickAtMs, counts);
    // Checked again, since fetching takes a while.
    if (isPaused(actor.type)) return;
    if (known === null) counts.failed += able.length;
    else if (able.length > 0) await stepAll(actor, able, known, tickAtMs, counts);
  }

  /** Collects the facts that a group's actors need. An actor that fails here backs off, and the others go on. */
  async function wantedFacts(
    actor: CompiledActor,
    group: readonly Cell[],
    tickAtMs: number,
    counts: Counts,
  ): Promise<{ readonly wanted: ReadonlySet<string>; readonly able: readonly Cell[] }> {
    const wanted = new Set<string>();
    const keysOf = actor.definition.tick?.facts;
    if (!keysOf || !actor.facts) return { wanted, able: group };
    const able: Cell[] = [];
    const unable: Promise<void>[] = [];
    for (const cell of group) {
      try {
        if (cell.loaded) for (const key of keysOf(cell.loaded.snapshot)) wanted.add(key);
        able.push(cell);
      } catch (error) {
        counts.failed += 1;
        unable.push(new Promise((over) => backOff(cell, tickFailure(cell, error), tickAtMs, over)));
      }
    }
    await Promise.all(unable);
    return { wanted, able };
  }

  /**
   * Fetches facts: each key once per tick, and once for all groups of a minute. Null when the source failed or was too slow; then no
   * actor steps, since a part of its facts is not enough.
   */
  async function factsFor(
    actor: CompiledActor,
    wanted: ReadonlySet<string>,
    { byType, shared: sharedFacts }: TickFacts,
    atMs: number,
    counts: Counts,
  ): Promise<ReadonlyMap<string, unknown> | null> {
    const known = byType.get(actor.type) ?? new Map<string, unknown>();
    byType.set(actor.type, known);
    const missing = [...wanted].filter((key) => !known.has(key));
    const source = actor.facts;
    if (missing.length === 0 || !source) return known;
    const fetch = (keys: readonly string[]) => fetchFacts(source, keys, { atMs, deadlineMs: deps.factsDeadlineMs, timers });
    try {
      const { values, fetched } = await sharedFacts.get(actor.type, missing, fetch);
      counts.factsFetched += fetched;
      for (const [key, value] of values) known.set(key, value);
      return known;
    } catch (error) {
      feed.publish(() => ({
        kind: 'facts-failed',
        atMs: clock.now(),
        type: actor.type,
        keys: missing.length,
        error: recordedError(error, clock.now()),
      }));
      return null;
    }
  }

  /** Converts an error of a definition's tick code to a failed step. */
  function tickFailure(cell: Cell, error: unknown): TerminalError {
    feed.publish(() => ({
      kind: 'step-failed',
      atMs: clock.now(),
      ...about(cell.id, cell.loaded?.record),
      event: 'tick',
      error: recordedError(error, clock.now()),
    }));
    const why = error instanceof Error ? error.message : String(error);
    return new TerminalError({ code: 'step-failed', status: 500, message: `${cell.id} could not take its tick: ${why}`, cause: error });
  }

  function stepAll(
    actor: CompiledActor,
    group: readonly Cell[],
    facts: ReadonlyMap<string, unknown>,
    tickAtMs: number,
    counts: Counts,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const spec = actor.definition.tick;
    const eventId = `tick-${tickAtMs}`;
    const cause: Cause = { kind: 'tick' };
    const nowMs = clock.now();
    let left = group.length;
    const over = () => {
      left -= 1;
      if (left === 0) resolve();
    };
    const done: Envelope['done'] = (outcome) => {
      counts.stepped += 1;
      if (outcome.changed) counts.committed += 1;
      over();
    };
    for (const cell of group) {
      const failed = (error: unknown) => {
        counts.failed += 1;
        backOff(cell, error, tickAtMs, over);
      };
      try {
        const event = cell.loaded && spec ? spec.event(facts, cell.loaded.snapshot) : null;
        if (event === null) {
          over();
          continue;
        }
        const isFree = !cell.busy && cell.queue === null && !cell.evicted;
        const ahead = isFree && cell.loaded ? stepAhead(actor, cell.loaded, event, nowMs) : undefined;
        if (ahead === null) {
          counts.stepped += 1;
          over();
          continue;
        }
        const work: Work = ahead === undefined ? { kind: 'tick', event } : { kind: 'tick', event, ahead };
        const envelope: Envelope = { work, eventId, cause, tries: 0, done, failed };
        if (isFree) engine.run(cell, envelope);
        else engine.deliver(cell.id, envelope, false);
      } catch (error) {
        failed(tickFailure(cell, error));
      }
    }
    return promise;
  }

  /** Backs an actor off after its own failure; an unavailable store does not count as one. */
  function backOff(cell: Cell, error: unknown, tickAtMs: number, over: () => void): void {
    if (!(error instanceof TerminalError)) {
      over();
      return;
    }
    const reason = recordedError(error, clock.now());
    const random = deps.random();
    engine.deliver(
      cell.id,
      {
        work: {
          kind: 'health',
          name: 'runtime.backed-off',
          change: (health) => afterStepFailure(health, reason, deps.supervision, random),
        },
        eventId: `tick-${tickAtMs}:failed`,
        cause: { kind: 'tick' },
        tries: 0,
        done: ({ loaded }) => {
          if (loaded.record.health.state === 'quarantined')
            feed.publish(() => ({ kind: 'quarantined', atMs: clock.now(), ...about(cell.id, cell.loaded?.record), error: reason }));
          over();
        },
        failed: (why) => {
          feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'back-off', error: recordedError(why, clock.now()) }));
          over();
        },
      },
      false,
    );
  }

  async function wake(): Promise<number> {
    if (waking) return 0;
    waking = true;
    try {
      return await wakeAll();
    } catch (error) {
      feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing: 'wake', error: recordedError(error, clock.now()) }));
      throw error;
    } finally {
      waking = false;
    }
  }

  async function wakeAll(): Promise<number> {
    const nowMs = clock.now();
    // The clock went back: actors that the last ticks processed may lie ahead again.
    rounds.clockIsAt(nowMs);
    shared.clockIsAt(nowMs);
    noticePaused();
    const known = runner.wakeKnown();
    const resumed = [...keptBack].filter((type) => !isPaused(type));
    const kept = resumed.length === 0 ? NONE_WOKEN : await wakeDue({ types: resumed }, null, nowMs, false);
    // Without capacity for all of them, the next search begins at the start again.
    if (kept.isAll) for (const type of resumed) keptBack.delete(type);
    return known + kept.woken + (await wakeDue({}, rounds.servedUpToMs(), nowMs, false)).woken;
  }

  function noticePaused(): void {
    for (const type of pausedTypes(actors, isPaused)) keptBack.add(type);
  }

  async function wakeDue(scope: TickScope, afterMs: number | null, untilMs: number, takesOver: boolean): Promise<typeof NONE_WOKEN> {
    const running = withoutPaused(scope, actors, isPaused);
    let woken = 0;
    let cursor: string | null | undefined;
    while (cursor !== null && runner.room() > 0) {
      const page = await store.due({ afterMs, untilMs, limit: PAGE, ...running, ...(cursor ? { cursor } : {}) });
      for (const cell of await loader.activate(page.rows)) woken += runner.wake(cell, takesOver);
      cursor = page.cursor;
    }
    // Without capacity left, some entries of the last page may remain.
    return { woken, isAll: cursor === null && runner.room() > 0 };
  }

  const takeOver = async (untilMs: number) => (await wakeDue({}, null, untilMs, true)).woken;
  return { tick, wake, takeOver, lastTickAtMs: rounds.lastTickAtMs, idle: ticks.idle };
}
