import { CoxswainError } from './coxswain-error.ts';

/**
 * Error: the actor is quarantined after repeated failures and accepts no work until an operator releases it. The HTTP layer answers 503.
 */
export class QuarantinedError extends CoxswainError {
  readonly kind = 'quarantined';
}
