import type { Clock } from '../../values/clock.ts';
import type { Timers } from '../engine/timers.ts';
import type { OutboxEntry } from '../record/record.ts';
import { LEASED_AHEAD_MS } from '../step/outbox.ts';

/** Starts leased effects at the time at which their first attempt is due. */
export type ShortDelays = {
  /** Calls back at the time at which the effect is due, or at once when that time has passed. */
  readonly begin: (entry: OutboxEntry, start: () => void) => void;
  /**
   * From now on, no effect waits for its delay. Effects leased to this node must run before the process ends, since no other node may run
   * them yet.
   */
  readonly end: () => void;
};

export function createShortDelays({ clock, timers }: { readonly clock: Clock; readonly timers: Pick<Timers, 'after'> }): ShortDelays {
  const waiting = new Set<() => void>();
  let isOver = false;

  return {
    begin({ nextAttemptAtMs }, start) {
      // The wait is limited to the maximum delay, because the time in the record may come from another node whose clock differs.
      const leftMs = Math.min(nextAttemptAtMs - clock.now(), LEASED_AHEAD_MS);
      if (leftMs <= 0 || isOver) {
        start();
        return;
      }
      const begin = () => {
        if (!waiting.delete(begin)) return;
        cancel();
        start();
      };
      waiting.add(begin);
      const cancel = timers.after(leftMs, begin);
    },
    end() {
      isOver = true;
      for (const begin of [...waiting]) begin();
    },
  };
}
