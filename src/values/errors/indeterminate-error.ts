import { CoxswainError } from './coxswain-error.ts';

/**
 * It is not known whether it happened: a time-out after sending, a lost reply. Never send again blindly:
 * look up what became of it (reconcile) first. The edge answers 502.
 */
export class IndeterminateError extends CoxswainError {
  readonly kind = 'indeterminate';
}
