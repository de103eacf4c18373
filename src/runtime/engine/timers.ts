/** Timers, injected so that tests control time. Delays that must survive a crash are stored in the record instead. */
export type Timers = {
  /** Calls back once, after at least `delayMs`; the returned function cancels it. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Calls back soon, after the callbacks that are already pending. */
  readonly soon: (callback: () => void) => void;
};
