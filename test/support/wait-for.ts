export type WaitOptions = {
  /** What is waited for, as the end of the sentence "waited 30000 ms for ...". */
  what: string;
  /** Default 30,000: one that passes waits for what it needs, on a busy machine as well. */
  timeoutMs?: number;
  /** Pause between two looks. Default 10. */
  everyMs?: number;
};

/**
 * Looks again and again until the condition gives something truthy, and returns that. A look that throws counts as "not yet",
 * and is the cause of the error when time runs out. This is the only place in the tests with a timer.
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
