/**
 * A number that costs something to find out, for gauges: looked up in the background when somebody reads and the last look is older than
 * `everyMs`, so that a reading waits for nothing and a node that nobody reads does nothing. A look that fails leaves the old number.
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
