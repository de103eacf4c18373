/**
 * Creates a gauge whose value is expensive to compute. When the gauge is read and its last value is older than `everyMs`, a new value is
 * computed in the background. So a read never waits, and nothing is computed while nobody reads the metrics. If a computation fails, the
 * old value is kept.
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
