import type { Clock } from '../../values/clock.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { IdSource } from '../../values/id-source.ts';
import type { AnyEffectSpec, PlainEvent } from '../define/definition.ts';
import { about, type Feed } from '../engine/feed.ts';
import type { Timers } from '../engine/timers.ts';
import type { ActorId, OutboxEntry } from '../record/record.ts';
import { recordedError } from '../record/recorded-error.ts';
import { backoffDelay, DEFAULT_RETRY } from '../step/backoff.ts';
import type { Cell, Envelope, Outcome, Work } from '../step/cell.ts';
import type { Finding } from './attempt-effect.ts';

export type EffectResultsDeps = {
  readonly clock: Clock;
  readonly timers: Timers;
  readonly feed: Feed;
  readonly random: () => number;
  readonly ids: IdSource;
  readonly deliver: (id: ActorId, envelope: Envelope, bounded: boolean) => void;
  /** Called with the store's error each time the store does not accept an effect's result. */
  readonly onRefused: (error: unknown) => void;
  /** Remembers that an effect has ended without a result event, so that the end of the effect is stored with the actor's next commit. */
  readonly keepEnd: (cell: Cell, entry: OutboxEntry) => void;
};

/** How an attempt at an effect ended, as reported to metrics and subscribers. */
export type EffectOutcome = 'settled' | 'failed' | 'retry' | 'indeterminate' | 'quarantined';

export type EffectResults = {
  /** Applies the result of an attempt to its actor: as an event, as a later retry, or as a quarantine. */
  readonly conclude: (cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec, finding: Finding) => Promise<EffectOutcome>;
  /** Stores that an effect has ended without a result. */
  readonly storeEnd: (cell: Cell, entry: OutboxEntry) => Promise<unknown>;
  /** Quarantines an actor whose outbox contains an effect that this program does not recognize, so that an operator sees it. */
  readonly refuseUnknown: (cell: Cell, entry: OutboxEntry) => Promise<void>;
  /** Stops repeating writes of results that the store did not accept. Called when the process is ending. */
  readonly stopRepeating: () => void;
};

/**
 * Time in ms after which a result that the store did not accept is written again. The result must not be lost, because the effect has
 * already happened.
 */
const RESULT_RETRY_MS = 1_000;

/** Applies the results of effects to their actors. */
export function createEffectResults(deps: EffectResultsDeps): EffectResults {
  const { clock, timers, feed } = deps;
  let repeats = true;

  async function conclude(cell: Cell, entry: OutboxEntry, spec: AnyEffectSpec, finding: Finding): Promise<EffectOutcome> {
    if (finding.kind === 'settled') {
      if (finding.event !== null || spec.endIsStored !== 'with-next') return settle(cell, entry, finding.event);
      deps.keepEnd(cell, entry);
      return 'settled';
    }
    const retry = spec.retry ?? DEFAULT_RETRY;
    const exhausted = finding.kind === 'again' && entry.attempts >= retry.maxAttempts;
    if (finding.kind === 'again' && !exhausted) {
      const error = recordedError(finding.error, clock.now());
      const askedMs = finding.error instanceof CoxswainError ? (finding.error.retryAfterMs ?? 0) : 0;
      const atMs = clock.now() + Math.max(askedMs, backoffDelay(retry, entry.attempts, deps.random()));
      await bring(cell, entry, 'again', { kind: 'postpone', lease: entry, state: finding.state, atMs, error, quarantine: false });
      return finding.state === 'ready' ? 'retry' : 'indeterminate';
    }
    // An unknown outcome is never reported to the machine as a failure. Otherwise the machine could request the effect again although it
    // may have happened.
    const mayFail = finding.kind === 'failed' || (spec.whenExhausted === 'fail' && finding.state === 'ready');
    if (mayFail && spec.onFailure) return fail(cell, entry, spec.onFailure, finding.error);
    await quarantine(cell, entry, finding.error, finding.kind === 'again' ? finding.state : stateAfterFailure(entry));
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
      await bring(cell, entry, 'failed', { kind: 'settle', key: entry.key, event, lease: entry });
      return 'failed';
    } catch (why) {
      if (why instanceof CoxswainError && !(why instanceof TerminalError)) throw why;
      await quarantine(cell, entry, why, stateAfterFailure(entry));
      return 'quarantined';
    }
  }

  /**
   * Delivers the result of an effect to its actor. When the machine fails to process the result, the actor is quarantined and the effect
   * stays in its outbox. When an operator releases the quarantined actor, the effect is reconciled.
   */
  async function settle(cell: Cell, entry: OutboxEntry, event: PlainEvent | null): Promise<'settled' | 'quarantined'> {
    try {
      await bring(cell, entry, 'settled', { kind: 'settle', key: entry.key, event });
      return 'settled';
    } catch (error) {
      if (!(error instanceof TerminalError)) throw error;
      await quarantine(cell, entry, error, 'indeterminate');
      return 'quarantined';
    }
  }

  /** Puts an effect back into the actor's outbox as waiting and quarantines the actor, in one write. */
  async function quarantine(cell: Cell, entry: OutboxEntry, error: unknown, state: 'ready' | 'indeterminate'): Promise<void> {
    const atMs = clock.now();
    const reason = recordedError(error, atMs);
    await bring(cell, entry, 'aside', { kind: 'postpone', lease: entry, state, atMs, error: reason, quarantine: true });
    feed.publish(() => ({ kind: 'quarantined', atMs: clock.now(), ...about(cell.id, cell.loaded?.record), error: reason }));
  }

  /**
   * Repeats a write of an effect's result until the store accepts it. Throws only errors that a repetition cannot resolve (a failed step, a
   * deleted actor).
   */
  async function bring(cell: Cell, entry: OutboxEntry, what: string, work: Work): Promise<void> {
    // The event id of the write is unique, and stays the same for all repetitions of the write. It cannot be built from the number of
    // attempts, because that number restarts at 1 after an operator has released a quarantined actor.
    const eventId = `${entry.key}:${what}:${deps.ids()}`;
    for (;;) {
      try {
        await new Promise<Outcome>((done, failed) =>
          deps.deliver(cell.id, { work, eventId, cause: { kind: 'effect', by: entry.key }, tries: 0, done, failed }, false),
        );
        return;
      } catch (error) {
        if (error instanceof TerminalError) throw error;
        if (!repeats) throw error;
        deps.onRefused(error);
        await new Promise<void>((resolve) => timers.after(RESULT_RETRY_MS, resolve));
      }
    }
  }

  function refuseUnknown(cell: Cell, entry: OutboxEntry): Promise<void> {
    const message = `This version of the program has no effect "${entry.name}", which an older version requested.`;
    return quarantine(cell, entry, new TerminalError({ code: 'unknown-effect', message }), stateAfterFailure(entry));
  }

  function stopRepeating(): void {
    repeats = false;
  }

  return { conclude, storeEnd: (cell, entry) => settle(cell, entry, null), refuseUnknown, stopRepeating };
}

/** Returns the outbox state of an effect after a terminal failure. It remains indeterminate when an earlier attempt may have succeeded. */
function stateAfterFailure(entry: OutboxEntry): 'ready' | 'indeterminate' {
  return entry.state === 'indeterminate' ? 'indeterminate' : 'ready';
}
