import type { Clock } from '../../values/clock.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { ActorClient } from '../define/client.ts';
import type { AnyEffectSpec, EffectContext } from '../define/definition.ts';
import { about, type Feed } from '../engine/feed.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorId, OutboxEntry } from '../record/record.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { Cell, Envelope } from '../step/cell.ts';
import { type AroundEffect, createAttempts } from './attempt-effect.ts';
import { createEffectCapacity } from './effect-capacity.ts';
import { createEffectResults } from './effect-results.ts';
import { createKeptEnds } from './kept-ends.ts';
import { createShortDelays } from './short-delays.ts';
import { createOutboxWaker } from './wake-outbox.ts';

export type EffectRunnerDeps = {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly feed: Feed;
  readonly random: () => number;
  readonly isPaused: IsPaused;
  /** The maximum number of effects that run on this node at the same time. */
  readonly limit: number;
  readonly ids: IdSource;
  /** Returns an actor client whose requests are recorded as caused by the effect with the key `by`. */
  readonly actors: (by: string) => ActorClient;
  readonly around: AroundEffect;
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
};

export type EffectRunner = {
  /** Returns how many more effects this node may start now. */
  readonly room: () => number;
  /** Reserves capacity for effects whose lease is not committed yet; a negative number releases reserved capacity. */
  readonly reserve: (effects: number) => void;
  /**
   * Starts the effects that a successful commit has leased to this node. Effects of the commit that are not leased wait until this node has
   * capacity.
   */
  readonly onOutbox: (cell: Cell, entries: readonly OutboxEntry[]) => void;
  /**
   * Leases the ready effects of an actor's outbox to this node, up to its capacity. With `takesOver`, it also leases effects that are
   * leased to other nodes. Returns the number of leased effects.
   */
  readonly wake: (cell: Cell, takesOver?: boolean) => number;
  /** Leases and starts the ready effects of every actor in memory whose outbox (list of unfinished effects) is known not to be empty. */
  readonly wakeKnown: () => number;
  readonly running: () => number;
  /** Starts no more effects; running effects continue. */
  readonly refuse: () => void;
  /**
   * Starts no more effects, waits for running effects, and aborts those that still run after `boundMs` milliseconds. Returns how many were
   * aborted.
   */
  readonly drain: (boundMs: number) => Promise<number>;
};

/** Runs effects after their commit, each with a deadline, and delivers their results as events. */
export function createEffectRunner(deps: EffectRunnerDeps): EffectRunner {
  const { clock, timers, feed } = deps;
  const capacity = createEffectCapacity(deps.limit);
  const attempts = createAttempts(deps);
  const delays = createShortDelays({ clock, timers });
  const ends = createKeptEnds({
    clock,
    timers,
    store: (cell, entry) => results.storeEnd(cell, entry),
    onError: (error) => report('result', error),
  });
  const results = createEffectResults({ ...deps, onRefused: (error) => report('result', error), keepEnd: ends.keep });
  const waker = createOutboxWaker({ ...deps, capacity, onUnknown, onFailedLease: (error) => report('lease', error) });

  function onOutbox(cell: Cell, entries: readonly OutboxEntry[]): void {
    waker.remember(cell, entries.length);
    for (const entry of entries) {
      const spec = cell.actor.effects.get(entry.name);
      if (!spec) continue;
      cell.running += 1;
      // The effect is not running yet, because its delay has not passed. It is marked as held, so that nothing else starts it, and it
      // already uses a part of the node's capacity.
      capacity.hold(entry.key);
      capacity.reserve(1);
      delays.begin(entry, () => {
        capacity.reserve(-1);
        start(cell, entry, spec);
      });
    }
  }

  function start(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec): void {
    capacity.begin(entry.key);
    const atEnd: (() => void)[] = [];
    void attempt(cell, entry, spec, (run) => void atEnd.push(run))
      .catch((error) => report('result', error))
      .finally(() => {
        cell.running -= 1;
        capacity.end(entry.key);
        waker.wakeWaiting();
        for (const run of atEnd) run();
      });
  }

  async function attempt(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec, onEnd: EffectContext['onEnd']): Promise<void> {
    const startedMs = clock.now();
    feed.publish(() => ({
      kind: 'effect-started',
      atMs: startedMs,
      ...about(cell.id, cell.loaded?.record),
      key: entry.key,
      name: entry.name,
      attempt: entry.attempts,
    }));
    const finding = await attempts.run(cell, entry, spec, onEnd);
    const outcome = await results.conclude(cell, entry, spec, finding);
    const error = finding.kind === 'settled' ? null : recordedError(finding.error, clock.now());
    feed.publish(() => ({
      kind: 'effect-ended',
      atMs: clock.now(),
      ...about(cell.id, cell.loaded?.record),
      key: entry.key,
      name: entry.name,
      outcome,
      ms: clock.now() - startedMs,
      error,
    }));
  }

  function onUnknown(cell: Cell, entry: OutboxEntry): void {
    capacity.hold(entry.key);
    void results
      .refuseUnknown(cell, entry)
      .catch((error) => report('result', error))
      .finally(() => capacity.release(entry.key));
  }

  function report(doing: string, error: unknown): void {
    feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing, error: recordedError(error, clock.now()) }));
  }

  async function drain(boundMs: number): Promise<number> {
    capacity.close();
    results.stopRepeating();
    delays.end();
    const aborted = await untilIdle(boundMs);
    await ends.storeAll();
    return aborted;
  }

  async function untilIdle(boundMs: number): Promise<number> {
    if (capacity.running() === 0) return 0;
    const late = Promise.withResolvers<void>();
    const cancel = timers.after(boundMs, late.resolve);
    await Promise.race([capacity.idle(), late.promise]);
    cancel();
    const aborted = attempts.abortAll();
    await capacity.idle();
    return aborted;
  }

  return {
    room: capacity.room,
    reserve: capacity.reserve,
    onOutbox,
    wake: waker.wake,
    wakeKnown: waker.wakeKnown,
    running: capacity.running,
    refuse: capacity.close,
    drain,
  };
}
