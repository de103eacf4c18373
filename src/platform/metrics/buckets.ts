// Bounds of histograms, in seconds. Few, since each is a series for every label value.

/** Of the store's writes: a sync of a disk to a store that hangs. */
export const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Of requests: a read from memory to a quote stream's beginning. */
export const HTTP_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Of calls over a network that others answer. */
export const REMOTE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Of effects: a write in memory to the wait for a receipt. */
export const EFFECT_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Of ticks, which should end within their minute. */
export const TICK_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Of the event loop: what a timer comes late by. */
export const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
/** Commits in one write. */
export const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 1_000];
