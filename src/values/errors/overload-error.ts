import { CoxswainError } from './coxswain-error.ts';

/**
 * Error: the service is at capacity and did not accept the work, so nothing happened. Retry after `retryAfterMs`. The HTTP layer answers
 * 503.
 */
export class OverloadError extends CoxswainError {
  readonly kind = 'overload';
}
