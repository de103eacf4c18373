/** Milliseconds between two attempts to read the awaited value. */
const LOOK_EVERY_MS = 50;

export type WaitUntilOptions = {
  /** Describes the awaited condition for the error message, as the end of the sentence "waited 60 s for ...". */
  readonly what: string;
  readonly timeoutMs: number;
  /** Signal whose abort ends the wait at once with the signal's reason. */
  readonly signal: AbortSignal;
};

/**
 * Repeats `look` until it returns a value.
 * @throws Error when the time limit has passed. Its cause is the last attempt's error, because a starting service refuses connections
 */
export async function waitUntil<T>(look: () => Promise<T | null>, options: WaitUntilOptions): Promise<T> {
  const endMs = performance.now() + options.timeoutMs;
  let lastError: unknown;
  for (;;) {
    options.signal.throwIfAborted();
    try {
      const seen = await look();
      if (seen !== null) return seen;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() > endMs) {
      throw new Error(`waited ${Math.round(options.timeoutMs / 1_000)} s for ${options.what}`, { cause: lastError });
    }
    await pause(LOOK_EVERY_MS, options.signal);
  }
}

/**
 * Waits for `ms` milliseconds.
 * @throws the signal's reason as soon as the signal is aborted
 */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  await new Promise<void>((resolve, reject) => {
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', onAbort);
      resolve();
    }, ms);
    signal.addEventListener('abort', onAbort, { once: true });
  });
}
