import type { Clock } from '../../values/clock.ts';
import { IndeterminateError } from '../../values/errors/indeterminate-error.ts';
import { RetryableError } from '../../values/errors/retryable-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { ActorClient } from '../define/client.ts';
import type { AnyEffectHandler, AnyEffectSpec, EffectContext, PlainEvent } from '../define/definition.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorId, OutboxEntry } from '../record/record.ts';
import type { Cell } from '../step/cell.ts';

/** Runs one attempt at an effect within a logging scope, for example one that adds fields to its log lines. */
export type AroundEffect = <T>(
  effect: { readonly actorId: ActorId; readonly key: string; readonly name: string },
  attempt: () => Promise<T>,
) => Promise<T>;

/** The outcome of one attempt at an effect. */
export type Finding =
  | { readonly kind: 'settled'; readonly event: PlainEvent | null }
  | { readonly kind: 'failed'; readonly error: unknown }
  /** The effect must be attempted again. `state` is `indeterminate` when this attempt may have succeeded. */
  | { readonly kind: 'again'; readonly state: 'ready' | 'indeterminate'; readonly error: unknown };

export type AttemptDeps = {
  readonly clock: Clock;
  readonly timers: Timers;
  /**
   * Returns an actor client for an effect. `by` is the effect's key. Everything that is sent with the client is recorded as caused by that
   * effect.
   */
  readonly actors: (by: string) => ActorClient;
  readonly around: AroundEffect;
};

export type Attempts = {
  /**
   * Runs one attempt at an effect under the effect's deadline. If the handler ignores its abort signal, the runtime no longer waits for it,
   * and ignores its late result.
   */
  readonly run: (cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec, onEnd: EffectContext['onEnd']) => Promise<Finding>;
  /** Aborts all running attempts at effects. Returns how many there were. */
  readonly abortAll: () => number;
};

/** Runs the handlers of effects, each attempt under a deadline. */
export function createAttempts({ clock, timers, actors, around }: AttemptDeps): Attempts {
  const aborts = new Set<AbortController>();

  async function run(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec, onEnd: EffectContext['onEnd']): Promise<Finding> {
    const abort = new AbortController();
    aborts.add(abort);
    const late = Promise.withResolvers<Finding>();
    const cancel = timers.after(spec.deadlineMs, () => abort.abort());
    abort.signal.addEventListener('abort', () => late.resolve(afterDeadline(entry, spec)));
    try {
      const effect = { actorId: cell.id, key: entry.key, name: entry.name };
      return await Promise.race([around(effect, () => handle(cell, entry, spec, { signal: abort.signal, onEnd })), late.promise]);
    } finally {
      cancel();
      aborts.delete(abort);
    }
  }

  async function handle(
    cell: Cell,
    entry: OutboxEntry,
    spec: AnyEffectSpec,
    { signal, onEnd }: Pick<EffectContext, 'signal' | 'onEnd'>,
  ): Promise<Finding> {
    const handler = cell.actor.handlers.get(entry.name);
    if (!handler)
      return { kind: 'failed', error: new TerminalError({ code: 'no-handler', message: `The effect "${entry.name}" has no handler.` }) };
    const context: EffectContext = {
      key: entry.key,
      actorId: cell.id,
      attempt: entry.attempts,
      signal,
      nowMs: () => clock.now(),
      actors: actors(entry.key),
      onEnd,
    };
    try {
      const found = entry.state === 'indeterminate' && handler.reconcile ? await lookUp(handler.reconcile(entry.params, context)) : null;
      if (found !== null) return found;
      return { kind: 'settled', event: await handler.run(entry.params, context) };
    } catch (error) {
      return afterError(entry, spec, error);
    }
  }

  function abortAll(): number {
    const running = aborts.size;
    for (const abort of aborts) abort.abort();
    return running;
  }

  return { run, abortAll };
}

function afterDeadline(entry: OutboxEntry, spec: AnyEffectSpec): Finding {
  const message = `"${entry.name}" did not end within its deadline of ${spec.deadlineMs} ms.`;
  const error = new IndeterminateError({ code: 'effect-deadline', message });
  return { kind: 'again', state: spec.safety === 'idempotent' ? 'ready' : 'indeterminate', error };
}

function afterError(entry: OutboxEntry, spec: AnyEffectSpec, error: unknown): Finding {
  if (error instanceof TerminalError) return { kind: 'failed', error };
  const nothingHappened = spec.safety === 'idempotent' || (error instanceof RetryableError && entry.state !== 'indeterminate');
  return { kind: 'again', state: nothingHappened ? 'ready' : 'indeterminate', error };
}

/**
 * Returns the outcome that `reconcile` found, or null when the effect did not happen and may run. If `reconcile` fails, the outcome stays
 * unknown.
 */
async function lookUp(looking: ReturnType<NonNullable<AnyEffectHandler['reconcile']>>): Promise<Finding | null> {
  try {
    const finding = await looking;
    return finding.happened ? { kind: 'settled', event: finding.event } : null;
  } catch (error) {
    return { kind: 'again', state: 'indeterminate', error };
  }
}
