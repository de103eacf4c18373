import { CoxswainError } from './coxswain-error.ts';

/** Nothing happened, and the same call may work later (after `retryAfterMs`, if given). The edge answers 503. */
export class RetryableError extends CoxswainError {
  readonly kind = 'retryable';
}
