import { CoxswainError } from '../../values/errors/coxswain-error.ts';
import { ProviderFailure } from './provider-failure.ts';
import { abortFailure } from './provider-http.ts';

/**
 * Calls a provider with a time limit. Stops waiting when `signal` aborts, even if the provider's code ignores the signal. @param work
 * receives a signal that aborts with a `TimeoutError` when the time limit is reached @throws ProviderFailure for every failure; an error
 * that the provider did not cause is kept as its cause
 */
export async function callProvider<T>(
  name: string,
  options: { readonly timeoutMs: number; readonly signal: AbortSignal },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const { timeoutMs, signal } = options;
  const own = new AbortController();
  const cut = Promise.withResolvers<never>();
  const stop = (reason: unknown) => {
    own.abort(reason);
    cut.reject(abortFailure(name, own.signal));
  };
  const onAbort = () => stop(signal.reason);
  if (signal.aborted) throw abortFailure(name, signal);
  signal.addEventListener('abort', onAbort, { once: true });
  const timer = setTimeout(() => stop(new DOMException('The provider did not answer in time.', 'TimeoutError')), timeoutMs);
  try {
    return await Promise.race([work(own.signal), cut.promise]);
  } catch (error) {
    throw error instanceof ProviderFailure ? error : asFailure(name, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Aborts the provider's work, which may still be running after this function has stopped waiting for it.
    own.abort();
  }
}

/** Converts an error to a `ProviderFailure`. The error may come from the chain client, because some providers are contracts on a chain. */
function asFailure(name: string, cause: unknown): ProviderFailure {
  if (!(cause instanceof CoxswainError))
    return new ProviderFailure('malformed-reply', `${name} failed with an unexpected error.`, { cause });
  const reason = cause.code === 'rpc-timeout' ? 'timeout' : cause.code === 'rpc-rate-limited' ? 'rate-limited' : 'unavailable';
  return new ProviderFailure(reason, `${name} is not available: ${cause.message}`, { cause, retryAfterMs: cause.retryAfterMs });
}
