import type { Timers } from '../engine/timers.ts';

export type WakeRounds = {
  /** Starts the rounds; does nothing when they have started or have been stopped. */
  readonly start: () => void;
  /** Ends the rounds for good; one that runs goes on. */
  readonly stop: () => void;
};

/** Searches due effects between ticks, again and again: `everyMs` after the last search ended. */
export function createWakeRounds({
  timers,
  everyMs,
  wake,
  onError,
}: {
  readonly timers: Pick<Timers, 'after'>;
  readonly everyMs: number;
  readonly wake: () => Promise<number>;
  readonly onError: ((error: unknown) => void) | undefined;
}): WakeRounds {
  let cancel: (() => void) | null = null;
  let isStopped = false;

  function next(): void {
    cancel = timers.after(everyMs, () => {
      wake()
        .catch((error: unknown) => onError?.(error))
        .finally(() => {
          if (!isStopped) next();
        });
    });
  }

  return {
    start() {
      if (cancel === null && !isStopped) next();
    },
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}
