import { RetryableError } from '../../values/errors/retryable-error.ts';

/**
 * The outcome of `work`, or what `late` gives or throws when it takes longer than `ms`. What is late goes on by itself, and its outcome is
 * nobody's any more.
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
 * The same for what is asked of a chain, whose client has time-outs of its own.
 * @throws RetryableError `chain-timeout`, or what `work` throws
 */
export async function chainWithinTime<T>(work: Promise<T>, ms: number, chainId: number): Promise<T> {
  return await withinTime(work, ms, () => {
    throw new RetryableError({ code: 'chain-timeout', message: `Chain ${chainId} did not answer within ${ms / 1_000} s.` });
  });
}
