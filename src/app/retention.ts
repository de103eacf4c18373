import { systemTimers } from '../platform/clock/system-timers.ts';
import type { Log } from '../platform/log/log.ts';
import { createRepeats } from '../platform/log/repeats.ts';
import type { ActorStore } from '../runtime/record/actor-store.ts';
import type { Clock } from '../values/clock.ts';

/** Time in ms between two runs of the deletion of old history. */
const EVERY_MS = 3_600_000;
/** Maximum number of history entries that one step deletes. Small steps, with a pause after each, do not delay the commits of actors. */
const AT_ONCE = 1_000;
const PAUSE_MS = 200;
const DAY_MS = 86_400_000;

/** Deletes history entries older than the retention period, in small steps in the background. */
export function keepHistoryFor(
  days: number,
  { store, clock, log }: { readonly store: Pick<ActorStore, 'prune'>; readonly clock: Clock; readonly log: Log },
): { readonly stop: () => Promise<void> } {
  const repeats = createRepeats({ log, now: () => clock.now(), everyMs: EVERY_MS });
  let stopped = false;
  let cancel = () => {};
  let running: Promise<void> = Promise.resolve();

  function later(delayMs: number): void {
    if (stopped) return;
    cancel = systemTimers.after(delayMs, () => {
      running = round();
    });
  }

  async function round(): Promise<void> {
    try {
      const removed = await store.prune({ beforeMs: clock.now() - days * DAY_MS, limit: AT_ONCE });
      repeats.over('round', 'Old history removed again after failures');
      if (removed > 0) log.debug('Removed old history', { entries: removed });
      later(removed > 0 ? PAUSE_MS : EVERY_MS);
    } catch (error) {
      repeats.warn('round', 'Removing old history failed; retried in an hour', { error });
      later(EVERY_MS);
    }
  }

  later(PAUSE_MS);
  return {
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
