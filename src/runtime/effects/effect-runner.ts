import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { IndeterminateError } from '../../values/errors/indeterminate-error.ts';
import { QuarantinedError } from '../../values/errors/quarantined-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { ActorClient } from '../define/client.ts';
import type { AnyEffectHandler, AnyEffectSpec, EffectContext, PlainEvent } from '../define/definition.ts';
import { about, type Feed } from '../engine/feed.ts';
import type { IsPaused } from '../engine/is-paused.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorId, OutboxEntry } from '../record/record.ts';
import { recordedError } from '../record/recorded-error.ts';
import { backoffDelay, DEFAULT_RETRY } from '../step/backoff.ts';
import type { Cell, Envelope, Outcome, Work } from '../step/cell.ts';
import { isClaimable, isHeldByOther } from '../step/outbox.ts';

/** Runs one attempt at an effect within a scope, for example one that adds fields to its log lines. */
export type AroundEffect = <T>(
  effect: { readonly actorId: ActorId; readonly key: string; readonly name: string },
  attempt: () => Promise<T>,
) => Promise<T>;

export type EffectRunnerDeps = {
  readonly nodeId: string;
  readonly clock: Clock;
  readonly timers: Timers;
  readonly feed: Feed;
  readonly random: () => number;
  readonly isPaused: IsPaused;
  /** The most effects that run on this node at once. */
  readonly limit: number;
  readonly ids: IdSource;
  /** Returns an actor client for the effect with this key. */
  readonly actors: (by: string) => ActorClient;
  readonly around: AroundEffect;
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
};

export type EffectRunner = {
  /** Returns how many more effects this node may start now. */
  readonly room: () => number;
  /** Reserves capacity for effects whose lease is not committed yet; a negative number releases it. */
  readonly reserve: (effects: number) => void;
  /** Runs the entries that a successful commit has leased to this node; entries that it left ready wait for capacity. */
  readonly onOutbox: (cell: Cell, entries: readonly OutboxEntry[]) => void;
  /**
   * Leases ready entries of an actor's outbox, up to this node's capacity; with `takesOver` also entries leased to other nodes.
   * Returns their number.
   */
  readonly wake: (cell: Cell, takesOver?: boolean) => number;
  /** Does the same as `wake` for every resident actor whose outbox is known not to be empty. */
  readonly wakeKnown: () => number;
  readonly running: () => number;
  /** Starts no more effects; running ones go on. */
  readonly refuse: () => void;
  /** Starts nothing new, waits for running effects, and aborts them after `boundMs`. Returns how many were aborted. */
  readonly drain: (boundMs: number) => Promise<number>;
};

type Finding =
  | { readonly kind: 'settled'; readonly event: PlainEvent | null }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'again'; readonly state: 'ready' | 'indeterminate'; readonly error: unknown };

/**
 * Milliseconds before a result is offered again when the store did not accept it: the effect has happened, so that its result must
 * not be lost.
 */
const RESULT_RETRY_MS = 1_000;

/** Runs effects after their commit, each with a deadline, and delivers their results as events. */
export function createEffectRunner(deps: EffectRunnerDeps): EffectRunner {
  const { clock, timers, feed } = deps;
  const aborts = new Set<AbortController>();
  /**
   * Keys of effects that run here. Even when their lease expires (a clock jump, an unavailable store), this node does not start them
   * a second time.
   */
  const inHand = new Set<string>();
  let running = 0;
  let reserved = 0;
  let refusing = false;
  let draining = false;
  const idle: (() => void)[] = [];
  /** Actors with ready entries and no free capacity: woken when an effect ends; if this process dies, the store's wake time wakes them. */
  const waiting = new Set<Cell>();
  /**
   * Actors whose outbox was not empty after their last commit here. An actor that is due at every tick has a wake time in the past,
   * so that the store's index does not show its retries; without this set they would wait for the next tick, as they do after a
   * crash.
   */
  const known = new Set<Cell>();

  const room = () => (refusing ? 0 : Math.max(0, deps.limit - running - reserved));
  const reserve = (effects: number) => {
    reserved += effects;
  };

  function onOutbox(cell: Cell, entries: readonly OutboxEntry[]): void {
    const outbox = cell.loaded?.record.outbox ?? [];
    known.add(cell);
    if (outbox.length > entries.length && outbox.some((entry) => isClaimable(entry, clock.now()))) {
      waiting.add(cell);
      timers.soon(wakeWaiting);
    }
    for (const entry of entries) {
      const spec = cell.actor.effects.get(entry.name);
      if (!spec) continue;
      running += 1;
      cell.running += 1;
      inHand.add(entry.key);
      void attempt(cell, entry, spec)
        .catch((error) => report('result', error))
        .finally(() => {
          running -= 1;
          cell.running -= 1;
          inHand.delete(entry.key);
          if (waiting.size > 0) wakeWaiting();
          if (running === 0) for (const resolve of idle.splice(0)) resolve();
        });
    }
  }

  function wakeWaiting(): void {
    for (const cell of waiting) {
      if (room() === 0) return;
      waiting.delete(cell);
      wake(cell);
    }
  }

  function wakeKnown(): number {
    let woken = 0;
    for (const cell of known) {
      if (cell.evicted || (cell.loaded?.record.outbox.length ?? 0) === 0) known.delete(cell);
      else if (room() > 0) woken += wake(cell);
    }
    return woken;
  }

  function report(doing: string, error: unknown): void {
    feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing, error: recordedError(error, clock.now()) }));
  }

  async function attempt(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec): Promise<void> {
    const startedMs = clock.now();
    feed.publish(() => ({
      kind: 'effect-started',
      atMs: startedMs,
      ...about(cell.id, cell.loaded?.record),
      key: entry.key,
      name: entry.name,
      attempt: entry.attempts,
    }));
    const finding = await bounded(cell, entry, spec);
    const outcome = await conclude(cell, entry, spec, finding);
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

  /** Runs one attempt under its deadline. A handler that ignores its signal is abandoned, and its late result is ignored. */
  async function bounded(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec): Promise<Finding> {
    const abort = new AbortController();
    aborts.add(abort);
    const late = Promise.withResolvers<Finding>();
    const cancel = timers.after(spec.deadlineMs, () => abort.abort());
    abort.signal.addEventListener('abort', () => {
      const error = new IndeterminateError({
        code: 'effect-deadline',
        message: `"${entry.name}" did not end within its deadline of ${spec.deadlineMs} ms.`,
      });
      late.resolve({ kind: 'again', state: spec.safety === 'idempotent' ? 'ready' : 'indeterminate', error });
    });
    try {
      const about = { actorId: cell.id, key: entry.key, name: entry.name };
      return await Promise.race([deps.around(about, () => handle(cell, entry, spec, abort.signal)), late.promise]);
    } finally {
      cancel();
      aborts.delete(abort);
    }
  }

  async function handle(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec, signal: AbortSignal): Promise<Finding> {
    const handler = cell.actor.handlers.get(entry.name);
    if (!handler)
      return { kind: 'failed', error: new TerminalError({ code: 'no-handler', message: `The effect "${entry.name}" has no handler.` }) };
    const context: EffectContext = {
      key: entry.key,
      actorId: cell.id,
      attempt: entry.attempts,
      signal,
      nowMs: () => clock.now(),
      actors: deps.actors(entry.key),
    };
    try {
      const found = entry.state === 'indeterminate' && handler.reconcile ? await lookUp(handler.reconcile(entry.params, context)) : null;
      if (found !== null) return found;
      return { kind: 'settled', event: await handler.run(entry.params, context) };
    } catch (error) {
      if (error instanceof TerminalError) return { kind: 'failed', error };
      const nothingHappened = spec.safety === 'idempotent' || (error instanceof RetryableError && entry.state !== 'indeterminate');
      return { kind: 'again', state: nothingHappened ? 'ready' : 'indeterminate', error };
    }
  }

  /**
   * Returns the outcome that the look-up found, or null when the effect did not happen and may run. A failed look-up leaves the
   * outcome unknown.
   */
  async function lookUp(looking: ReturnType<NonNullable<AnyEffectHandler['reconcile']>>): Promise<Finding | null> {
    try {
      const finding = await looking;
      return finding.happened ? { kind: 'settled', event: finding.event } : null;
    } catch (error) {
      return { kind: 'again', state: 'indeterminate', error };
    }
  }

  async function conclude(
    cell: Cell,
    entry: OutboxEntry,
    spec: AnyEffectSpec,
    finding: Finding,
  ): Promise<'settled' | 'failed' | 'retry' | 'indeterminate' | 'quarantined'> {
    if (finding.kind === 'settled') return settle(cell, entry, finding.event);
    const retry = spec.retry ?? DEFAULT_RETRY;
    const exhausted = finding.kind === 'again' && entry.attempts >= retry.maxAttempts;
    if (finding.kind === 'again' && !exhausted) {
      const error = recordedError(finding.error, clock.now());
      const askedMs = finding.error instanceof CoxswainError ? (finding.error.retryAfterMs ?? 0) : 0;
      const atMs = clock.now() + Math.max(askedMs, backoffDelay(retry, entry.attempts, deps.random()));
      await bring(cell, entry, 'again', { kind: 'postpone', claim: entry, state: finding.state, atMs, error, quarantine: false });
      return finding.state === 'ready' ? 'retry' : 'indeterminate';
    }
    // An unknown outcome is never reported as a failure, since the machine would then request an effect again that may have happened.
    const mayFail = finding.kind === 'failed' || (spec.whenExhausted === 'fail' && finding.state === 'ready');
    if (mayFail && spec.onFailure) return fail(cell, entry, spec.onFailure, finding.error);
    await setAside(cell, entry, finding.error, finding.kind === 'again' ? finding.state : stateAfterFailure(entry));
    return 'quarantined';
  }

  async function fail(
    cell: Cell,
    entry: OutboxEntry,
    onFailure: NonNullable<AnyEffectSpec['onFailure']>,
    error: unknown,
  ): Promise<'failed' | 'quarantined'> {
    const { code, message } = recordedError(error, clock.now());
    try {
      const event = onFailure({ code, message, key: entry.key, attempts: entry.attempts }, entry.params);
      await bring(cell, entry, 'failed', { kind: 'settle', key: entry.key, event, claim: entry });
      return 'failed';
    } catch (why) {
      if (why instanceof CoxswainError && !(why instanceof TerminalError)) throw why;
      await setAside(cell, entry, why, stateAfterFailure(entry));
      return 'quarantined';
    }
  }

  /**
   * Delivers a result to its actor. When the machine cannot take it, the actor is quarantined with the entry still in its outbox;
   * after a release the effect is reconciled.
   */
  async function settle(cell: Cell, entry: OutboxEntry, event: PlainEvent | null): Promise<'settled' | 'quarantined'> {
    try {
      await bring(cell, entry, 'settled', { kind: 'settle', key: entry.key, event });
      return 'settled';
    } catch (error) {
      if (!(error instanceof TerminalError)) throw error;
      await setAside(cell, entry, error, 'indeterminate');
      return 'quarantined';
    }
  }

  /** Puts the entry back into the outbox and quarantines the actor, in one write. */
  async function setAside(cell: Cell, entry: OutboxEntry, error: unknown, state: 'ready' | 'indeterminate'): Promise<void> {
    const atMs = clock.now();
    const reason = recordedError(error, atMs);
    await bring(cell, entry, 'aside', { kind: 'postpone', claim: entry, state, atMs, error: reason, quarantine: true });
    feed.publish(() => ({ kind: 'quarantined', atMs: clock.now(), ...about(cell.id, cell.loaded?.record), error: reason }));
  }

  /** Delivers until the store accepts it. Throws only errors that a repeat cannot change (a failed step, a deleted actor). */
  async function bring(cell: Cell, entry: OutboxEntry, what: string, work: Work): Promise<void> {
    // Unique, and the same for the repeats below. The number of attempts would not do, since it restarts at 1 after a release.
    const eventId = `${entry.key}:${what}:${deps.ids()}`;
    for (;;) {
      try {
        await new Promise<Outcome>((done, failed) =>
          deps.deliver(cell.id, { work, eventId, cause: { kind: 'effect', by: entry.key }, tries: 0, done, failed }, false),
        );
        return;
      } catch (error) {
        if (error instanceof TerminalError) throw error;
        if (draining) throw error;
        report('result', error);
        await new Promise<void>((resolve) => timers.after(RESULT_RETRY_MS, resolve));
      }
    }
  }

  function wake(cell: Cell, takesOver = false): number {
    const record = cell.loaded?.record;
    const free = room();
    if (!record || record.health.state === 'quarantined' || free === 0 || deps.isPaused(cell.actor.type)) return 0;
    const nowMs = clock.now();
    const keys: string[] = [];
    for (const entry of record.outbox) {
      if (keys.length === free) break;
      if (inHand.has(entry.key)) continue;
      if (!isClaimable(entry, nowMs) && !(takesOver && isHeldByOther(entry, deps.nodeId))) continue;
      if (cell.actor.effects.has(entry.name)) keys.push(entry.key);
      else refuseUnknown(cell, entry);
    }
    if (keys.length === 0) return 0;
    reserve(keys.length);
    const over = () => reserve(-keys.length);
    const failed = (error: unknown) => {
      over();
      if (!(error instanceof QuarantinedError)) report('claim', error);
    };
    const eventId = `claim:${record.revision}:${keys[0] ?? ''}:${deps.ids()}`;
    deps.deliver(
      cell.id,
      { work: { kind: 'claim', keys, takesOver }, eventId, cause: { kind: 'system' }, tries: 0, done: over, failed },
      false,
    );
    return keys.length;
  }

  /** Quarantines an actor whose outbox has an effect that this program does not know, so that an operator sees it. */
  function refuseUnknown(cell: Cell, entry: OutboxEntry): void {
    inHand.add(entry.key);
    const message = `This program has no effect "${entry.name}", which an older one asked for.`;
    void setAside(cell, entry, new TerminalError({ code: 'unknown-effect', message }), stateAfterFailure(entry))
      .catch((error) => report('result', error))
      .finally(() => inHand.delete(entry.key));
  }

  function refuse(): void {
    refusing = true;
  }

  async function drain(boundMs: number): Promise<number> {
    refuse();
    draining = true;
    if (running === 0) return 0;
    const done = new Promise<void>((resolve) => idle.push(resolve));
    const late = Promise.withResolvers<void>();
    const cancel = timers.after(boundMs, late.resolve);
    await Promise.race([done, late.promise]);
    cancel();
    const left = aborts.size;
    for (const abort of aborts) abort.abort();
    if (running > 0) await done;
    return left;
  }

  return { room, reserve, onOutbox, wake, wakeKnown, running: () => running, refuse, drain };
}

/** The entry's state after a terminal failure: it stays indeterminate when an earlier attempt may have succeeded. */
function stateAfterFailure(entry: OutboxEntry): 'ready' | 'indeterminate' {
  return entry.state === 'indeterminate' ? 'indeterminate' : 'ready';
}
