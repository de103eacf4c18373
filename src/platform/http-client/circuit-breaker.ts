import type { Clock } from '../../values/clock.ts';
import { ProviderFailure } from './provider-failure.ts';

/** Stops requests to a provider that fails again and again, so that nobody waits for it. */
export type CircuitBreaker = {
  /** @throws ProviderFailure `unavailable` while the circuit is open; otherwise the errors of `work` */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Time until the provider is called again, in ms; null while the circuit is closed. */
  openForMs(): number | null;
};

/** How often a provider must fail in a row, and how long it is then not called. */
export type BreakerLimits = { readonly failures: number; readonly openMs: number };

const USUAL: BreakerLimits = { failures: 5, openMs: 30_000 };

/**
 * Creates a circuit breaker. Only failures that show that the provider does not work count: no answer, or an answer that is none. After the
 * pause, one request is sent as a trial; while it runs, other requests are refused.
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
          // The provider answered; that it refused this request does not show that it is broken.
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
