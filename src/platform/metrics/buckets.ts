// Upper bounds of histogram buckets: durations in seconds, or sizes. There are few bounds, because each bound creates a time series in
// Prometheus for every label value.

/**
 * Buckets for durations of writes to the store. The lowest is the time of one disk sync (0.5 ms), the highest that of a store that does not
 * answer (5 s).
 */
export const STORE_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
/** Buckets for durations of requests. The lowest is the time of a read from memory, the highest that of the start of a quote stream. */
export const HTTP_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
/** Buckets for the durations of calls to other systems over a network. */
export const REMOTE_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
/** Buckets for durations of effects. The lowest is the time of a write in memory, the highest that of the wait for a receipt. */
export const EFFECT_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Buckets for durations of ticks, which should end within their minute. */
export const TICK_SECONDS = [0.005, 0.025, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];
/** Buckets for the delay of timers on the event loop, in seconds. The delay shows how busy the process is. */
export const LAG_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];
/** Buckets for the number of commits in one write. */
export const BATCH_SIZES = [1, 2, 5, 10, 25, 50, 100, 250, 1_000];
