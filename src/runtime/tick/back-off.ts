import type { Clock } from '../../values/clock.ts';
import { TerminalError } from '../../values/errors/terminal-error.ts';
import type { Engine } from '../engine/engine.ts';
import { about, type Feed } from '../engine/feed.ts';
import { recordedError } from '../record/recorded-error.ts';
import type { Cell } from '../step/cell.ts';
import { afterStepFailure, type SupervisionPolicy } from '../step/supervision.ts';

export type BackOffDeps = {
  readonly engine: Engine;
  readonly clock: Clock;
  readonly feed: Feed;
  readonly supervision: SupervisionPolicy;
  readonly random: () => number;
};

/** Handles an error that occurred while an actor was processed in a tick. Calls `over` when the error has been handled. */
export type BackOff = (cell: Cell, error: unknown, tickAtMs: number, over: () => void) => void;

/**
 * Creates the function that backs actors off after their own failures (`TerminalError`). An unavailable store is not an actor's own
 * failure.
 */
export function createBackOff({ engine, clock, feed, supervision, random: nextRandom }: BackOffDeps): BackOff {
  return (cell, error, tickAtMs, over) => {
    if (!(error instanceof TerminalError)) {
      over();
      return;
    }
    const reason = recordedError(error, clock.now());
    const random = nextRandom();
    engine.deliver(
      cell.id,
      {
        work: { kind: 'health', name: 'runtime.backed-off', change: (health) => afterStepFailure(health, reason, supervision, random) },
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
  };
}

/** Converts an error that a definition's code has thrown during a tick to a failed step, and publishes a notice about it. */
export function tickFailure({ clock, feed }: Pick<BackOffDeps, 'clock' | 'feed'>, cell: Cell, error: unknown): TerminalError {
  feed.publish(() => ({
    kind: 'step-failed',
    atMs: clock.now(),
    ...about(cell.id, cell.loaded?.record),
    event: 'tick',
    error: recordedError(error, clock.now()),
  }));
  const why = error instanceof Error ? error.message : String(error);
  return new TerminalError({
    code: 'step-failed',
    status: 500,
    message: `${cell.id} failed when it was processed (tick): ${why}`,
    cause: error,
  });
}
