/** Between two looks. */
const LOOK_EVERY_MS = 50;

export type WaitUntilOptions = {
  /** What is waited for, as the end of the sentence "waited 60 s for ...". */
  readonly what: string;
  readonly timeoutMs: number;
  /** Ends the wait at once with the signal's reason. */
  readonly signal: AbortSignal;
};

/**
 * Looks until it sees something, and gives that.
 * @throws Error when the time is up, with the last look's own error as its cause (a service that starts refuses connections)
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

/** @throws the signal's reason, at once when it is aborted */
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
