export type WaitOptions = {
  /** Describes the awaited condition, as the end of the sentence "waited 30000 ms for ...". */
  what: string;
  /** Time limit in milliseconds. Default 30,000, so that a passing test also passes on a busy machine. */
  timeoutMs?: number;
  /** Milliseconds between two checks of the condition. Default 10. */
  everyMs?: number;
};

/**
 * Repeats a check until it returns a truthy value, and returns that value. A check that throws counts as "not yet"; when the time limit is
 * reached, its error becomes the cause of the time-out error. No other code in the tests waits with a timer.
 */
export async function waitFor<T>(
  condition: () => T | Promise<T>,
  { what, timeoutMs = 30_000, everyMs = 10 }: WaitOptions,
): Promise<Exclude<T, false | null | undefined | 0 | ''>> {
  const endMs = performance.now() + timeoutMs;
  let lastError: unknown;
  for (;;) {
    try {
      const value = await condition();
      if (isThere(value)) return value;
      lastError = undefined;
    } catch (error) {
      lastError = error;
    }
    if (performance.now() >= endMs) throw new Error(`waited ${timeoutMs} ms for ${what}`, { cause: lastError });
    await Bun.sleep(everyMs);
  }
}

function isThere<T>(value: T): value is Exclude<T, false | null | undefined | 0 | ''> {
  return Boolean(value);
}
