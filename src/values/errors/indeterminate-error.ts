import { CoxswainError } from './coxswain-error.ts';

/**
 * It is unknown whether the action happened: a time-out after sending, or a lost reply. Never send again before looking up the outcome
 * (reconcile). The HTTP edge answers 502.
 */
export class IndeterminateError extends CoxswainError {
  readonly kind = 'indeterminate';
}
