import type { Clock } from '../../values/clock.ts';
import type { Timers } from '../engine/timers.ts';
import type { OutboxEntry } from '../record/record.ts';
import { LEASED_AHEAD_MS } from '../step/outbox.ts';

/** Delays the start of leased effects until the time of their first attempt. */
export type ShortDelays = {
  /** Calls `start` at the time of the effect's first attempt, or immediately when that time has passed. */
  readonly begin: (entry: OutboxEntry, start: () => void) => void;
  /**
   * Ends all delays: waiting effects start immediately, and effects that begin later start without a delay. The function is called before
   * the process ends, because no other node can run effects that are leased to this node.
   */
  readonly end: () => void;
};

export function createShortDelays({ clock, timers }: { readonly clock: Clock; readonly timers: Pick<Timers, 'after'> }): ShortDelays {
  const waiting = new Set<() => void>();
  let isOver = false;

  return {
    begin({ nextAttemptAtMs }, start) {
      // The remaining delay is limited to the maximum delay of an effect that was leased when it was requested, because the time in the
      // record may come from another node whose clock is ahead.
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
