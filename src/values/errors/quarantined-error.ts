import { CoxswainError } from './coxswain-error.ts';

/** The actor was set aside after repeated failures and takes no work until an operator releases it. The edge answers 503. */
export class QuarantinedError extends CoxswainError {
  readonly kind = 'quarantined';
}
