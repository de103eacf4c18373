export type RepeatedWork = {
  /**
   * Whether `stop` was called. Returns true from the call of `stop` on, even while the last run of the repeated work is still in progress.
   */
  readonly isStopped: () => boolean;
  /** Prevents further runs of the repeated work. Resolves when the run in progress has ended. */
  readonly stop: () => Promise<void>;
};

/**
 * Repeats a piece of work until it is stopped. The first run starts after `everyMs`, and each further run starts `everyMs` after the
 * previous one has ended, so that slow work never overlaps itself.
 * @param everyMs a fixed time, or a function that returns the time to wait each time
 * @param timers.after calls back once after some milliseconds, and returns a function that cancels this
 * @param work must handle its own errors
 */
export function repeatWork(
  timers: { readonly after: (ms: number, run: () => void) => () => void },
  everyMs: number | (() => number),
  work: () => Promise<void>,
): RepeatedWork {
  let isStopped = false;
  let inProgress: Promise<void> = Promise.resolve();
  const waitMs = typeof everyMs === 'number' ? () => everyMs : everyMs;
  let cancel = timers.after(waitMs(), workOnce);

  function workOnce(): void {
    inProgress = work().finally(() => {
      if (!isStopped) cancel = timers.after(waitMs(), workOnce);
    });
  }

  return {
    isStopped: () => isStopped,
    async stop() {
      isStopped = true;
      cancel();
      await inProgress;
    },
  };
}
