import { CoxswainError } from './coxswain-error.ts';

/**
 * An error after which it is unknown whether the action happened, such as a time-out after a request was sent. The action must not be
 * repeated before its outcome has been checked. The HTTP layer answers 502.
 */
export class IndeterminateError extends CoxswainError {
  readonly kind = 'indeterminate';
}
