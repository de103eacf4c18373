import { CoxswainError } from './coxswain-error.ts';

/**
 * An error after which it is unknown whether the action happened: a time-out after sending, or a lost reply. The action must never be sent
 * again before its outcome has been checked (reconciling). The HTTP layer answers 502.
 */
export class IndeterminateError extends CoxswainError {
  readonly kind = 'indeterminate';
}
