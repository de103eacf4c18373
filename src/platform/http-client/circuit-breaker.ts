import type { Clock } from '../../values/clock.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Stops requests to a provider that has failed several times in a row, so that callers need not wait for its time-out. */
export type CircuitBreaker = {
  /** @throws ProviderFailure `unavailable` while the circuit is open; otherwise the errors of `work` */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Time until the provider is called again, in ms; null while the circuit is closed. */
  openForMs(): number | null;
};

/** The number of failures in a row that open the circuit, and how long the provider is then not called. */
export type BreakerLimits = { readonly failures: number; readonly openMs: number };

const USUAL: BreakerLimits = { failures: 5, openMs: 30_000 };

/**
 * Creates a circuit breaker. It counts only failures which show that the provider does not work: no answer, or an invalid one. After the
 * pause, one request is sent as a trial. Other requests are refused until the trial has ended.
 */
export function createCircuitBreaker(name: string, clock: Clock, { failures: most, openMs }: BreakerLimits = USUAL): CircuitBreaker {
  let failures = 0;
  let openUntilMs = 0;
  let isTrying = false;

  return {
    openForMs() {
      if (failures < most) return null;
      return Math.max(0, openUntilMs - clock.now());
    },
    async run(work) {
      const waitMs = openUntilMs - clock.now();
      if (failures >= most && (waitMs > 0 || isTrying)) {
        const message = `${name} failed ${most} times in a row and is not called for ${openMs / 1_000} seconds.`;
        throw new ProviderFailure('unavailable', message, { retryAfterMs: Math.max(waitMs, 1_000) });
      }
      const isTrial = failures >= most;
      if (isTrial) isTrying = true;
      try {
        const result = await work();
        failures = 0;
        return result;
      } catch (error) {
        if (isFault(error)) {
          failures += 1;
          openUntilMs = clock.now() + openMs;
        } else if (!isCancelled(error)) {
          // The provider has answered. A provider that refuses a request still works, so the count of failures starts again at 0.
          failures = 0;
        }
        throw error;
      } finally {
        if (isTrial) isTrying = false;
      }
    },
  };
}

function isFault(error: unknown): boolean {
  return error instanceof ProviderFailure && ['unavailable', 'timeout', 'malformed-reply'].includes(error.reason);
}

function isCancelled(error: unknown): boolean {
  return error instanceof ProviderFailure && error.reason === 'cancelled';
}
