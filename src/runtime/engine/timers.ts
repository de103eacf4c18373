/** Delays, injected so that tests own time. Nothing that must survive a crash waits here: that is data in the record. */
export type Timers = {
  /** Calls back once, after at least `delayMs`; answers how to call it off. */
  readonly after: (delayMs: number, callback: () => void) => () => void;
  /** Calls back soon, after what is pending now had its turn. */
  readonly soon: (callback: () => void) => void;
};
