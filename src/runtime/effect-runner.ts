import type { Clock } from '../values/clock.ts';
import { IndeterminateError } from '../values/errors/indeterminate-error.ts';
import { RetryableError } from '../values/errors/retryable-error.ts';
import { TerminalError } from '../values/errors/terminal-error.ts';
import { backoffDelay, DEFAULT_RETRY } from './backoff.ts';
import type { Cell, Envelope, Outcome, Work } from './cell.ts';
import type { ActorClient } from './client.ts';
import type { AnyEffectSpec, EffectContext, PlainEvent } from './definition.ts';
import type { Feed } from './feed.ts';
import { isClaimable } from './outbox.ts';
import type { ActorId, OutboxEntry } from './record.ts';
import { recordedError } from './recorded-error.ts';
import { quarantine } from './supervision.ts';
import type { Timers } from './timers.ts';

export type EffectRunnerDeps = {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly feed: Feed;
  readonly random: () => number;
  /** Effects running on this node at a time. */
  readonly limit: number;
  readonly actors: () => ActorClient;
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
};

export type EffectRunner = {
  readonly hasRoom: () => boolean;
  /** Runs the entries that a won commit has claimed for this node; what it left ready waits for room. */
  readonly onOutbox: (cell: Cell, entries: readonly OutboxEntry[]) => void;
  /** Claims what is claimable of an actor's outbox, as far as there is room; answers how many it asked for. */
  readonly wake: (cell: Cell) => number;
  readonly running: () => number;
  /** Takes nothing new; waits for what runs, and aborts it at the bound. Answers how many were aborted. */
  readonly drain: (boundMs: number) => Promise<number>;
};

type Verdict =
  | { readonly kind: 'settled'; readonly event: PlainEvent | null }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'again'; readonly state: 'ready' | 'indeterminate'; readonly error: unknown };

/** How long a result waits before it is offered again, when the store could not take it: the effect has happened, the result must not be lost. */
const RESULT_RETRY_MS = 1_000;

/** Runs effects after their commit, with a deadline each, and brings what became of them back as events. */
export function createEffectRunner(deps: EffectRunnerDeps): EffectRunner {
  const { clock, timers, feed } = deps;
  const aborts = new Set<AbortController>();
  let running = 0;
  let draining = false;
  const idle: (() => void)[] = [];
  /** Actors with ready entries that found no room: woken as soon as an effect ends, and by the store's wake time if we die. */
  const waiting = new Set<Cell>();

  const hasRoom = () => !draining && running < deps.limit;

  function onOutbox(cell: Cell, entries: readonly OutboxEntry[]): void {
    const outbox = cell.loaded?.record.outbox ?? [];
    if (outbox.length > entries.length && outbox.some((entry) => isClaimable(entry, clock.now()))) {
      waiting.add(cell);
      timers.soon(wakeWaiting);
    }
    for (const entry of entries) {
      const spec = cell.actor.effects.get(entry.name);
      if (!spec) continue;
      running += 1;
      cell.running += 1;
      void attempt(cell, entry, spec)
        .catch((error) => report('result', error))
        .finally(() => {
          running -= 1;
          cell.running -= 1;
          if (waiting.size > 0) wakeWaiting();
          if (running === 0) for (const resolve of idle.splice(0)) resolve();
        });
    }
  }

  function wakeWaiting(): void {
    for (const cell of waiting) {
      if (!hasRoom()) return;
      waiting.delete(cell);
      wake(cell);
    }
  }

  function report(doing: string, error: unknown): void {
    feed.publish(() => ({ kind: 'store-error', atMs: clock.now(), doing, error: recordedError(error, clock.now()) }));
  }

  async function attempt(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec): Promise<void> {
    const startedMs = clock.now();
    feed.publish(() => ({
      kind: 'effect-started',
      atMs: startedMs,
      id: cell.id,
      key: entry.key,
      name: entry.name,
      attempt: entry.attempts,
    }));
    const verdict = await bounded(cell, entry, spec);
    const outcome = await conclude(cell, entry, spec, verdict);
    const error = verdict.kind === 'settled' ? null : recordedError(verdict.error, clock.now());
    feed.publish(() => ({
      kind: 'effect-ended',
      atMs: clock.now(),
      id: cell.id,
      key: entry.key,
      name: entry.name,
      outcome,
      ms: clock.now() - startedMs,
      error,
    }));
  }

  /** One attempt under its deadline. A handler that ignores its signal is left behind: its late answer counts for nothing. */
  async function bounded(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec): Promise<Verdict> {
    const abort = new AbortController();
    aborts.add(abort);
    const late = Promise.withResolvers<Verdict>();
    const cancel = timers.after(spec.deadlineMs, () => abort.abort());
    abort.signal.addEventListener('abort', () => {
      const error = new IndeterminateError({
        code: 'effect-deadline',
        message: `"${entry.name}" did not end within ${spec.deadlineMs} ms.`,
      });
      late.resolve({ kind: 'again', state: spec.safety === 'idempotent' ? 'ready' : 'indeterminate', error });
    });
    try {
      return await Promise.race([handle(cell, entry, spec, abort.signal), late.promise]);
    } finally {
      cancel();
      aborts.delete(abort);
    }
  }

  async function handle(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec, signal: AbortSignal): Promise<Verdict> {
    const handler = cell.actor.handlers.get(entry.name);
    if (!handler)
      return { kind: 'failed', error: new TerminalError({ code: 'no-handler', message: `Nothing handles the effect "${entry.name}".` }) };
    const context: EffectContext = {
      key: entry.key,
      actorId: cell.id,
      attempt: entry.attempts,
      signal,
      nowMs: () => clock.now(),
      actors: deps.actors(),
    };
    try {
      if (entry.state === 'indeterminate' && handler.reconcile) {
        const verdict = await handler.reconcile(entry.params, context);
        if (verdict.happened) return { kind: 'settled', event: verdict.event };
      }
      return { kind: 'settled', event: await handler.run(entry.params, context) };
    } catch (error) {
      if (error instanceof TerminalError) return { kind: 'failed', error };
      const nothingHappened = spec.safety === 'idempotent' || (error instanceof RetryableError && entry.state !== 'indeterminate');
      return { kind: 'again', state: nothingHappened ? 'ready' : 'indeterminate', error };
    }
  }

  async function conclude(
    cell: Cell,
    entry: OutboxEntry,
    spec: AnyEffectSpec,
    verdict: Verdict,
  ): Promise<'settled' | 'failed' | 'retry' | 'indeterminate' | 'quarantined'> {
    if (verdict.kind === 'settled') return settle(cell, entry, verdict.event, 'settled');
    const retry = spec.retry ?? DEFAULT_RETRY;
    const exhausted = verdict.kind === 'again' && entry.attempts >= retry.maxAttempts;
    if (verdict.kind === 'again' && !exhausted) {
      const error = recordedError(verdict.error, clock.now());
      const askedMs = verdict.error instanceof RetryableError ? (verdict.error.retryAfterMs ?? 0) : 0;
      const atMs = clock.now() + Math.max(askedMs, backoffDelay(retry, entry.attempts, deps.random()));
      await bring(cell, `${entry.key}:again:${entry.attempts}`, { kind: 'postpone', key: entry.key, state: verdict.state, atMs, error });
      return verdict.state === 'ready' ? 'retry' : 'indeterminate';
    }
    const mayFail = verdict.kind === 'failed' || spec.whenExhausted === 'fail';
    if (mayFail && spec.onFailure) {
      const { code, message } = recordedError(verdict.error, clock.now());
      const event = spec.onFailure({ code, message, key: entry.key, attempts: entry.attempts }, entry.params);
      return settle(cell, entry, event, 'failed');
    }
    await setAside(cell, entry, verdict.error, verdict.kind === 'again' ? verdict.state : 'ready');
    return 'quarantined';
  }

  /** Brings a result home. A machine that cannot take it is quarantined with the entry still in its outbox: released, it is reconciled. */
  async function settle(
    cell: Cell,
    entry: OutboxEntry,
    event: PlainEvent | null,
    outcome: 'settled' | 'failed',
  ): Promise<'settled' | 'failed' | 'quarantined'> {
    try {
      await bring(cell, `${entry.key}:${outcome}`, { kind: 'settle', key: entry.key, event });
      return outcome;
    } catch (error) {
      await setAside(cell, entry, error, 'indeterminate');
      return 'quarantined';
    }
  }

  async function setAside(cell: Cell, entry: OutboxEntry, error: unknown, state: 'ready' | 'indeterminate'): Promise<void> {
    const reason = recordedError(error, clock.now());
    await bring(cell, `${entry.key}:aside:${entry.attempts}`, {
      kind: 'postpone',
      key: entry.key,
      state,
      atMs: clock.now(),
      error: reason,
    });
    await bring(cell, `${entry.key}:quarantine:${entry.attempts}`, {
      kind: 'health',
      name: 'runtime.quarantined',
      change: (health) => quarantine(health, reason),
    });
    feed.publish(() => ({ kind: 'quarantined', atMs: clock.now(), id: cell.id, error: reason }));
  }

  /** Delivers until the store takes it. Only an answer that no repeat can change (a step that failed, an actor that is gone) is thrown. */
  async function bring(cell: Cell, eventId: string, work: Work): Promise<void> {
    for (;;) {
      try {
        await new Promise<Outcome>((done, failed) =>
          deps.deliver(cell.id, { work, eventId, cause: { kind: 'effect', by: eventId }, tries: 0, done, failed }, false),
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

  function wake(cell: Cell): number {
    const record = cell.loaded?.record;
    if (!record || record.health.state === 'quarantined' || !hasRoom()) return 0;
    const nowMs = clock.now();
    const keys: string[] = [];
    for (const entry of record.outbox) {
      if (running + keys.length < deps.limit && isClaimable(entry, nowMs)) keys.push(entry.key);
    }
    if (keys.length === 0) return 0;
    const eventId = `claim:${record.revision}:${keys[0] ?? ''}`;
    const failed = (error: unknown) => report('claim', error);
    deps.deliver(
      cell.id,
      { work: { kind: 'claim', keys }, eventId, cause: { kind: 'system' }, tries: 0, done: () => undefined, failed },
      false,
    );
    return keys.length;
  }

  async function drain(boundMs: number): Promise<number> {
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

  return { hasRoom, onOutbox, wake, running: () => running, drain };
}
