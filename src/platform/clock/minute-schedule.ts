import { Cron } from 'croner';
import type { Clock } from '../../values/clock.ts';
import { createMinuteReader, type MinuteTick } from './minute-reader.ts';

/** Starts calling `fire` periodically, and returns a function that stops it. */
export type StartTimer = (everyMs: number, fire: () => void) => () => void;

export type MinuteScheduleOptions = {
  clock: Clock;
  /**
   * Milliseconds between ticks. 60000 means second 0 of each UTC minute. Any other value means plain intervals, for tests on an accelerated
   * clock.
   */
  everyMs: number;
  /** Called for each tick. It is not called again before its promise has settled. */
  onMinute: (tick: MinuteTick) => Promise<void>;
  /** Called with an error of `onMinute`; the schedule continues. */
  onError: (error: unknown) => void;
  startTimer?: StartTimer;
};

export type MinuteSchedule = {
  /** Stops the schedule: starts no new tick, and resolves when the running tick has ended. */
  stop(): Promise<void>;
};

const MINUTE_MS = 60_000;

/**
 * Calls `onMinute` once a minute. Ticks do not overlap: when the timer fires during a tick, that firing counts as missed. As soon as the
 * slow tick has ended, a single tick is made for all missed firings.
 */
export function createMinuteSchedule(options: MinuteScheduleOptions): MinuteSchedule {
  const { clock, everyMs, onMinute, onError } = options;
  const read = createMinuteReader(everyMs);
  let running: Promise<void> = Promise.resolve();
  let isRunning = false;
  let firedMeanwhile = false;
  let stopped = false;

  const run = async (): Promise<void> => {
    do {
      firedMeanwhile = false;
      const tick = read(clock.now());
      if (tick === null) continue;
      try {
        await onMinute(tick);
      } catch (error) {
        onError(error);
      }
    } while (firedMeanwhile && !stopped);
    isRunning = false;
  };

  const fire = (): void => {
    if (stopped) return;
    if (isRunning) {
      firedMeanwhile = true;
      return;
    }
    isRunning = true;
    running = run();
  };

  const end = (options.startTimer ?? startSystemTimer)(everyMs, fire);
  return {
    async stop() {
      stopped = true;
      end();
      await running;
    },
  };
}

/**
 * Uses the library croner in UTC (with local time zones it skips firings: croner#343), or a plain interval. Croner checks the clock every
 * 30 s, so it follows clock changes.
 */
const startSystemTimer: StartTimer = (everyMs, fire) => {
  if (everyMs === MINUTE_MS) {
    const job = new Cron('0 * * * * *', { timezone: 'UTC' }, fire);
    return () => job.stop();
  }
  const timer = setInterval(fire, everyMs);
  return () => clearInterval(timer);
};
