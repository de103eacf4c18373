// Bucket bounds of histograms, in seconds. They are few, since each is a series for every label value.

/** Writes of the store: from a disk sync to a store that hangs. */
export const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Requests: from a read from memory to the start of a quote stream. */
export const HTTP_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Calls over a network. */
export const REMOTE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Effects: from a write in memory to the wait for a receipt. */
export const EFFECT_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Ticks, which should end within their minute. */
export const TICK_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Delay of a timer on the event loop. */
export const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
/** Commits in one write. */
export const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 1_000];
