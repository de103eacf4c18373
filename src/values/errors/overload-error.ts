import { CoxswainError } from './coxswain-error.ts';

/** We are full and did not take the work; nothing happened. Back off for `retryAfterMs`. The edge answers 503. */
export class OverloadError extends CoxswainError {
  readonly kind = 'overload';
}
