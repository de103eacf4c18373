import { CoxswainError } from './coxswain-error.ts';

/**
 * An error after which it is unknown whether the action happened: a time-out after sending, or a lost reply. Never send again before
 * checking the outcome (reconciling). The HTTP layer answers 502.
 */
export class IndeterminateError extends CoxswainError {
  readonly kind = 'indeterminate';
}
