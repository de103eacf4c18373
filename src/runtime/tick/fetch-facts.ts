import { RetryableError } from '../../values/errors/retryable-error.ts';
import type { Timers } from '../engine/timers.ts';

/** What facts and the values of topics have in common: a value for each key, all at once. */
type Source<T> = (
  keys: readonly string[],
  context: { readonly atMs: number; readonly signal: AbortSignal },
) => Promise<ReadonlyMap<string, T>>;

/**
 * Asks a source for facts, or for the values of topics, within a bound. A source that ignores its signal is left behind: it must not hold up the tick, and with it every
 * tick to come. @throws RetryableError `facts-deadline`; what the source throws
 */
export async function fetchFacts<T>(
  source: Source<T>,
  keys: readonly string[],
  { atMs, deadlineMs, timers }: { readonly atMs: number; readonly deadlineMs: number; readonly timers: Pick<Timers, 'after'> },
): Promise<ReadonlyMap<string, T>> {
  const abort = new AbortController();
  const late = Promise.withResolvers<never>();
  const cancel = timers.after(deadlineMs, () => {
    late.reject(new RetryableError({ code: 'facts-deadline', message: `The facts did not come within ${deadlineMs} ms.` }));
    abort.abort();
  });
  try {
    return await Promise.race([source(keys, { atMs, signal: abort.signal }), late.promise]);
  } finally {
    cancel();
  }
}
