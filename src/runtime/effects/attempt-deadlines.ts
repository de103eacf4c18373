import type { Timers } from '../engine/timers.ts';

/** Calls a function for each attempt at an effect that has not ended by its deadline. */
export type AttemptDeadlines = {
  /**
   * Begins an attempt's time. `onLate` is called once, after at least `deadlineMs` milliseconds, unless the returned function is called
   * earlier. Both may be called more than once.
   */
  readonly begin: (deadlineMs: number, onLate: () => void) => () => void;
};

/** Attempts that have the same deadline and share one timer. */
type Group = { readonly running: Set<() => void>; cancel: (() => void) | null };

/**
 * Creates the deadlines. Attempts that begin in the same turn of the event loop and have the same deadline share one timer, because setting
 * and clearing a timer costs more than the rest of an attempt's supervision. The timer is set after that turn, so it is never early, and an
 * attempt that ends within the turn needs no timer at all.
 */
export function createAttemptDeadlines(timers: Timers): AttemptDeadlines {
  /** The groups of this turn of the event loop, by deadline. */
  let begun = new Map<number, Group>();

  function setTimers(): void {
    const groups = begun;
    begun = new Map();
    for (const [deadlineMs, group] of groups) {
      if (group.running.size === 0) continue;
      group.cancel = timers.after(deadlineMs, () => {
        group.cancel = null;
        for (const onLate of group.running) onLate();
        group.running.clear();
      });
    }
  }

  function groupOf(deadlineMs: number): Group {
    const known = begun.get(deadlineMs);
    if (known !== undefined) return known;
    if (begun.size === 0) timers.soon(setTimers);
    const group: Group = { running: new Set(), cancel: null };
    begun.set(deadlineMs, group);
    return group;
  }

  return {
    begin(deadlineMs, onLate) {
      const group = groupOf(deadlineMs);
      group.running.add(onLate);
      return () => {
        group.running.delete(onLate);
        if (group.running.size > 0) return;
        group.cancel?.();
        group.cancel = null;
      };
    },
  };
}
