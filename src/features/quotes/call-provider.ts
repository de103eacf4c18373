import { ProviderFailure } from '../../platform/http-client/provider-failure.ts';
import { abortFailure } from '../../platform/http-client/provider-http.ts';
import { CoxswainError } from '../../values/errors/coxswain-error.ts';

/**
 * One call to a provider, bounded in time and cut off when `signal` aborts, whether or not the provider's code cares. Leaves no timer and
 * no listener behind.
 * @param work gets a signal that aborts with a `TimeoutError` when the time is up
 * @throws ProviderFailure for whatever comes of it; what is no fault of the provider's keeps its cause
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
  const timer = setTimeout(() => stop(new DOMException('The provider took too long.', 'TimeoutError')), timeoutMs);
  try {
    return await Promise.race([work(own.signal), cut.promise]);
  } catch (error) {
    throw error instanceof ProviderFailure ? error : asFailure(name, error);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
    // Whatever it still does is not wanted any more.
    own.abort();
  }
}

/** On-chain providers throw what the chain's client throws. */
function asFailure(name: string, cause: unknown): ProviderFailure {
  if (!(cause instanceof CoxswainError))
    return new ProviderFailure('malformed-reply', `${name} failed in a way that was not foreseen.`, { cause });
  const reason = cause.code === 'rpc-timeout' ? 'timeout' : cause.code === 'rpc-rate-limited' ? 'rate-limited' : 'unavailable';
  return new ProviderFailure(reason, `${name} cannot be asked: ${cause.message}`, { cause, retryAfterMs: cause.retryAfterMs });
}
