import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Timers } from '../engine/timers.ts';

/** Fetches the values of many keys in one call. Sources of external data (facts) and of topic values have this type. */
type Source<T> = (
  keys: readonly string[],
  context: { readonly atMs: number; readonly signal: AbortSignal },
) => Promise<ReadonlyMap<string, T>>;

/**
 * Fetches external data (facts) or topic values within a time limit. If a source ignores its abort signal, the function no longer waits for
 * it, so that the source cannot delay the tick and all later ticks.
 * @throws RetryableError `facts-deadline`; errors of the source
 */
export async function fetchFacts<T>(
  source: Source<T>,
  keys: readonly string[],
  { atMs, deadlineMs, timers }: { readonly atMs: number; readonly deadlineMs: number; readonly timers: Pick<Timers, 'after'> },
): Promise<ReadonlyMap<string, T>> {
  const abort = new AbortController();
  const late = Promise.withResolvers<never>();
  const cancel = timers.after(deadlineMs, () => {
    late.reject(
      new RetryableError({
        code: 'facts-deadline',
        message: `The data that the actors need (such as prices and balances) did not arrive within ${deadlineMs} ms.`,
      }),
    );
    abort.abort();
  });
  try {
    return await Promise.race([source(keys, { atMs, signal: abort.signal }), late.promise]);
  } finally {
    cancel();
  }
}
