/**
 * Timers that are passed in as a parameter, so that tests control time. Delays that must survive a crash are stored in the record instead.
 */
export type Timers = {
  /** Calls `callback` once, after at least `delayMs` milliseconds; the returned function cancels the call. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Calls `callback` soon, after the callbacks that are already pending. */
  readonly soon: (callback: () => void) => void;
};
