import type { Timers } from '../engine/timers.ts';

export type WakeRounds = {
  /** Starts the repeated searches for due effects. Does nothing when the searches have already been started or stopped. */
  readonly start: () => void;
  /** Ends the repeated searches for due effects; they cannot be started again. A search in progress continues. */
  readonly stop: () => void;
};

/** Repeatedly starts due effects between ticks: each search begins `everyMs` after the last one ended. */
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
