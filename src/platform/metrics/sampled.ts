/**
 * Creates a gauge value that is expensive to compute. It is computed in the background when it is read and the last value is older than
 * `everyMs`. So a read never waits, and a node without readers computes nothing. A failed computation keeps the old value.
 */
export function createSampled(options: {
  readonly everyMs: number;
  readonly now: () => number;
  readonly look: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): () => void {
  const { everyMs, now, look, onError } = options;
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  return () => {
    if (isLooking || Math.abs(now() - lookedAtMs) < everyMs) return;
    isLooking = true;
    lookedAtMs = now();
    look()
      .catch(onError)
      .finally(() => {
        isLooking = false;
      });
  };
}
