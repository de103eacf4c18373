import type { Timers } from '../runtime/engine/timers.ts';
import type { Clock } from '../values/clock.ts';

export type VirtualTime = {
  readonly clock: Clock;
  readonly timers: Timers;
  /** Sets the clock forwards or backwards without firing timers, as when a host's clock is corrected or the host was suspended. */
  readonly jump: (byMs: number) => void;
  /** Returns the time of the earliest pending timer; null when there is none. */
  readonly nextTimerMs: () => number | null;
  /** Moves the clock to a time and fires the timers that are due until then, in order. */
  readonly moveTo: (atMs: number) => void;
  /** Removes all pending timers, as the end of their process would. */
  readonly forgetTimers: () => void;
};

type Timer = { readonly atMs: number; readonly order: number; readonly callback: () => void };

/**
 * Creates a clock and timers for a test. Time stands still until the test moves it. Timers measure passed time, so a clock jump does not
 * fire them early or late.
 *
 * @example
 * const time = createVirtualTime(1_000);
 * const fired: number[] = [];
 * time.timers.after(500, () => fired.push(time.clock.now()));
 * time.moveTo(2_000);
 * fired; // => [2_000]
 */
export function createVirtualTime(startMs: number): VirtualTime {
  let nowMs = startMs;
  /** Virtual milliseconds that have passed since the start, without the jumps of the clock. Timers measure this time. */
  let passedMs = 0;
  let order = 0;
  let timers: Timer[] = [];

  const sorted = () => timers.sort((a, b) => a.atMs - b.atMs || a.order - b.order);

  return {
    clock: { now: () => nowMs },
    timers: {
      after(delayMs, callback) {
        order += 1;
        const timer: Timer = { atMs: passedMs + Math.max(0, delayMs), order, callback };
        timers.push(timer);
        return () => {
          timers = timers.filter((other) => other !== timer);
        };
      },
      soon: (callback) => {
        setImmediate(callback);
      },
    },
    jump(byMs) {
      nowMs += byMs;
    },
    nextTimerMs() {
      const [first] = sorted();
      return first ? nowMs + (first.atMs - passedMs) : null;
    },
    moveTo(atMs) {
      passedMs += Math.max(0, atMs - nowMs);
      nowMs = Math.max(nowMs, atMs);
      const due = sorted().filter((timer) => timer.atMs <= passedMs);
      timers = timers.filter((timer) => timer.atMs > passedMs);
      for (const timer of due) timer.callback();
    },
    forgetTimers() {
      timers = [];
    },
  };
}
