import { CoxswainError } from './coxswain-error.ts';

/**
 * Error: the service has too much work and did not accept the request, so nothing happened. The caller can try again after `retryAfterMs`.
 * The HTTP layer answers with status 503.
 */
export class OverloadError extends CoxswainError {
  readonly kind = 'overload';
}
