import { CoxswainError } from './coxswain-error.ts';

/** The service is at capacity and did not accept the work; nothing happened. Retry after `retryAfterMs`. The HTTP layer answers 503. */
export class OverloadError extends CoxswainError {
  readonly kind = 'overload';
}
