/** Milliseconds between two attempts to read the awaited value. */
const LOOK_EVERY_MS = 50;

export type WaitUntilOptions = {
  /** What is awaited, as the end of the error message "waited 60 s for ...". */
  readonly what: string;
  readonly timeoutMs: number;
  /** A signal that ends the wait immediately when it is aborted; the signal's reason is then thrown. */
  readonly signal: AbortSignal;
};

/**
 * Calls `look` repeatedly until it returns a value.
 * @throws Error when the time limit has passed. Its cause is the error of the last attempt; earlier errors are expected, because a starting
 * service refuses connections
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
