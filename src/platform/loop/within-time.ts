import { RetryableError } from '../../values/errors/retryable-error.ts';

/**
 * Returns the result of `work`. If the work takes longer than `ms`, returns the result of `late` instead; the work then continues, but its
 * result is ignored.
 */
export async function withinTime<T, Late>(work: Promise<T>, ms: number, late: () => Late): Promise<T | Late> {
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, ms);
  try {
    return await Promise.race([work, over.promise.then(late)]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Limits the time of a read of a chain, in addition to the client's own time-outs.
 * @throws RetryableError `chain-timeout`, or the error of `work`
 */
export async function chainWithinTime<T>(work: Promise<T>, ms: number, chainId: number): Promise<T> {
  return await withinTime(work, ms, () => {
    throw new RetryableError({ code: 'chain-timeout', message: `Chain ${chainId} did not answer within ${ms / 1_000} s.` });
  });
}
