import { RetryableError } from '../../values/errors/retryable-error.ts';

/**
 * The outcome of `work`, unless it takes longer than `ms`. What is late goes on by itself, bounded by the chain client's own time-outs, and
 * its outcome is nobody's any more.
 * @throws RetryableError `chain-timeout`, or what `work` throws
 */
export async function withinTime<T>(work: Promise<T>, ms: number, chainId: number): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new RetryableError({ code: 'chain-timeout', message: `Chain ${chainId} did not answer within ${ms / 1_000} s.` }));
  }, ms);
  try {
    return await Promise.race([work, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
