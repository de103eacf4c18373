import { CoxswainError } from './coxswain-error.ts';

/**
 * Error that means that nothing has happened, and the same call may succeed later (after `retryAfterMs`, if set). The HTTP layer answers
 * 503.
 */
export class RetryableError extends CoxswainError {
  readonly kind = 'retryable';
}
