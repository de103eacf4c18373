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

/** Runs one attempt at an effect within whatever its code shall be able to know by the way, such as what its log lines are about. */
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
  /** Effects running on this node at a time. */
  readonly limit: number;
  readonly ids: IdSource;
  /** Actors, as asked by the effect of this key. */
  readonly actors: (by: string) => ActorClient;
  readonly around: AroundEffect;
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
};

export type EffectRunner = {
  /** How many more effects this node may run at once. */
  readonly room: () => number;
  /** Holds room for effects whose claim is not committed yet; a negative number gives it back. */
  readonly reserve: (effects: number) => void;
  /** Runs the entries that a won commit has claimed for this node; what it left ready waits for room. */
  readonly onOutbox: (cell: Cell, entries: readonly OutboxEntry[]) => void;
  /** Claims what is claimable of an actor's outbox, as far as there is room; with `takesOver` also what other nodes hold. Answers how many. */
  readonly wake: (cell: Cell, takesOver?: boolean) => number;
  /** As `wake`, for every resident whose outbox is known here not to be empty. */
  readonly wakeKnown: () => number;
  readonly running: () => number;
  /** Begins no more effects; those that run go on. */
  readonly refuse: () => void;
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
  /** Keys of what runs here: their claims may run out (a jump of the clock, a store that is away), and still nobody else here takes them. */
  const inHand = new Set<string>();
  let running = 0;
  let reserved = 0;
  let refusing = false;
  let draining = false;
  const idle: (() => void)[] = [];
  /** Actors with ready entries that found no room: woken as soon as an effect ends, and by the store's wake time if we die. */
  const waiting = new Set<Cell>();
  /**
   * Actors whose outbox was not empty after their last commit here. An actor that is due at every tick has a wake time in the past, so
   * the store's index does not show when its retries are; without this they would wait for the next tick, as they do after a crash.
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
    const verdict = await bounded(cell, entry, spec);
    const outcome = await conclude(cell, entry, spec, verdict);
    const error = verdict.kind === 'settled' ? null : recordedError(verdict.error, clock.now());
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
      const about = { actorId: cell.id, key: entry.key, name: entry.name };
      return await Promise.race([deps.around(about, () => handle(cell, entry, spec, abort.signal)), late.promise]);
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

  /** What a look-up says, or null when nothing happened and it may be run. One that fails, in whatever way, leaves things as unknown as they were. */
  async function lookUp(looking: ReturnType<NonNullable<AnyEffectHandler['reconcile']>>): Promise<Verdict | null> {
    try {
      const verdict = await looking;
      return verdict.happened ? { kind: 'settled', event: verdict.event } : null;
    } catch (error) {
      return { kind: 'again', state: 'indeterminate', error };
    }
  }

  async function conclude(
    cell: Cell,
    entry: OutboxEntry,
    spec: AnyEffectSpec,
    verdict: Verdict,
  ): Promise<'settled' | 'failed' | 'retry' | 'indeterminate' | 'quarantined'> {
    if (verdict.kind === 'settled') return settle(cell, entry, verdict.event);
    const retry = spec.retry ?? DEFAULT_RETRY;
    const exhausted = verdict.kind === 'again' && entry.attempts >= retry.maxAttempts;
    if (verdict.kind === 'again' && !exhausted) {
      const error = recordedError(verdict.error, clock.now());
      const askedMs = verdict.error instanceof CoxswainError ? (verdict.error.retryAfterMs ?? 0) : 0;
      const atMs = clock.now() + Math.max(askedMs, backoffDelay(retry, entry.attempts, deps.random()));
      await bring(cell, entry, 'again', { kind: 'postpone', claim: entry, state: verdict.state, atMs, error, quarantine: false });
      return verdict.state === 'ready' ? 'retry' : 'indeterminate';
    }
    // An outcome that nobody knows is never called a failure: the machine would ask again for what may have happened.
    const mayFail = verdict.kind === 'failed' || (spec.whenExhausted === 'fail' && verdict.state === 'ready');
    if (mayFail && spec.onFailure) return fail(cell, entry, spec.onFailure, verdict.error);
    await setAside(cell, entry, verdict.error, verdict.kind === 'again' ? verdict.state : stateAfterFailure(entry));
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

  /** Brings a result home. A machine that cannot take it is quarantined with the entry still in its outbox: released, it is reconciled. */
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

  /** Puts the entry back and quarantines the actor, in one write. */
  async function setAside(cell: Cell, entry: OutboxEntry, error: unknown, state: 'ready' | 'indeterminate'): Promise<void> {
    const atMs = clock.now();
    const reason = recordedError(error, atMs);
    await bring(cell, entry, 'aside', { kind: 'postpone', claim: entry, state, atMs, error: reason, quarantine: true });
    feed.publish(() => ({ kind: 'quarantined', atMs: clock.now(), ...about(cell.id, cell.loaded?.record), error: reason }));
  }

  /** Delivers until the store takes it. Only an answer that no repeat can change (a step that failed, an actor that is gone) is thrown. */
  async function bring(cell: Cell, entry: OutboxEntry, what: string, work: Work): Promise<void> {
    // Unique, and the same over the repeats below: a released entry counts its attempts from 1 again, so they would not tell two apart.
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

  /** An effect that an older program asked for and this one does not know: for an operator to see, and not to be passed over for ever. */
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

/** After a terminal failure: what may have happened at an earlier attempt stays indeterminate. */
function stateAfterFailure(entry: OutboxEntry): 'ready' | 'indeterminate' {
  return entry.state === 'indeterminate' ? 'indeterminate' : 'ready';
}
